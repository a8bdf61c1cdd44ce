import { storages } from "../support/Storage.ts"
import { changesRepoContract } from "./ChangesRepoContract.ts"

for (const { layer, name } of storages) changesRepoContract(name, layer)
