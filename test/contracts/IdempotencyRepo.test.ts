import { contracts } from "../support/storage/Contracts.ts"
import { idempotencyRepoContract } from "./IdempotencyRepoContract.ts"

contracts(import.meta.url, idempotencyRepoContract)
