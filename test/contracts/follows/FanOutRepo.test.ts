import { oneDatabase } from "../../support/Storage.ts"
import { contracts } from "../../support/storage/Contracts.ts"
import { fanOutRaceContract } from "./FanOutRaceContract.ts"
import { fanOutRepoContract } from "./FanOutRepoContract.ts"

contracts(import.meta.url, fanOutRepoContract)
for (const { layer, name } of oneDatabase) fanOutRaceContract(name, layer)
