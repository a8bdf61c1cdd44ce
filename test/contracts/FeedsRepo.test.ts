import { storages } from "../storage.ts"
import { feedsRepoContract } from "./FeedsRepoContract.ts"

for (const { layer, name } of storages) feedsRepoContract(name, layer)
