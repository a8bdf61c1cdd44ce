import { contracts } from "../../support/storage/Contracts.ts"
import { backupsRepoContract } from "./BackupsRepoContract.ts"

contracts(import.meta.url, backupsRepoContract)
