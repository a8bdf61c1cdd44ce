import { storages } from "../../support/Storage.ts"
import { exportRepoContract } from "./ExportRepoContract.ts"

for (const { layer, name } of storages) exportRepoContract(name, layer)
