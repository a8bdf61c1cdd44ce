import { contracts } from "../support/storage/Contracts.ts"
import { transactionContract } from "./TransactionContract.ts"

contracts(import.meta.url, transactionContract)
