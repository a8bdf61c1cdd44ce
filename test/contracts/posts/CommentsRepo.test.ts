import { storages } from "../../support/Storage.ts"
import { commentChangesContract } from "./CommentChangesContract.ts"
import { commentsRepoContract } from "./CommentsRepoContract.ts"

for (const { layer, name } of storages) {
  commentsRepoContract(name, layer)
  commentChangesContract(name, layer)
}
