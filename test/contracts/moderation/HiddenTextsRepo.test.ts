import { storages } from "../../support/Storage.ts"
import { hiddenTextsRepoContract } from "./HiddenTextsRepoContract.ts"

for (const { layer, name } of storages) hiddenTextsRepoContract(name, layer)
