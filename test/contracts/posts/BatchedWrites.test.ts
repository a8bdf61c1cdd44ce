import { storages } from "../../support/Storage.ts"
import { batchedWritesContract } from "./BatchedWritesContract.ts"

for (const { layer, name } of storages) batchedWritesContract(name, layer)
