import { Array, Effect, Either, HashMap, Layer, Option, Order } from "effect"
import type { CommentId, DecisionId, PostId, UserId } from "../../../domain/Ids.ts"
import { CommentNotFound } from "../../../domain/posts/Comment.ts"
import { PostNotFound } from "../../../domain/posts/Post.ts"
import { HiddenTextsRepo, type TextTarget } from "../../../ports/HiddenTextsRepo.ts"
import { commentsOf, findPost, oldestFirst, withComments } from "../RowMapping.ts"
import type { CommentRow, HiddenPostRow, UserRow } from "../Rows.ts"
import { Store, stepOf } from "../Store.ts"
import { referred, type Tables, withoutFollowsOf, withRow } from "../Tables.ts"
import { removeComment } from "./CommentsRepoMemory.ts"
import { recipientsOf, withoutPost } from "./PostsRepoMemory.ts"
import { withoutRevisions } from "./RevisionsRepoMemory.ts"

const hidePost = (tables: Tables, id: PostId, decisionId: DecisionId) =>
  Either.map(findPost(tables, id), (post) => {
    const hiddenComments = commentsOf(tables, post).reduce(
      (hidden, comment) => HashMap.set(hidden, comment.id, { comment, decisionId: Option.none() }),
      tables.hiddenComments
    )
    const hiddenPosts = HashMap.set(tables.hiddenPosts, id, { post, decisionId })
    return [recipientsOf(tables, id), { ...withoutPost(tables, id), hiddenPosts, hiddenComments }] as const
  })

const findHidden = (tables: Tables, id: PostId): Either.Either<HiddenPostRow, PostNotFound> =>
  Either.fromOption(HashMap.get(tables.hiddenPosts, id), () => new PostNotFound({ id }))

/** The tables with a hidden post and the comments that were hidden with it as they were. */
const restorePost = (tables: Tables, id: PostId) =>
  Either.map(findHidden(tables, id), ({ post }): Tables => {
    const isWithPost = HashMap.filter(
      tables.hiddenComments,
      ({ comment, decisionId }) => comment.postId === id && Option.isNone(decisionId)
    )
    const comments = Array.fromIterable(HashMap.values(isWithPost)).map(({ comment }) => comment)
    const commentIds = Array.sort(comments, oldestFirst).map((comment) => comment.id)
    return {
      ...tables,
      posts: withRow(tables.posts, id, { ...post, commentIds }),
      comments: comments.reduce((table, comment) => withRow(table, comment.id, comment), tables.comments),
      hiddenPosts: HashMap.remove(tables.hiddenPosts, id),
      hiddenComments: HashMap.removeMany(tables.hiddenComments, HashMap.keys(isWithPost))
    }
  })

const hideComment = (
  tables: Tables,
  id: CommentId,
  decisionId: DecisionId
): Either.Either<readonly [ReadonlyArray<UserId>, Tables], CommentNotFound> => {
  const setHidden = (after: Tables, comment: CommentRow): Tables => ({
    ...after,
    hiddenComments: HashMap.set(tables.hiddenComments, id, { comment, decisionId: Option.some(decisionId) })
  })
  const withPost = Option.filter(HashMap.get(tables.hiddenComments, id), (row) => Option.isNone(row.decisionId))
  return Option.match(withPost, {
    onNone: () =>
      Either.map(removeComment(tables, id), ([recipients, after]) => [
        recipients,
        setHidden(after, referred(tables.comments, id))
      ]),
    onSome: ({ comment }) => Either.right([[], setHidden(tables, comment)])
  })
}

const restoreComment = (tables: Tables, id: CommentId): Either.Either<Tables, CommentNotFound> =>
  Option.match(
    Option.filter(HashMap.get(tables.hiddenComments, id), ({ decisionId }) => Option.isSome(decisionId)),
    {
      onNone: () => Either.left(new CommentNotFound({ id })),
      onSome: ({ comment }) => {
        const post = Either.getRight(findPost(tables, comment.postId))
        if (Option.isNone(post)) {
          const row = { comment, decisionId: Option.none() }
          return Either.right({ ...tables, hiddenComments: HashMap.set(tables.hiddenComments, id, row) })
        }
        const commentIds = Array.sort([...post.value.commentIds, id], Order.number)
        return Either.right({
          ...tables,
          posts: withRow(tables.posts, comment.postId, { ...post.value, commentIds }),
          comments: withRow(tables.comments, id, comment),
          hiddenComments: HashMap.remove(tables.hiddenComments, id)
        })
      }
    }
  )

