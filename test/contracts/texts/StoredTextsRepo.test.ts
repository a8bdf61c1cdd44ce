import { databaseStorages } from "../../support/Storage.ts"
import { storedTextsRepoContract } from "./StoredTextsRepoContract.ts"

for (const { layer, name } of databaseStorages) storedTextsRepoContract(name, layer)
