import { Array, DateTime, Effect, Either, Equivalence, HashMap, Layer, Option, Order, pipe } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { UnknownDiseases } from "../../../domain/diseases/Disease.ts"
import { type DiseaseId, PostId, type UserId } from "../../../domain/Ids.ts"
import type { PostKey } from "../../../domain/Lists.ts"
import { encodePost, type PostDetail, type PostNotFound } from "../../../domain/posts/Post.ts"
import {
  countedPosts,
  type PostListing,
  type PostOwnership,
  PostsRepo,
  type PostToAdd,
  type PostUpdate,
  type PostViews
} from "../../../ports/PostsRepo.ts"
import {
  type NamePhrase,
  type RelatedPost,
  type RelatedRequest,
  type WordCounts,
  type WordLexemes,
  wordsInComments
} from "../../../search/posts/Similarity.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import {
  commentsOf,
  findPost,
  type ListOrder,
  newestFirst,
  pageOf,
  postDetailOf,
  postOf,
  withComments
} from "../RowMapping.ts"
import type { PostRow } from "../Rows.ts"
import { type Step, Store, stepOf } from "../Store.ts"
import { filterRows, type Tables, withNew, withoutFollowsOf, withRow } from "../Tables.ts"
import { listedPosts } from "./ListedPosts.ts"
import { editedSince, withoutRevisions, withRevision } from "./RevisionsRepoMemory.ts"
import { matches, postIndex, type SearchIndex } from "./SearchIndex.ts"
import { searchPosts } from "./SearchPosts.ts"

interface Candidate extends Omit<RelatedPost, "post"> {
  readonly row: PostRow
  readonly weight: number
}

const bestFirst: Order.Order<Candidate> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ weight }: Candidate) => weight),
  Order.mapInput(newestFirst, ({ row }: Candidate) => row)
)

const hasWord = (index: SearchIndex, lexemes: WordLexemes) => lexemes.some((lexeme) => index.has(lexeme))

const isNamed = (index: SearchIndex, phrases: ReadonlyArray<NamePhrase>) =>
  phrases.some(
    ({ lexemes, unless }) => matches([index], [{ _tag: "phrase", lexemes, prefix: false }]) && !hasWord(index, unless)
  )

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, number) => sum + number, 0)

const candidateOf = (tables: Tables, row: PostRow, request: RelatedRequest): Candidate => {
  const comments = commentsOf(tables, row).map(({ index }) => index)
  const inPost = request.words.flatMap(({ lexemes }, place) => (hasWord(row.index, lexemes) ? [place] : []))
  const inComments = request.words
    .slice(0, wordsInComments)
    .flatMap(({ lexemes }, place) =>
      !inPost.includes(place) && comments.some((index) => hasWord(index, lexemes)) ? [place] : []
    )
  const named = request.named.filter(({ phrases }) => isNamed(row.index, phrases))
  const filed = request.filed.filter(({ diseaseId }) => Option.contains(row.diseaseId, diseaseId))
  const words = [...inPost, ...inComments].map((place) => request.words[place]?.weight ?? 0)
  const weight = sum(words) + Math.max(0, ...[...filed, ...named].map(({ weight }) => weight))
  return { row, weight, inPost, inComments, named: named.map(({ diseaseId }): DiseaseId => diseaseId) }
}

/** Finds related posts among all: see `PostsRepo.related`. */
const relatedPosts = (tables: Tables, request: RelatedRequest): ReadonlyArray<RelatedPost> => {
  const rows = Array.fromIterable(HashMap.values(tables.posts.rows)).filter(
    ({ id }) => !Option.contains(request.except, id)
  )
  const candidates = rows.map((row) => candidateOf(tables, row, request)).filter(({ weight }) => weight > 0)
  return Array.sort(candidates, bestFirst)
    .slice(0, request.limit)
    .map(({ row, inComments, inPost, named }) => ({ post: postOf(tables, row), inPost, inComments, named }))
}

/** Counts the posts that hold each word: see `PostsRepo.wordCounts`. */
const wordCounts = (tables: Tables, words: ReadonlyArray<WordLexemes>): WordCounts => {
  const rows = Array.sort(HashMap.values(tables.posts.rows), newestFirst).slice(0, countedPosts)
  return {
    posts: rows.length,
    withWord: words.map((lexemes) => rows.filter(({ index }) => hasWord(index, lexemes)).length)
  }
}

/** The tables without a post, its comments, hidden ones too, and the notifications about it. */
export const withoutPost = (tables: Tables, id: PostId): Tables => ({
  ...tables,
  posts: filterRows(tables.posts, (post) => post.id !== id),
  comments: filterRows(tables.comments, ({ postId }) => postId !== id),
  hiddenComments: HashMap.filter(tables.hiddenComments, ({ comment }) => comment.postId !== id),
  notifications: filterRows(tables.notifications, ({ postId }) => !Option.contains(postId, id))
})

/** The recipients of notifications about a post, by ascending id. */
export const recipientsOf = (tables: Tables, id: PostId): ReadonlyArray<UserId> =>
  pipe(
    Array.filter(HashMap.values(tables.notifications.rows), ({ postId }) => Option.contains(postId, id)),
    Array.map(({ recipientId }) => recipientId),
    Array.dedupe,
    Array.sort(Order.number)
  )

type Sort = NonNullable<PostListing["sort"]>

const counts: Record<Sort, (row: PostRow) => number> = {
  date: () => 0, // ids ascend with time
  views: ({ views }) => views,
  replies: ({ commentIds }) => commentIds.length
}

