import { storages } from "../storage.ts"
import { contentRepoContract } from "./ContentRepoContract.ts"

for (const { layer, name } of storages) contentRepoContract(name, layer)
