import { storages } from "../../support/Storage.ts"
import { failedDeliveriesRepoContract } from "./FailedDeliveriesRepoContract.ts"

for (const { layer, name } of storages) failedDeliveriesRepoContract(name, layer)
