import { storages } from "../storage.ts"
import { newsRepoContract } from "./NewsRepoContract.ts"

for (const { layer, name } of storages) newsRepoContract(name, layer)
