import { Context, DateTime, Effect, Layer, Option } from "effect"
import {
  authorKindOf,
  CurrentUser,
  type NotAllowed,
  type NotSignedIn,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import { notificationsRemoved } from "../../domain/Change.ts"
import type { CommentId, DecisionId, PostId } from "../../domain/Ids.ts"
import { type CommentKey, commentList } from "../../domain/Lists.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import { type InvalidCursor, type PageRequest, type PageResult, readPage } from "../../domain/Page.ts"
import {
  type Comment,
  type CommentChange,
  CommentNotFound,
  type CommentPage,
  type CommentRemoved,
  commentsShown,
  countFitting,
  maxCommentCharacters,
  type NewComment
} from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import { tooLong } from "../../domain/Text.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { type CommentOwnership, type CommentPlace, CommentsRepo } from "../../ports/CommentsRepo.ts"
import { HiddenTextsRepo } from "../../ports/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { PostsRepo } from "../../ports/PostsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { ownerOrAdmin, require } from "../accounts/Policy.ts"
import { FirstPosts } from "../moderation/FirstPosts.ts"
import { publishingBatcher } from "../PublishingBatcher.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { ContentFilter } from "./ContentFilter.ts"
import { mayKnow } from "./HiddenPosts.ts"

/**
 * Comments on posts (contract, Records).
 *
 * | cause                                 | notified                                                           |
 * | ------------------------------------- | ------------------------------------------------------------------ |
 * | a member comments on another's post   | the post's author, unless they have switched that off or are gone |
 * | a member comments on their own post   | nobody                                                             |
 * | any comment                           | later, the members who follow the post (`FanOut.ts`)               |
 *
 * The write of the comment applies this rule: `notify_authors` (`migrations/functions/notifications.sql`), and in memory
 * `notifyAuthor`. A member whom the author blocks cannot comment.
 */
export class Comments extends Context.Tag("services/posts/Comments")<
  Comments,
  {
    /** One page of the comments of a post, oldest first. Fails with `InvalidCursor`, then `PostNotFound`. */
    readonly list: (postId: PostId, request: PageRequest) => Call<CommentPage, InvalidCursor | PostNotFound>

    /**
     * The newest comments of a post, newest first: up to a number of them, and as many as one response holds. Fails with
     * `PostNotFound`.
     */
    readonly newest: (postId: PostId, limit: number) => Call<ReadonlyArray<Comment>, PostNotFound>

    /** The place of a comment in `list` with pages of `limit`. Fails with `CommentNotFound`. */
    readonly place: (id: CommentId, limit: number) => Call<CommentPlace, CommentNotFound>

    /** The decision that hides a comment, for its author and moderators. Fails with `CommentNotFound`. */
    readonly decisionOf: (id: CommentId) => Call<DecisionId, CommentNotFound, Viewer>

    /**
     * Comments as the caller. Fails for a text that `ContentFilter` refuses, then with `PostNotFound`, then with `NotAllowed`
     * for a caller whom the author blocks; and with `NotSignedIn` for one who has just left.
     */
    readonly create: (
      postId: PostId,
      comment: NewComment
    ) => Call<Comment, TextFailure | PostNotFound | NotAllowed | NotSignedIn, CurrentUser>

    /**
     * Gives the caller's own comment, or any as an admin, another text. An agent's key makes it an agent's. Notifies nobody.
     * Fails with `CommentNotFound`, then `NotAllowed`, then for a text that `ContentFilter` refuses.
     */
    readonly change: (
      id: CommentId,
      change: CommentChange
    ) => Call<Comment, TextFailure | CommentNotFound | NotAllowed, CurrentUser>

    /** Deletes the own comment, or any as an admin. Fails with `CommentNotFound`, then `NotAllowed`. */
    readonly remove: (id: CommentId) => Call<CommentRemoved, CommentNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Comments, withSpans("Comments", Effect.gen(make)))
}

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
    readPage(commentList(postId), { ...request, limit }, (slice) => comments.page(postId, slice))

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

  const create = Effect.fnUntraced(function* (postId: PostId, { content }: NewComment) {
    const author = yield* CurrentUser
    const filtered = yield* texts.content(content, leaks.emailsOf(author.id))
    const authorKind = authorKindOf(author)
    const createdAt = yield* DateTime.now
    return yield* submit({ postId, authorId: author.id, authorKind, content: filtered, createdAt })
  })

  const decisionOf = Effect.fnUntraced(function* (id: CommentId) {
    const viewer = yield* Viewer
    const found = yield* hidden.comment(id)
    if (Option.isNone(found)) return yield* new CommentNotFound({ id })
    const { authorId, decisionId } = found.value
    return Option.exists(viewer, (user) => mayKnow(authorId, user)) ? decisionId : yield* new CommentNotFound({ id })
  })

  return {
    list,
    newest,
    place: comments.place,
    decisionOf,
    create,
    change: yield* makeChange,
    remove: yield* makeRemove
  }
}

