import { storages } from "../../support/Storage.ts"
import { reportsRepoContract } from "./ReportsRepoContract.ts"

for (const { layer, name } of storages) reportsRepoContract(name, layer)
