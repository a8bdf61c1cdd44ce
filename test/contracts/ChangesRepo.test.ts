import { contracts } from "../support/storage/Contracts.ts"
import { changesRepoContract } from "./ChangesRepoContract.ts"

contracts(import.meta.url, changesRepoContract)
