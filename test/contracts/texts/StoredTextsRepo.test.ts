import { storages } from "../../support/Storage.ts"
import { storedTextsRepoContract } from "./StoredTextsRepoContract.ts"

for (const { layer, name } of storages) storedTextsRepoContract(name, layer)
