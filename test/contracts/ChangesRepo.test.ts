import { storages } from "../storage.ts"
import { changesRepoContract } from "./ChangesRepoContract.ts"

for (const { layer, name } of storages) changesRepoContract(name, layer)
