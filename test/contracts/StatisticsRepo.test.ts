import { contracts } from "../support/storage/Contracts.ts"
import { statisticsRepoContract } from "./StatisticsRepoContract.ts"

contracts(import.meta.url, statisticsRepoContract)
