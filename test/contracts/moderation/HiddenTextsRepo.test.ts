import { storages } from "../../support/Storage.ts"
import { hiddenTextsRepoContract } from "./HiddenTextsRepoContract.ts"
import { hiddenUpdateContract } from "./HiddenUpdateContract.ts"
import { hideAllContract } from "./HideAllContract.ts"

for (const { layer, name } of storages) {
  hiddenTextsRepoContract(name, layer)
  hideAllContract(name, layer)
  hiddenUpdateContract(name, layer)
}
