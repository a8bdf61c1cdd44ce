import { Context, Effect, Layer } from "effect"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import type { CommentId, PostId } from "../../domain/Ids.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import { PostNotFound } from "../../domain/posts/Post.ts"
import type { RevisionList } from "../../domain/posts/Revision.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { RevisionsRepo } from "../../ports/posts/RevisionsRepo.ts"
import { ownerOrModerator, require } from "../accounts/Policy.ts"
import { withSpans } from "../Spans.ts"

/** The earlier texts of posts and comments (contract, Reports and decisions), for their authors and moderators. */
export class Revisions extends Context.Tag("services/posts/Revisions")<
  Revisions,
  {
    /** Fails with `PostNotFound`, also for somebody else's hidden post; then with `NotAllowed`. */
    readonly ofPost: (id: PostId) => StorageEffect<RevisionList, NotAllowed | PostNotFound, CurrentUser>

    /** Fails with `CommentNotFound`, also for somebody else's hidden comment; then with `NotAllowed`. */
    readonly ofComment: (id: CommentId) => StorageEffect<RevisionList, CommentNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Revisions, withSpans("Revisions", Effect.gen(make)))
}

function* make() {
  const revisions = yield* RevisionsRepo

  const of = Effect.fnUntraced(function* <E>(target: TextTarget, missing: E) {
    const text = yield* Effect.mapError(yield* revisions.of(target), () => missing)
    const allowed = require(ownerOrModerator(text.authorId, "seeRevisions"))
    yield* text.isHidden ? Effect.mapError(allowed, () => missing) : allowed
    return { data: text.revisions }
  })

  return {
    ofPost: (id: PostId) => of({ type: "post", id }, new PostNotFound({ id })),
    ofComment: (id: CommentId) => of({ type: "comment", id }, new CommentNotFound({ id }))
  }
}
