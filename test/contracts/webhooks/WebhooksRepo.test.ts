import { storages } from "../../support/Storage.ts"
import { webhooksRepoContract } from "./WebhooksRepoContract.ts"

for (const { layer, name } of storages) webhooksRepoContract(name, layer)
