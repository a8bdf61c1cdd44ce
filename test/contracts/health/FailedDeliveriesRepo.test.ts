import { contracts } from "../../support/storage/Contracts.ts"
import { failedDeliveriesRepoContract } from "./FailedDeliveriesRepoContract.ts"

contracts(import.meta.url, failedDeliveriesRepoContract)
