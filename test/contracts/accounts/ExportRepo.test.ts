import { contracts } from "../../support/storage/Contracts.ts"
import { exportRepoContract } from "./ExportRepoContract.ts"

contracts(import.meta.url, exportRepoContract)
