import { storages } from "../../support/Storage.ts"
import { feedsRepoContract } from "./FeedsRepoContract.ts"

for (const { layer, name } of storages) feedsRepoContract(name, layer)
