import { contracts } from "../../support/storage/Contracts.ts"
import { reportsRepoContract } from "./ReportsRepoContract.ts"

contracts(import.meta.url, reportsRepoContract)
