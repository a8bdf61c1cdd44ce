import { contracts } from "../../support/storage/Contracts.ts"
import { batchedWritesContract } from "./BatchedWritesContract.ts"

contracts(import.meta.url, batchedWritesContract)
