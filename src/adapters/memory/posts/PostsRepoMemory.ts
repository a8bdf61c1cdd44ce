import { Array, Effect, Either, HashMap, Layer, Option, Order, pipe } from "effect"
import { UnknownDiseases } from "../../../domain/diseases/Disease.ts"
import { type DiseaseId, PostId, type UserId } from "../../../domain/Ids.ts"
import type { PostKey } from "../../../domain/Lists.ts"
import { commentsShown } from "../../../domain/posts/Comment.ts"
import { encodePost, type PostDetail, PostNotFound, type PostWithComments } from "../../../domain/posts/Post.ts"
import {
  type PostListing,
  type PostOwnership,
  PostsRepo,
  type PostToAdd,
  type PostViews
} from "../../../ports/PostsRepo.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import { withSubtypes } from "../diseases/DiseaseFamily.ts"
import { commentOf, commentsOf, found, type Keyed, newestFirst, postDetailOf, postOf } from "../RowMapping.ts"
import type { PostRow } from "../Rows.ts"
import type { Step, Tables } from "../Store.ts"
import { keeping, Store, withNew, withRow } from "../Store.ts"
import { search } from "./PostSearch.ts"
import { related, wordCounts } from "./PostsRelated.ts"
import { indexOf } from "./SearchIndex.ts"

const withComments = (tables: Tables, row: PostRow, viewer: Option.Option<UserId>): PostWithComments => ({
  ...postDetailOf(tables, row, viewer),
  comments: commentsOf(tables, row)
    .slice(0, commentsShown)
    .map((comment) => commentOf(tables, comment))
})

/** Views, comments, and what tells of them go with their post. */
const withoutPost = (tables: Tables, id: PostId): Tables => ({
  ...tables,
  posts: keeping(tables.posts, (post) => post.id !== id),
  comments: keeping(tables.comments, ({ postId }) => postId !== id),
  notifications: keeping(tables.notifications, ({ postId }) => postId !== id)
})

/** Who was notified about a post, by ascending id. */
const recipientsOf = (tables: Tables, id: PostId): ReadonlyArray<UserId> =>
  pipe(
    Array.filter(HashMap.values(tables.notifications.rows), ({ postId }) => postId === id),
    Array.map(({ recipientId }) => recipientId),
    Array.dedupe,
    Array.sort(Order.number)
  )

type Sort = NonNullable<PostListing["sort"]>

const counts: Record<Sort, (row: PostRow) => number> = {
  date: () => 0, // ids are given in the order of time
  views: ({ views }) => views,
  replies: ({ commentIds }) => commentIds.length
}

const greatestFirst = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ count }: PostKey) => count),
  newestFirst
)

const sortedBy = (sort: Sort): Keyed<PostRow, PostKey> => ({
  keyOf: (row) => ({ count: counts[sort](row), id: row.id }),
  order: greatestFirst
})

const wanted = (
  tables: Tables,
  { authorId, category, diseaseId, includeDescendants }: PostListing
): ReadonlyArray<PostRow> => {
  const about = diseaseId === undefined ? [] : includeDescendants ? withSubtypes(tables, [diseaseId]) : [diseaseId]
  const family = new Set(about)
  return Array.filter(
    HashMap.values(tables.posts.rows),
    (row) =>
      (authorId === undefined || row.authorId === authorId) &&
      (category === undefined || row.category === category) &&
      (diseaseId === undefined || Option.exists(row.diseaseId, (id) => family.has(id)))
  )
}

const added = (tables: Tables, post: PostToAdd): Either.Either<Item<PostDetail>, UnknownDiseases> => {
  const isKnown = (id: DiseaseId) =>
    HashMap.get(tables.diseases.rows, id).pipe(Option.exists(({ retired }) => !retired))
  const unknown = Option.toArray(post.diseaseId).filter((id) => !isKnown(id))
  if (unknown.length > 0) return Either.left(new UnknownDiseases({ field: "diseaseId", ids: unknown }))
  const id = PostId.make(tables.posts.lastId + 1)
  const row: PostRow = {
    ...post,
    id,
    views: 0,
    commentIds: [],
    likedBy: HashMap.empty(),
    updatedAt: post.createdAt,
    index: indexOf(post.title, post.content.text)
  }
  const stored = { ...tables, posts: withNew(tables.posts, id, row) }
  const after = withActive(stored, post.authorId, post.createdAt)
  return Either.right([
    postDetailOf(after, row, Option.some(post.authorId)),
    after,
    [{ kind: "post", id, userId: post.authorId }]
  ])
}

