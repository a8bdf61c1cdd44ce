import { storages } from "../../support/Storage.ts"
import { batchesContract } from "./BatchesContract.ts"

for (const { layer, name } of storages) batchesContract(name, layer)
