import { storages } from "../support/Storage.ts"
import { idempotencyRepoContract } from "./IdempotencyRepoContract.ts"

for (const { layer, name } of storages) idempotencyRepoContract(name, layer)
