import { contracts } from "../../support/storage/Contracts.ts"
import { commentChangesContract } from "./CommentChangesContract.ts"
import { commentsRepoContract } from "./CommentsRepoContract.ts"

contracts(import.meta.url, commentsRepoContract, commentChangesContract)