/** The texts of an author that a decision hides, or those that none does: posts, then comments, each by id. */
const textsOf = (tables: Tables, authorId: UserId, state: "hidden" | "shown"): ReadonlyArray<TextTarget> => {
  const isHidden = state === "hidden"
  const hiddenPosts = Array.fromIterable(HashMap.values(tables.hiddenPosts)).map(({ post }) => post)
  const hiddenComments = Array.fromIterable(HashMap.values(tables.hiddenComments))
    .filter(({ decisionId }) => Option.isSome(decisionId) === isHidden)
    .map(({ comment }) => comment)
  const posts = isHidden ? hiddenPosts : Array.fromIterable(HashMap.values(tables.posts.rows))
  const comments = isHidden ? hiddenComments : [...HashMap.values(tables.comments.rows), ...hiddenComments]
  const own = <Row extends { readonly id: number; readonly authorId: UserId }>(rows: ReadonlyArray<Row>) =>
    Array.sort(
      rows.filter((row) => row.authorId === authorId),
      oldestFirst
    )
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

const removePost = (tables: Tables, id: PostId) =>
  Either.map(findHidden(tables, id), () => {
    const hiddenPosts = HashMap.remove(tables.hiddenPosts, id)
    const after = withoutFollowsOf(withoutPost(tables, id), { type: "post", id })
    return withoutRevisions({ ...after, hiddenPosts })
  })

/** The step of a change without a result. */
const changed = <E>(before: Tables, change: Either.Either<Tables, E>) =>
  stepOf(
    before,
    Either.map(change, (after) => [undefined, after] as const)
  )

const make = Effect.map(Store, (store) =>
  HiddenTextsRepo.of({
    hidePost: (id, decisionId) => store.write((tables) => stepOf(tables, hidePost(tables, id, decisionId))),
    hideComment: (id, decisionId) => store.write((tables) => stepOf(tables, hideComment(tables, id, decisionId))),
    lockPost: (id) =>
      Effect.flatMap(store.tables, (tables) =>
        Either.map(findHidden(tables, id), ({ decisionId, post: { authorId, content, title } }) => ({
          authorId,
          title,
          content: content.content,
          decisionId
        }))
      ),
    restorePost: (id) => store.write((tables) => changed(tables, restorePost(tables, id))),
    restoreComment: (id) => store.write((tables) => changed(tables, restoreComment(tables, id))),
    removePost: (id) => store.write((tables) => changed(tables, removePost(tables, id))),
    post: (id, viewer) =>
      Effect.map(store.tables, (tables) =>
        Option.map(HashMap.get(tables.hiddenPosts, id), ({ decisionId }) => {
          const restored = Either.getOrThrow(restorePost(tables, id))
          return { post: withComments(restored, referred(restored.posts, id), viewer), decisionId }
        })
      ),
    comment: (id) =>
      Effect.map(store.tables, (tables) =>
        Option.map(
          HashMap.get(tables.hiddenComments, id),
          ({ comment: { authorId, content, postId }, decisionId }) => ({
            postId,
            authorId,
            excerpt: content.excerpt,
            decisionId: Option.getOrElse(decisionId, () => HashMap.unsafeGet(tables.hiddenPosts, postId).decisionId)
          })
        )
      ),
    isNew: (id, texts) =>
      Effect.map(store.tables, (tables) => {
        const written = textsOf(tables, id, "shown").length + textsOf(tables, id, "hidden").length
        const isUnverified = ({ verification }: UserRow) => Option.isNone(verification)
        return written < texts && Option.exists(HashMap.get(tables.users.rows, id), isUnverified)
      }),
    lockAuthor: () => Effect.void, // transactions in memory run one at a time
    textsOf: (authorId, state, after, limit) =>
      Effect.map(store.tables, (tables) =>
        textsOf(tables, authorId, state)
          .filter((target) => isAfter(target, after))
          .slice(0, limit)
      )
  })
)

/** Hidden posts and comments in memory. */
export const layer = Layer.effect(HiddenTextsRepo, make)
