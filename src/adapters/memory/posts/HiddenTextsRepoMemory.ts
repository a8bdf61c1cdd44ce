import { Effect, Either, Layer, Option } from "effect"
import type { CommentId, DecisionId, PostId, UserId } from "../../../domain/Ids.ts"
import { CommentNotFound } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { HiddenTextsRepo, type TextTarget } from "../../../ports/HiddenTextsRepo.ts"
import type { HiddenPostRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import { copyOf, type Tables } from "../Tables.ts"
import { commentsOf, findPost, oldestFirst, withComments } from "../Views.ts"
import { takeOutComment } from "./CommentsRepoMemory.ts"
import { deletePost, takeOutPost } from "./PostsRepoMemory.ts"

const hidePost = (tables: Tables, id: PostId, decisionId: DecisionId) =>
  Either.map(findPost(tables, id), (post) => {
    const withPost = commentsOf(tables, id).map((comment) => ({ comment, decisionId: Option.none<DecisionId>() }))
    const withDecisions = tables.hiddenComments.where(({ comment }) => comment.postId === id)
    const recipients = takeOutPost(tables, id)
    tables.hiddenPosts.set(id, { post, decisionId })
    for (const row of [...withDecisions, ...withPost]) tables.hiddenComments.set(row.comment.id, row)
    return recipients
  })

const findHidden = ({ hiddenPosts }: Tables, id: PostId): Either.Either<HiddenPostRow, PostNotFound> =>
  Either.fromOption(hiddenPosts.find(id), () => new PostNotFound({ id }))

/** Shows a hidden post, and the comments that were hidden with it, as they were. */
const restorePost = (tables: Tables, id: PostId) =>
  Either.map(findHidden(tables, id), ({ post }) => {
    tables.posts.set(id, post)
    tables.hiddenPosts.delete(id)
    for (const { comment, decisionId } of tables.hiddenComments.values()) {
      if (comment.postId !== id || Option.isSome(decisionId)) continue
      tables.comments.set(comment.id, comment)
      tables.hiddenComments.delete(comment.id)
    }
    return post
  })

const hideComment = (
  tables: Tables,
  id: CommentId,
  decisionId: DecisionId
): Either.Either<ReadonlyArray<UserId>, CommentNotFound> => {
  const { comments, hiddenComments } = tables
  const withPost = Option.filter(hiddenComments.find(id), (row) => Option.isNone(row.decisionId))
  const shown = Option.map(comments.find(id), (comment) => ({ comment }))
  return Option.match(
    Option.orElse(withPost, () => shown),
    {
      onNone: () => Either.left(new CommentNotFound({ id })),
      onSome: ({ comment }) => {
        hiddenComments.set(id, { comment, decisionId: Option.some(decisionId) })
        return Option.isSome(withPost) ? Either.right([]) : takeOutComment(tables, id)
      }
    }
  )
}

const restoreComment = (
  { comments, hiddenComments, posts }: Tables,
  id: CommentId
): Either.Either<void, CommentNotFound> => {
  const hidden = Option.filter(hiddenComments.find(id), ({ decisionId }) => Option.isSome(decisionId))
  return Either.map(
    Either.fromOption(hidden, () => new CommentNotFound({ id })),
    ({ comment }) => {
      if (!posts.has(comment.postId)) return void hiddenComments.set(id, { comment, decisionId: Option.none() })
      comments.set(id, comment)
      hiddenComments.delete(id)
    }
  )
}

/** The texts of an author that a decision hides, or those that none does: posts, then comments, each by id. */
const textsOf = (tables: Tables, authorId: UserId, state: "hidden" | "shown"): ReadonlyArray<TextTarget> => {
  const isHidden = state === "hidden"
  const hiddenComments = tables.hiddenComments
    .where(({ decisionId }) => Option.isSome(decisionId) === isHidden)
    .map(({ comment }) => comment)
  const posts = isHidden ? [...tables.hiddenPosts.values()].map(({ post }) => post) : [...tables.posts.values()]
  const comments = isHidden ? hiddenComments : [...tables.comments.values(), ...hiddenComments]
  const own = <Row extends { readonly id: number; readonly authorId: UserId }>(rows: ReadonlyArray<Row>) =>
    rows.filter((row) => row.authorId === authorId).sort(oldestFirst)
  return [
    ...own(posts).map(({ id }) => ({ type: "post" as const, id })),
    ...own(comments).map(({ id }) => ({ type: "comment" as const, id }))
  ]
}

const isAfter = ({ id, type }: TextTarget, after: Option.Option<TextTarget>) =>
  Option.match(after, {
    onNone: () => true,
    onSome: (last) => (type === last.type ? id > last.id : type === "comment")
  })

const make = Effect.map(Store, ({ read, write }) =>
  HiddenTextsRepo.of({
    hidePost: (id, decisionId) => Effect.flatten(write((tables) => hidePost(tables, id, decisionId))),
    hideComment: (id, decisionId) => Effect.flatten(write((tables) => hideComment(tables, id, decisionId))),
    lockPost: (id) =>
      Effect.flatten(
        read((tables) =>
          Either.map(findHidden(tables, id), ({ decisionId, post: { authorId, content, title } }) => ({
            authorId,
            title,
            content: content.content,
            decisionId
          }))
        )
      ),
    restorePost: (id) => Effect.asVoid(Effect.flatten(write((tables) => restorePost(tables, id)))),
    restoreComment: (id) => Effect.flatten(write((tables) => restoreComment(tables, id))),
    removePost: (id) =>
      Effect.flatten(write((tables) => Either.map(findHidden(tables, id), () => void deletePost(tables, id)))),
    post: (id, viewer) =>
      read((tables) =>
        Option.map(tables.hiddenPosts.find(id), ({ decisionId }) => {
          const restored = copyOf(tables)
          const post = Either.getOrThrow(restorePost(restored, id))
          return { post: withComments(restored, post, viewer), decisionId }
        })
      ),
    comment: (id) =>
      read(({ hiddenComments, hiddenPosts }) =>
        Option.map(hiddenComments.find(id), ({ comment: { authorId, content, postId }, decisionId }) => ({
          postId,
          authorId,
          content: content.content,
          decisionId: Option.getOrElse(decisionId, () => hiddenPosts.referred(postId).decisionId)
        }))
      ),
    isNew: (id, texts) =>
      read((tables) => {
        const written = textsOf(tables, id, "shown").length + textsOf(tables, id, "hidden").length
        return (
          written < texts && Option.exists(tables.users.find(id), ({ verification }) => Option.isNone(verification))
        )
      }),
    lockAuthor: () => Effect.void, // transactions in memory run one at a time
    textsOf: (authorId, state, after, limit) =>
      read((tables) =>
        textsOf(tables, authorId, state)
          .filter((target) => isAfter(target, after))
          .slice(0, limit)
      )
  })
)

/** Hidden posts and comments in memory. */
export const layer = Layer.effect(HiddenTextsRepo, make)
