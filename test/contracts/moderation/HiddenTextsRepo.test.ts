import { storages } from "../../support/Storage.ts"
import { hiddenReadersContract } from "./HiddenReadersContract.ts"
import { hiddenTextsRepoContract } from "./HiddenTextsRepoContract.ts"
import { hiddenUpdateContract } from "./HiddenUpdateContract.ts"
import { hideAllContract } from "./HideAllContract.ts"

for (const { layer, name } of storages) {
  hiddenTextsRepoContract(name, layer)
  hiddenReadersContract(name, layer)
  hideAllContract(name, layer)
  hiddenUpdateContract(name, layer)
}
