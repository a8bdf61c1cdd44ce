import { Effect, Option } from "effect"
import type { UserDetail } from "../../../../domain/accounts/User.ts"
import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { CommentId, type PostId } from "../../../../domain/Ids.ts"
import { commentList } from "../../../../domain/Lists.ts"
import type { DecisionPage } from "../../../../domain/moderation/Decision.ts"
import type { ReportPage } from "../../../../domain/moderation/Report.ts"
import { type Target, TargetNotFound } from "../../../../domain/moderation/Target.ts"
import { type Comment, encodeComments } from "../../../../domain/posts/Comment.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Decisions, type OpenCase } from "../../../../services/moderation/Decisions.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import type { FoundTarget } from "../../../../services/moderation/Targets.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Posts } from "../../../../services/posts/Posts.ts"

/** All that a moderator reads before deciding about a target. */
export interface Case extends OpenCase {
  /** The open reports. */
  readonly reports: ReportPage
  /** Whom to call where a report says that somebody is in danger; else none. */
  readonly helpLines: ReadonlyArray<HelpLine>
  /** The post, with its first comments or with those around the reported one. */
  readonly post: Option.Option<PostDocument>
  /** The author, or the member. */
  readonly subject: Option.Option<UserDetail>
  /** The newest decisions about them. */
  readonly earlier: Option.Option<DecisionPage>
}

/** The comments of a case: those of a post, and as many on a page around a comment. */
const maxCommentsOfCase = 4

/** The number of earlier decisions about a member that their case lists. */
const decisionsShown = 5

const makePostOf = Effect.map(Effect.all([Posts, Comments]), ([posts, comments]) => {
  const listed = (postId: PostId, data: ReadonlyArray<Comment>) =>
    Effect.zipWith(posts.head(postId), encodeComments(data), (post, shown) => ({ ...post, comments: shown }))

  /** A hidden comment is in no list: the comments after it are shown. */
  const around = Effect.fnUntraced(function* (postId: PostId, id: CommentId) {
    const place = yield* Effect.catchTag(
      Effect.asSome(comments.place(id, maxCommentsOfCase)),
      "CommentNotFound",
      () => Effect.succeedNone
    )
    const from = Option.match(place, {
      onNone: () => ({ cursor: commentList(postId).encode({ offset: 0, after: { id } }) }),
      onSome: ({ before }) => ({ page: Math.floor(before / maxCommentsOfCase) + 1 })
    })
    const { data } = yield* comments.list(postId, { ...from, limit: maxCommentsOfCase })
    return yield* listed(postId, data)
  })

  return ({ id, type }: Target, { postId }: FoundTarget) => {
    if (postId === undefined || type === "user") return Effect.succeedNone
    const first = Effect.map(posts.read(postId, { limit: maxCommentsOfCase, countsView: false }), ({ value }) => value)
    const read =
      type === "post" ? first : Effect.catchTag(around(postId, CommentId.make(id)), "PostNotFound", () => first)
    return Effect.catchTag(Effect.asSome(read), "PostNotFound", () => Effect.succeedNone)
  }
})

/**
 * Reads the case of a target. Fails with `NotAllowed` for all but moderators, and with `TargetNotFound` where it is
 * gone and no report about it is open.
 */
export const makeCaseOf = Effect.gen(function* () {
  const decisions = yield* Decisions
  const reports = yield* Reports
  const users = yield* Users
  const postOf = yield* makePostOf

  return Effect.fnUntraced(function* (target: Target) {
    const open = yield* decisions.caseOf(target)
    yield* reports.open(target)
    const about = Option.getOrUndefined(open.found)
    const reported = yield* reports.list({ target, status: "open" })
    if (about === undefined && reported.data.length === 0) return yield* new TargetNotFound(target)
    const read: Case = {
      ...open,
      post: about === undefined ? Option.none() : yield* postOf(target, about),
      reports: reported,
      helpLines: reported.data.some(({ reason }) => reason === "danger") ? reports.helpLines : [],
      subject:
        about === undefined
          ? Option.none()
          : yield* Effect.catchTag(Effect.asSome(users.get(about.subjectId)), "UserNotFound", () => Effect.succeedNone),
      earlier:
        about === undefined
          ? Option.none()
          : Option.some(yield* decisions.list({ userId: about.subjectId, limit: decisionsShown }))
    }
    return read
  })
})
