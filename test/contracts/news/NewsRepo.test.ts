import { storages } from "../../support/Storage.ts"
import { newsRepoContract } from "./NewsRepoContract.ts"
import { newsSavedContract } from "./NewsSavedContract.ts"
import { newsSearchContract } from "./NewsSearchContract.ts"

for (const { layer, name } of storages) {
  newsRepoContract(name, layer)
  newsSavedContract(name, layer)
  newsSearchContract(name, layer)
}
