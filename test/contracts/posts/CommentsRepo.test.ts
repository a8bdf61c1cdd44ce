import { storages } from "../../support/Storage.ts"
import { commentsRepoContract } from "./CommentsRepoContract.ts"

for (const { layer, name } of storages) commentsRepoContract(name, layer)
