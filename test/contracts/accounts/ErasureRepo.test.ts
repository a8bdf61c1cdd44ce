import { contracts } from "../../support/storage/Contracts.ts"
import { erasureRepoContract } from "./ErasureRepoContract.ts"

contracts(import.meta.url, erasureRepoContract)
