import { Context, type Option } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { Revision } from "../../domain/posts/Revision.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The author of a text, whether it is hidden, and its earlier texts, newest first. */
export interface RevisedText {
  readonly authorId: UserId
  readonly isHidden: boolean
  readonly revisions: ReadonlyArray<Revision>
}

/**
 * The earlier texts of posts and comments. `PostsRepo.update` and `CommentsRepo.update` keep the title and content that
 * they replace; deleting a text deletes its revisions, hiding it does not.
 */
export class RevisionsRepo extends Context.Tag("ports/posts/RevisionsRepo")<
  RevisionsRepo,
  {
    /** The newest revisions of a text, at most `revisionsShown` and `maxTextsBytes`; none if there is no such text. */
    readonly of: (target: TextTarget) => StorageEffect<Option.Option<RevisedText>>
  }
>() {}
