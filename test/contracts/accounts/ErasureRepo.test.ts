import { storages } from "../../support/Storage.ts"
import { erasureRepoContract } from "./ErasureRepoContract.ts"

for (const { layer, name } of storages) erasureRepoContract(name, layer)
