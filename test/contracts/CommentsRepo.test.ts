import { storages } from "../storage.ts"
import { commentsRepoContract } from "./CommentsRepoContract.ts"

for (const { layer, name } of storages) commentsRepoContract(name, layer)
