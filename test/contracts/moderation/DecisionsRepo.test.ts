import { contracts } from "../../support/storage/Contracts.ts"
import { decisionsRepoContract } from "./DecisionsRepoContract.ts"

contracts(import.meta.url, decisionsRepoContract)
