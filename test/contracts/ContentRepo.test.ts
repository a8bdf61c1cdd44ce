import { storages } from "../support/Storage.ts"
import { contentRepoContract } from "./ContentRepoContract.ts"

for (const { layer, name } of storages) contentRepoContract(name, layer)
