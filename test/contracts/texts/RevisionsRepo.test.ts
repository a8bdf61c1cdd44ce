import { contracts } from "../../support/storage/Contracts.ts"
import { revisionsRepoContract } from "./RevisionsRepoContract.ts"

contracts(import.meta.url, revisionsRepoContract)