const make = Effect.gen(function* () {
  const store = yield* Store

  const rowOf = (tables: Tables, id: PostId) => Option.getOrUndefined(HashMap.get(tables.posts.rows, id))

  const ownership = (id: PostId): Effect.Effect<PostOwnership, PostNotFound> =>
    Effect.flatMap(store.tables, (tables) => {
      const row = rowOf(tables, id)
      return row === undefined
        ? Effect.fail(new PostNotFound({ id }))
        : Effect.succeed({ authorId: row.authorId, title: row.title, content: row.content.content })
    })

  const peek = (id: PostId, viewer: Option.Option<UserId>): Effect.Effect<PostWithComments, PostNotFound> =>
    Effect.flatMap(store.tables, (tables) => {
      const row = rowOf(tables, id)
      return row === undefined
        ? Effect.fail(new PostNotFound({ id }))
        : Effect.succeed(withComments(tables, row, viewer))
    })

  /** Changes a post, and answers with what it has become. */
  const changed = <A>(id: PostId, change: (row: PostRow) => PostRow, view: (tables: Tables, row: PostRow) => A) =>
    store.write((tables): Step<A, PostNotFound> => {
      const row = rowOf(tables, id)
      if (row === undefined) return [Effect.fail(new PostNotFound({ id })), tables]
      const after = change(row)
      const stored = { ...tables, posts: withRow(tables.posts, id, after) }
      return [Effect.succeed(view(stored, after)), stored]
    })

  return PostsRepo.of({
    addAll: (posts) => store.write(applyAll(posts, added)),

    ownership,

    lock: ownership, // transactions in memory run one at a time

    document: (id, viewer) => Effect.flatMap(peek(id, viewer), encodePost),

    peek,

    addViews: (added) =>
      store.write((tables): Step<ReadonlyArray<PostViews>> => {
        const known = added.flatMap(({ id, views }) => {
          const row = rowOf(tables, id)
          return row === undefined ? [] : [{ ...row, views: row.views + views }]
        })
        const posts = known.reduce((posts, row) => withRow(posts, row.id, row), tables.posts)
        return [Effect.succeed(known.map(({ id, views }) => ({ id, views }))), { ...tables, posts }]
      }),

    update: (id, change, viewer) =>
      changed(
        id,
        (row) => {
          const title = Option.getOrElse(change.title, () => row.title)
          const content = Option.getOrElse(change.content, () => row.content)
          const reindexed = title !== row.title || content !== row.content
          return {
            ...row,
            title,
            content,
            category: Option.getOrElse(change.category, () => row.category),
            diseaseId: Option.getOrElse(change.diseaseId, () => row.diseaseId),
            updatedAt: change.updatedAt,
            index: reindexed ? indexOf(title, content.text) : row.index
          }
        },
        (tables, row) => postDetailOf(tables, row, Option.some(viewer))
      ),

    remove: (id) =>
      store.write(
        (tables): Step<ReadonlyArray<UserId>, PostNotFound> =>
          rowOf(tables, id) === undefined
            ? [Effect.fail(new PostNotFound({ id })), tables]
            : [Effect.succeed(recipientsOf(tables, id)), withoutPost(tables, id)]
      ),

    page: (filter, window) =>
      Effect.map(store.tables, (tables) =>
        found(wanted(tables, filter), sortedBy(filter.sort ?? "date"), window, (row) => postOf(tables, row))
      ),

    search: (asked, window) => Effect.map(store.tables, (tables) => search(tables, asked, window)),

    wordCounts: (words) => Effect.map(store.tables, (tables) => wordCounts(tables, words)),
    related: (request) => Effect.map(store.tables, (tables) => related(tables, request))
  })
})

/** Posts in memory. */
export const layer = Layer.effect(PostsRepo, make)