/** Locks the post of a comment; comments are written and deleted only under this lock. */
const makeLock = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const posts = yield* PostsRepo

  return Effect.fnUntraced(function* (id: CommentId) {
    const { postId } = yield* comments.ownership(id)
    const post = yield* Effect.catchTag(posts.lock(postId), "PostNotFound", () => new CommentNotFound({ id }))
    return { post, comment: yield* comments.ownership(id) }
  })
})

const makeChange = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const { audit, changes, users, write } = yield* writing
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const lock = yield* makeLock

  return Effect.fnUntraced(function* (id: CommentId, sent: CommentChange) {
    const before = yield* comments.ownership(id)
    const user = yield* mayChange(before)
    yield* requireLength(sent.content, before)
    const content = yield* texts.content(sent.content, leaks.emailsOf(before.authorId, user.id))
    const changing = Effect.gen(function* () {
      const { comment } = yield* lock(id)
      yield* requireLength(sent.content, comment)
      const updatedAt = yield* DateTime.now
      const changed = yield* comments.update(id, {
        content,
        authorKind: authorKindOf(user),
        editorId: user.id,
        updatedAt
      })
      yield* users.touch(user.id, updatedAt)
      const { authorId: userId } = comment
      yield* audit.recordOfOthers({ action: "comment_changed", actorId: user.id, userId, targetId: id })
      yield* changes.append([{ kind: "comment", id: comment.postId, userId: null }])
      return changed
    })
    return yield* write(changing)
  })
})

const mayChange = ({ authorId }: CommentOwnership) => require(ownerOrAdmin(authorId, "changeComment"))

/** The stored text, sent back unchanged, is accepted at any length (contract, Filtering). */
const requireLength = (sent: string, stored: CommentOwnership) =>
  sent === stored.content ? Effect.void : Effect.transposeOption(tooLong("content", sent, maxCommentCharacters))

const makeRemove = Effect.gen(function* () {
  const comments = yield* CommentsRepo
  const notifications = yield* NotificationsRepo
  const { audit, changes, users, write } = yield* writing
  const lock = yield* makeLock

  return Effect.fnUntraced(function* (id: CommentId) {
    const { comment, post } = yield* lock(id)
    const user = yield* require(ownerOrAdmin(comment.authorId, "deleteComment"))
    yield* notifications.lock(post.authorId) // the notification about the comment is deleted with it
    const recipients = yield* comments.remove(id)
    yield* users.touch(user.id, yield* DateTime.now)
    const { authorId: userId } = comment
    yield* audit.recordOfOthers({ action: "comment_deleted", actorId: user.id, userId, targetId: id })
    yield* changes.append([
      { kind: "comment", id: comment.postId, userId: null },
      ...notificationsRemoved(comment.postId, recipients)
    ])
    return { deleted: true, id } as const
  }, write)
})
