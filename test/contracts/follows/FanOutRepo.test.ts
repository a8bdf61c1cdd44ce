import { oneDatabase, storages } from "../../support/Storage.ts"
import { fanOutRaceContract } from "./FanOutRaceContract.ts"
import { fanOutRepoContract } from "./FanOutRepoContract.ts"

for (const { layer, name } of storages) fanOutRepoContract(name, layer)
for (const { layer, name } of oneDatabase) fanOutRaceContract(name, layer)
