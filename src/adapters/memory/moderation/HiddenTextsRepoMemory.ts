import { Array, Either, Option, Order } from "effect"
import { type Change, eachOnce, notificationsRemoved } from "../../../domain/Change.ts"
import type { CommentId, DecisionId, PostId, UserId } from "../../../domain/Ids.ts"
import { maxMentions } from "../../../domain/Markdown.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { CommentNotFound } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { HiddenTextsRepo } from "../../../ports/moderation/HiddenTextsRepo.ts"
import { takeOutComment } from "../posts/CommentsRepoMemory.ts"
import { changedPost, deletePost, ownershipOf, takeOutPost } from "../posts/PostsRepoMemory.ts"
import { findPost, reads } from "../Readable.ts"
import type { CommentRow, HiddenPostRow, PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import { copyOf, type Tables } from "../Tables.ts"
import { commentsOf, withComments } from "../Views.ts"

const postChanged = ({ authorId, id }: PostRow): Change => ({ kind: "post", id, userId: authorId })
const postPublished = ({ authorId, id }: PostRow): Change => ({ kind: "post_published", id, userId: authorId })
const commentChanged = ({ postId }: CommentRow): Change => ({ kind: "comment", id: postId, userId: null })
const commentPublished = ({ authorId, id }: CommentRow): Change => ({ kind: "comment_published", id, userId: authorId })

/** The changes of a move, or the error of a text that cannot be moved. */
type Moved<E> = Either.Either<ReadonlyArray<Change>, E>

const hidePost = (tables: Tables, id: PostId, decisionId: DecisionId): Moved<PostNotFound> =>
  Either.map(findPost(tables, id), (post) => {
    const withPost = commentsOf(tables, id).map((comment) => ({ comment, decisionId: Option.none<DecisionId>() }))
    const withDecisions = tables.hiddenComments.where(({ comment }) => comment.postId === id)
    const recipients = takeOutPost(tables, id)
    tables.hiddenPosts.set(id, { post, decisionId })
    for (const row of [...withDecisions, ...withPost]) tables.hiddenComments.set(row.comment.id, row)
    return [postChanged(post), ...notificationsRemoved(id, recipients)]
  })

const findHidden = (tables: Tables, id: PostId): Either.Either<HiddenPostRow, PostNotFound> =>
  Either.fromOption(
    Option.filter(tables.hiddenPosts.find(id), ({ post }) => reads(tables, tables.reader, post)),
    () => new PostNotFound({ id })
  )

/** Shows a hidden post, and the comments that were hidden with it, as they were. */
const restorePost = (tables: Tables, id: PostId): Moved<PostNotFound> =>
  Either.map(findHidden(tables, id), ({ isUntold = false, post }) => {
    const published: Array<Change> = isUntold ? [postPublished(post)] : []
    tables.posts.set(id, post)
    tables.hiddenPosts.delete(id)
    for (const { comment, decisionId, isUntold = false } of tables.hiddenComments.values()) {
      if (comment.postId !== id || Option.isSome(decisionId)) continue
      tables.comments.set(comment.id, comment)
      tables.hiddenComments.delete(comment.id)
      if (isUntold) published.push(commentPublished(comment))
    }
    return [postChanged(post), ...published]
  })

const hideComment = (tables: Tables, id: CommentId, decisionId: DecisionId): Moved<CommentNotFound> => {
  const { comments, hiddenComments } = tables
  const withPost = Option.filter(hiddenComments.find(id), (row) => Option.isNone(row.decisionId))
  const shown = Option.map(comments.find(id), (comment) => ({ comment }))
  return Option.match(
    Option.orElse(withPost, () => shown),
    {
      onNone: () => Either.left(new CommentNotFound({ id })),
      onSome: (row) => {
        const { comment } = row
        hiddenComments.set(id, { ...row, decisionId: Option.some(decisionId) })
        const recipients = Option.isSome(withPost) ? Either.right([]) : takeOutComment(tables, id)
        return Either.map(recipients, (ids) => [commentChanged(comment), ...notificationsRemoved(comment.postId, ids)])
      }
    }
  )
}

/** A comment that a decision of its own hides. */
const findHiddenComment = ({ hiddenComments }: Tables, id: CommentId) =>
  Either.fromOption(
    Option.filter(hiddenComments.find(id), ({ decisionId }) => Option.isSome(decisionId)),
    () => new CommentNotFound({ id })
  )

const restoreComment = (tables: Tables, id: CommentId): Moved<CommentNotFound> =>
  Either.map(findHiddenComment(tables, id), ({ comment, isUntold = false }) => {
    const { comments, hiddenComments, posts } = tables
    hiddenComments.set(id, { comment, decisionId: Option.none(), isUntold })
    if (!posts.has(comment.postId)) return [commentChanged(comment)]
    comments.set(id, comment)
    hiddenComments.delete(id)
    return [commentChanged(comment), ...(isUntold ? [commentPublished(comment)] : [])]
  })

/** The ids of the rows of an author, ascending. */
const idsOf = <Id extends number>(
  rows: ReadonlyArray<{ readonly id: Id; readonly authorId: UserId }>,
  authorId: UserId
): ReadonlyArray<Id> =>
  Array.sort(
    rows.filter((row) => row.authorId === authorId).map(({ id }) => id),
    Order.number
  )

/** The changes of moves that nothing can refuse, each once. */
const allOf = (moves: ReadonlyArray<Moved<CommentNotFound | PostNotFound>>): ReadonlyArray<Change> =>
  eachOnce(moves.flatMap(Either.getOrThrow))

const hideAll = (tables: Tables, authorId: UserId, decisionId: DecisionId) => {
  const { comments, hiddenComments, posts } = tables
  const hidPosts = idsOf([...posts.values()], authorId).map((id) => hidePost(tables, id, decisionId))
  const withPosts = hiddenComments.where((row) => Option.isNone(row.decisionId)).map(({ comment }) => comment)
  const hidComments = idsOf([...comments.values(), ...withPosts], authorId).map((id) =>
    hideComment(tables, id, decisionId)
  )
  return allOf([...hidPosts, ...hidComments])
}

const restoreAll = (tables: Tables, authorId: UserId, decisionId: Option.Option<DecisionId>) => {
  const isBy = (by: Option.Option<DecisionId>) =>
    Option.isSome(by) && Option.getOrElse(decisionId, () => by.value) === by.value
  const posts = tables.hiddenPosts.where((row) => isBy(Option.some(row.decisionId))).map(({ post }) => post)
  const comments = tables.hiddenComments.where((row) => isBy(row.decisionId)).map(({ comment }) => comment)
  return allOf([
    ...idsOf(posts, authorId).map((id) => restorePost(tables, id)),
    ...idsOf(comments, authorId).map((id) => restoreComment(tables, id))
  ])
}

/** The number of shown texts of an author. */
const shownOf = ({ comments, posts }: Tables, id: UserId): number =>
  posts.count(({ authorId }) => authorId === id) + comments.count(({ authorId }) => authorId === id)

/** The number of texts of a member that moderators have restored, by a decision or on an appeal. */
const restoredOf = ({ decisions }: Tables, id: UserId): number => {
  const restoring = decisions.where(
    ({ action, outcome, subjectId, target }) =>
      subjectId === id &&
      target.type !== "user" &&
      (action === "restore" || action === "publish" || (action === "hide" && outcome?.outcome === "reversed"))
  )
  return new Set(restoring.map(({ target }) => `${target.type} ${target.id}`)).size
}

const noteUntold = ({ hiddenComments, hiddenPosts }: Tables, target: TextTarget): void => {
  if (target.type === "post") hiddenPosts.change(target.id, (row) => ({ ...row, isUntold: true }))
  else hiddenComments.change(target.id, (row) => ({ ...row, isUntold: true }))
}

export const layer = inMemory(HiddenTextsRepo, ({ attempt, lookUp, readAll, write }) => ({
  hidePost: (id, decisionId) => attempt((tables) => hidePost(tables, id, decisionId)),
  hideComment: (id, decisionId) => attempt((tables) => hideComment(tables, id, decisionId)),
  lockPost: (id) =>
    lookUp((tables) =>
      Either.map(findHidden(tables, id), ({ decisionId, post }) => ({ ...ownershipOf(post), decisionId }))
    ),
  hideAll: (authorId, decisionId) => write((tables) => hideAll(tables, authorId, decisionId)),
  restorePost: (id) => attempt((tables) => restorePost(tables, id)),
  restoreComment: (id) => attempt((tables) => restoreComment(tables, id)),
  restoreAll: (authorId, decisionId) => write((tables) => restoreAll(tables, authorId, decisionId)),
  setDecision: (target, decisionId) =>
    attempt((tables): Either.Either<void, CommentNotFound | PostNotFound> => {
      if (target.type === "post") {
        return Either.map(findHidden(tables, target.id), (row) => {
          tables.hiddenPosts.set(target.id, { ...row, decisionId })
        })
      }
      return Either.map(findHiddenComment(tables, target.id), (row) => {
        tables.hiddenComments.set(target.id, { ...row, decisionId: Option.some(decisionId) })
      })
    }),
  noteUntold: (target) => write((tables) => noteUntold(tables, target)),
  updatePost: (id, change, editor) =>
    attempt((tables) =>
      Either.map(findHidden(tables, id), (row) => {
        const mentions = Option.match(change.content, { onNone: () => [], onSome: (content) => content.mentions })
        const mentioned = Array.dedupe([...row.post.mentioned, ...mentions]).slice(0, maxMentions)
        const post = changedPost(tables, row.post, change, editor)
        const isRefiled = post.isRefiled && row.isUntold !== true
        tables.hiddenPosts.set(id, { ...row, post: { ...post, isRefiled, mentioned } })
      })
    ),
  setLocked: (id, locked) =>
    attempt((tables) =>
      Either.map(findHidden(tables, id), (row) => {
        tables.hiddenPosts.set(id, { ...row, post: { ...row.post, locked } })
        return row.post.locked !== locked
      })
    ),
  removePost: (id) => attempt((tables) => Either.map(findHidden(tables, id), () => void deletePost(tables, id))),
  post: (id, viewer) =>
    lookUp((tables) =>
      Either.map(findHidden(tables, id), ({ decisionId, post }) => {
        const restored = copyOf(tables)
        restorePost(restored, id)
        return { post: withComments(restored, post, viewer), decisionId }
      })
    ),
  comment: (id) =>
    lookUp(({ hiddenComments, hiddenPosts }) =>
      Either.map(
        Either.fromOption(hiddenComments.find(id), () => new CommentNotFound({ id })),
        ({ comment: { authorId, content, postId }, decisionId }) => ({
          postId,
          authorId,
          content: content.content,
          decisionId: Option.getOrElse(decisionId, () => hiddenPosts.referred(postId).decisionId),
          isWithPost: Option.isNone(decisionId)
        })
      )
    ),
  isNew: (id, texts) =>
    readAll((tables) => {
      const isUnverified = Option.exists(tables.users.find(id), ({ verification }) => Option.isNone(verification))
      return isUnverified && Math.max(shownOf(tables, id), restoredOf(tables, id)) < texts
    })
}))
