import { contracts } from "../support/storage/Contracts.ts"
import { contentRepoContract } from "./ContentRepoContract.ts"

contracts(import.meta.url, contentRepoContract)
