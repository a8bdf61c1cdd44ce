import { storages } from "../../support/Storage.ts"
import { backupsRepoContract } from "./BackupsRepoContract.ts"

for (const { layer, name } of storages) backupsRepoContract(name, layer)
