import { storages } from "../support/Storage.ts"
import { statisticsRepoContract } from "./StatisticsRepoContract.ts"

for (const { layer, name } of storages) statisticsRepoContract(name, layer)
