import { contracts } from "../../support/storage/Contracts.ts"
import { blocksRepoContract } from "./BlocksRepoContract.ts"

contracts(import.meta.url, blocksRepoContract)