const greatestFirst = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ count }: PostKey) => count),
  newestFirst
)

const sortedBy = (sort: Sort): ListOrder<PostRow, PostKey> => ({
  keyOf: (row) => ({ count: counts[sort](row), id: row.id }),
  order: greatestFirst
})

const addPost = (tables: Tables, post: PostToAdd): Either.Either<Item<PostDetail>, UnknownDiseases | NotSignedIn> => {
  if (!HashMap.has(tables.users.rows, post.authorId)) return Either.left(new NotSignedIn())
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
    editedAt: Option.none(),
    locked: false,
    index: postIndex(post.title, post.content.text)
  }
  const stored = { ...tables, posts: withNew(tables.posts, id, row) }
  const after = withActive(stored, post.authorId, post.createdAt)
  return Either.right([
    postDetailOf(after, row, Option.some(post.authorId)),
    after,
    [
      { kind: "post", id, userId: post.authorId },
      { kind: "post_published", id, userId: post.authorId }
    ]
  ])
}

const setLocked = (tables: Tables, id: PostId, locked: boolean) =>
  Either.map(findPost(tables, id), (row) => {
    const after = { ...tables, posts: withRow(tables.posts, id, { ...row, locked }) }
    return [row.locked !== locked, after] as const
  })

/** Adds views to posts, hidden ones too; unknown posts are ignored. */
const addViews = (tables: Tables, views: ReadonlyArray<PostViews>): Step<ReadonlyArray<PostViews>> => {
  const hiddenPosts = views.reduce(
    (rows, { id, views }) =>
      HashMap.modify(rows, id, ({ decisionId, post }) => ({
        decisionId,
        post: { ...post, views: post.views + views }
      })),
    tables.hiddenPosts
  )
  const rows = views.flatMap(({ id, views }) =>
    Either.match(findPost(tables, id), { onLeft: () => [], onRight: (row) => [{ ...row, views: row.views + views }] })
  )
  const posts = rows.reduce((posts, row) => withRow(posts, row.id, row), tables.posts)
  return [Effect.succeed(rows.map(({ id, views }) => ({ id, views }))), { ...tables, posts, hiddenPosts }]
}

const sameDisease = Option.getEquivalence(Equivalence.number)

const updatePost = (
  tables: Tables,
  id: PostId,
  change: PostUpdate,
  viewer: UserId
): Either.Either<readonly [PostDetail, Tables], PostNotFound> =>
  Either.map(findPost(tables, id), (row) => {
    const title = Option.getOrElse(change.title, () => row.title)
    const content = Option.getOrElse(change.content, () => row.content)
    const diseaseId = Option.getOrElse(change.diseaseId, () => row.diseaseId)
    const isSameText = title === row.title && content.content === row.content.content
    const updatedAt = DateTime.max(row.updatedAt, change.updatedAt)
    const updated = {
      ...row,
      title,
      content,
      category: Option.getOrElse(change.category, () => row.category),
      diseaseId,
      isRefiled: row.isRefiled === true || !sameDisease(diseaseId, row.diseaseId),
      authorKind: change.authorKind === "agent" ? change.authorKind : row.authorKind,
      updatedAt,
      editedAt: isSameText ? row.editedAt : editedSince(row, change.updatedAt),
      index: isSameText ? row.index : postIndex(title, content.text)
    }
    const before = isSameText ? tables : withRevision(tables, { type: "post", id }, row, viewer)
    const after = { ...before, posts: withRow(tables.posts, id, updated) }
    return [postDetailOf(after, updated, Option.some(viewer)), after]
  })

const make = Effect.map(Store, (store) => {
  const find = <A>(id: PostId, view: (tables: Tables, row: PostRow) => A) =>
    Effect.flatMap(store.tables, (tables) => Either.map(findPost(tables, id), (row) => view(tables, row)))

  const ownership = (id: PostId) =>
    find(id, (_, { authorId, content, title }): PostOwnership => ({ authorId, title, content: content.content }))

  const peek = (id: PostId, viewer: Option.Option<UserId>) =>
    find(id, (tables, row) => withComments(tables, row, viewer))

  return PostsRepo.of({
    addAll: (posts) => store.write(applyAll(posts, addPost)),
    ownership,
    lock: ownership, // transactions in memory run one at a time
    document: (id, viewer) => Effect.flatMap(peek(id, viewer), encodePost),
    peek,
    addViews: (views) => store.write((tables) => addViews(tables, views)),
    update: (id, change, viewer) => store.write((tables) => stepOf(tables, updatePost(tables, id, change, viewer))),
    setLocked: (id, locked) => store.write((tables) => stepOf(tables, setLocked(tables, id, locked))),
    remove: (id) =>
      store.write((tables) =>
        stepOf(
          tables,
          Either.map(findPost(tables, id), () => {
            const after = withoutFollowsOf(withoutPost(tables, id), { type: "post", id })
            return [recipientsOf(tables, id), withoutRevisions(after)] as const
          })
        )
      ),
    page: (filter, window) =>
      Effect.map(store.tables, (tables) =>
        pageOf(listedPosts(tables, filter), sortedBy(filter.sort ?? "date"), window, (row) => postOf(tables, row))
      ),
    search: (query, window) => Effect.map(store.tables, (tables) => searchPosts(tables, query, window)),
    wordCounts: (words) => Effect.map(store.tables, (tables) => wordCounts(tables, words)),
    related: (request) => Effect.map(store.tables, (tables) => relatedPosts(tables, request))
  })
})

/** Posts in memory. */
export const layer = Layer.effect(PostsRepo, make)
