import { Array, Context, DateTime, Effect, Layer, Option } from "effect"
import { authorKindOf, CurrentUser, NotAllowed, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { CommentId, type PostId, type UserId } from "../../domain/Ids.ts"
import { type CommentKey, commentList } from "../../domain/Lists.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import { type InvalidCursor, type PageRequest, type PageResult, readPage } from "../../domain/Page.ts"
import { PostReader } from "../../domain/posts/Audience.ts"
import {
  type Comment,
  type CommentChange,
  CommentNotFound,
  type CommentOfMember,
  type CommentPage,
  type CommentRemoved,
  commentsShown,
  countFitting,
  type HelpedState,
  HelpingOneself,
  maxCommentCharacters,
  type NewComment
} from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { type HiddenComment, HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import {
  type CommentOwnership,
  type CommentPlace,
  type CommentRefused,
  CommentsRepo
} from "../../ports/posts/CommentsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { ownerOrAdmin, require } from "../accounts/Policy.ts"
import { FirstPosts } from "../moderation/FirstPosts.ts"
import { mayKnow } from "../moderation/Visibility.ts"
import { withSpans } from "../Spans.ts"
import { publishingBatcher, writing } from "../Writing.ts"
import { ContentFilter, requireContentLength } from "./ContentFilter.ts"
import { mention } from "./Mentions.ts"
import { lockComment, removeComment } from "./RemoveComment.ts"
import { changedLanguage, languageOf, textOr } from "./TextLanguage.ts"

/**
 * Comments on posts (contract, Records).
 *
 * | cause                                      | notified                                                           |
 * | ------------------------------------------ | ------------------------------------------------------------------ |
 * | a text mentions members                    | the first ten, not the suspended, `mention`; posts too             |
 * | a comment answers another                  | the author of that one, `reply`                                    |
 * | any comment                                | the author of the post, `comment`                                  |
 * | any comment                                | later, the members who follow the post, `reply` (`FanOut.ts`)      |
 * | the author of the post marks it as helpful | the author of the comment, `helped`, the first time                |
 *
 * Each comment notifies a member once, by the first of these that they have not switched off; a change notifies those
 * whom the text has not mentioned before. Nobody is notified of what they do themselves, or by a member whom they
 * block. The write applies this rule: `notify_authors` (`migrations/functions/notifications.sql`), and in memory
 * `notifyAuthors`. A member whom the post's author blocks cannot comment.
 */
export class Comments extends Context.Tag("services/posts/Comments")<
  Comments,
  {
    /** One page of the comments of a post, oldest first. Fails with `InvalidCursor`, then `PostNotFound`. */
    readonly list: (
      postId: PostId,
      request: PageRequest
    ) => StorageEffect<CommentPage, InvalidCursor | PostNotFound, Viewer>

    /**
     * The newest comments of a post, newest first: up to a number of them, and as many as one response holds. Fails
     * with `PostNotFound`.
     */
    readonly newest: (postId: PostId, limit: number) => StorageEffect<ReadonlyArray<Comment>, PostNotFound>

    /** One comment. Fails with `CommentNotFound`, also for a hidden one. */
    readonly get: (id: CommentId) => StorageEffect<Comment, CommentNotFound, Viewer>

    /** The place of a comment in `list` with pages of `limit`. Fails with `CommentNotFound`. */
    readonly place: (id: CommentId, limit: number) => StorageEffect<CommentPlace, CommentNotFound>

    /** The newest comments of a member, newest first. */
    readonly newestOf: (authorId: UserId) => StorageEffect<ReadonlyArray<CommentOfMember>>

    /** A hidden comment, for its author and moderators. Fails with `CommentNotFound`. */
    readonly hidden: (id: CommentId) => StorageEffect<HiddenComment, CommentNotFound, Viewer>

    /**
     * Comments as the caller. Fails for a text that `ContentFilter` refuses, then with `PostNotFound`, then with
     * `NotAllowed` for a caller whom the author blocks, then with `UnknownReplyTo`, then with `AudienceWidened`; and
     * with `NotSignedIn` for one who has just left.
     */
    readonly create: (
      postId: PostId,
      comment: NewComment
    ) => StorageEffect<Comment, TextFailure | CommentRefused, CurrentUser>

    /**
     * Gives the caller's own comment, or any as an admin, another text. An agent's key makes it an agent's. Notifies
     * whom it mentions for the first time. Fails with `CommentNotFound`, then `NotAllowed`, then for a text that
     * `ContentFilter` refuses.
     */
    readonly change: (
      id: CommentId,
      change: CommentChange
    ) => StorageEffect<Comment, TextFailure | CommentNotFound | NotAllowed, CurrentUser>

    /**
     * Marks a comment as one that helped, or takes the mark back; nothing changes where that is so already. Fails with
     * `CommentNotFound`, then with `NotAllowed` for all but the author of the post, then with `HelpingOneself`.
     */
    readonly setHelped: (
      id: CommentId,
      helped: boolean
    ) => StorageEffect<HelpedState, CommentNotFound | NotAllowed | HelpingOneself, CurrentUser>

    /** Deletes the own comment, or any as an admin. Fails with `CommentNotFound`, then `NotAllowed`. */
    readonly remove: (id: CommentId) => StorageEffect<CommentRemoved, CommentNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Comments, withSpans("Comments", Effect.gen(make)))
}

const idOf = Option.map(({ id }: SignedInUser) => id)

/** The number of comments of a member that are listed. */
const newestShown = 10

function* make() {
  const comments = yield* CommentsRepo
  const hidden = yield* HiddenTextsRepo
  const { reviewing } = yield* FirstPosts
  const submit = reviewing({
    addAll: comments.addAll,
    submit: yield* publishingBatcher("comments", comments.addAll),
    targetOf: ({ id }) => ({ type: "comment", id }),
    textOf: ({ content }) => content.excerpt
  })
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard

  const list = (postId: PostId, { limit = commentsShown, ...request }: PageRequest) =>
    Effect.flatMap(Viewer, (viewer) =>
      readPage(commentList(postId), { ...request, limit }, (slice) => comments.page(postId, slice, idOf(viewer)))
    )

  /** A page may end before its limit, so the last comments are read until none is left. */
  const newest = Effect.fnUntraced(function* (postId: PostId, limit: number) {
    const { total } = yield* comments.page(postId, { offset: 0, limit: 1 })
    const offset = Math.max(0, total - limit)
    const found: Array<Comment> = []
    let after: CommentKey | undefined
    do {
      const page: PageResult<Comment, CommentKey> = yield* comments.page(postId, { offset, limit, after })
      found.push(...page.items)
      after = page.next
    } while (after !== undefined)
    const newestFirst = found.reverse().slice(0, limit)
    return newestFirst.slice(0, countFitting(newestFirst))
  })

  const create = Effect.fnUntraced(function* (postId: PostId, { content, ...sent }: NewComment) {
    const author = yield* CurrentUser
    const filtered = yield* texts.content(content, leaks.emailsOf(author.id))
    const authorKind = authorKindOf(author)
    const language = yield* languageOf(sent.language, filtered.content)
    const createdAt = yield* DateTime.now
    const { replyTo } = sent
    const audience = Option.getOrUndefined(sent.audience)
    const written = { content: filtered, language, replyTo, audience, createdAt, reader: yield* PostReader }
    return yield* submit({ ...written, postId, authorId: author.id, authorKind })
  })

  const hiddenComment = Effect.fnUntraced(function* (id: CommentId) {
    const viewer = yield* Viewer
    const comment = yield* hidden.comment(id)
    const isKnown = Option.exists(viewer, (user) => mayKnow(comment.authorId, user))
    return isKnown ? comment : yield* new CommentNotFound({ id })
  })

  return {
    list,
    newest,
    get: (id: CommentId) => get(comments, id),
    place: comments.place,
    newestOf: (authorId: UserId) => comments.newestOf(authorId, newestShown),
    hidden: hiddenComment,
    create,
    change: yield* change,
    setHelped: yield* setHelped,
    remove: yield* removeComment
  }
}

const get = Effect.fnUntraced(function* (comments: CommentsRepo["Type"], id: CommentId) {
  const viewer = idOf(yield* Viewer)
  const { postId } = yield* comments.ownership(id)
  const after = id > 1 ? { id: CommentId.make(id - 1) } : undefined
  const notFound = () => new CommentNotFound({ id })
  const { items } = yield* Effect.catchTag(
    comments.page(postId, { offset: 0, limit: 1, after }, viewer),
    "PostNotFound",
    notFound
  )
  return yield* Effect.mapError(Array.head(items.filter((comment) => comment.id === id)), notFound)
})

const change = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const { audit, changes, users, write } = yield* writing
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const lock = yield* lockComment
  const notifications = yield* NotificationsRepo

  return Effect.fnUntraced(function* (id: CommentId, sent: CommentChange) {
    const before = yield* comments.ownership(id)
    const user = yield* mayChange(before)
    yield* requireContentLength(sent.content, before.content, maxCommentCharacters)
    const emails = leaks.emailsOf(before.authorId, user.id)
    const content = yield* Effect.transposeMapOption(sent.content, (content) => texts.content(content, emails))
    const changing = Effect.gen(function* () {
      const { comment } = yield* lock(id)
      yield* mayChange(comment) // its author may have left it behind since
      yield* requireContentLength(sent.content, comment.content, maxCommentCharacters)
      const updatedAt = yield* DateTime.now
      const changed = yield* comments.update(id, {
        content,
        language: yield* changedLanguage(sent.language, comment.content, textOr(content, comment)),
        authorKind: Option.isSome(content) ? authorKindOf(user) : "human",
        editorId: user.id,
        updatedAt
      })
      yield* users.touch(user.id, updatedAt)
      const { authorId: userId } = comment
      yield* audit.recordOfOthers({ action: "comment_changed", actorId: user.id, userId, targetId: id })
      const mentioned = yield* mention(notifications, { type: "comment", id }, content, updatedAt)
      yield* changes.append([{ kind: "comment", id: comment.postId, userId: null }, ...mentioned])
      return changed
    })
    return yield* write(changing)
  })
})

const mayChange = ({ authorId }: CommentOwnership) => require(ownerOrAdmin(authorId, "changeComment"))

const setHelped = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const { changes, users, write } = yield* writing
  const lock = yield* lockComment

  return Effect.fnUntraced(function* (id: CommentId, helped: boolean) {
    const { comment, post } = yield* lock(id)
    const user = yield* CurrentUser
    if (post.authorId !== user.id) return yield* new NotAllowed({ action: "markHelped" })
    if (comment.authorId === user.id) return yield* new HelpingOneself()
    const at = yield* DateTime.now
    const changed = yield* comments.setHelped(id, { helped, actorKind: authorKindOf(user), at })
    yield* users.touch(user.id, at)
    yield* changes.append(changed)
    return { helped }
  }, write)
})
