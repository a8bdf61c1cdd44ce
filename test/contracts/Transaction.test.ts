import { storages } from "../support/Storage.ts"
import { transactionContract } from "./TransactionContract.ts"

for (const { layer, name } of storages) transactionContract(name, layer)
