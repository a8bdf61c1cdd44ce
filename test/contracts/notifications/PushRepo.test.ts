import { storages } from "../../support/Storage.ts"
import { pushRepoContract } from "./PushRepoContract.ts"

for (const { layer, name } of storages) pushRepoContract(name, layer)
