import { storages } from "../storage.ts"
import { batchesContract } from "./BatchesContract.ts"

for (const { layer, name } of storages) batchesContract(name, layer)
