import type { Term } from "@rare-disease-community/text/Lexemes"
import { Array, DateTime, Effect, Either, Equivalence, Option, Order } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { UnknownDiseases } from "../../../domain/diseases/Disease.ts"
import { type DiseaseId, PostId, type UserId } from "../../../domain/Ids.ts"
import type { PostKey } from "../../../domain/Lists.ts"
import { AudienceRefused } from "../../../domain/posts/Audience.ts"
import { encodePost, type PostDetail } from "../../../domain/posts/Post.ts"
import {
  maxCountedPosts,
  type PostListing,
  type PostOwnership,
  PostsRepo,
  type PostToAdd,
  type PostUpdate,
  type PostViews
} from "../../../ports/posts/PostsRepo.ts"
import type { CountedWord } from "../../../search/posts/CommunityWords.ts"
import {
  type NamePhrase,
  type RelatedPost,
  type RelatedRequest,
  type WordCounts,
  type WordLexemes,
  wordsInComments
} from "../../../search/posts/Similarity.ts"
import { findPost, hasRestricted } from "../Readable.ts"
import type { PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { commentsOf, type ListOrder, newestFirst, pageOf, postDetailOf, postOf, withComments } from "../Views.ts"
import { type Item, isOf, notifyAuthors, setActive, writeAll } from "../Writes.ts"
import { editedSince, keepRevision, removeRevisions } from "./RevisionsRepoMemory.ts"
import { holds, matches, postIndex, type SearchIndex } from "./SearchIndex.ts"
import { countOf, listedPosts, searchPosts } from "./SearchPosts.ts"
import { removeTranslations } from "./TranslationsRepoMemory.ts"

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
  const comments = commentsOf(tables, row.id).map(({ index }) => index)
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
  const rows = tables.posts.where(({ id }) => !Option.contains(request.except, id))
  const candidates = rows.map((row) => candidateOf(tables, row, request)).filter(({ weight }) => weight > 0)
  return Array.sort(candidates, bestFirst)
    .slice(0, request.limit)
    .map(({ row, inComments, inPost, named }) => ({ post: postOf(tables, row), inPost, inComments, named }))
}

/** Counts the posts that hold each word: see `PostsRepo.wordCounts`. */
const wordCounts = (tables: Tables, words: ReadonlyArray<WordLexemes>): WordCounts => {
  const rows = Array.sort(tables.posts.values(), newestFirst).slice(0, maxCountedPosts)
  return {
    posts: rows.length,
    withWord: words.map((lexemes) => rows.filter(({ index }) => hasWord(index, lexemes)).length)
  }
}

/** Counts the words of all texts: see `PostsRepo.countedWords`. */
const countedWords = ({ comments, posts }: Tables): ReadonlyArray<CountedWord> => {
  const counted = new Map<string, { texts: number; times: number }>()
  for (const { index } of [...posts.values(), ...comments.values()]) {
    for (const [lexeme, positions] of index) {
      const { texts, times } = counted.get(lexeme) ?? { texts: 0, times: 0 }
      counted.set(lexeme, { texts: texts + 1, times: times + positions.length })
    }
  }
  return Array.fromIterable(counted).map(([lexeme, counts]) => ({ lexeme, ...counts }))
}

/** Tells which terms the texts have: see `PostsRepo.heldTerms`. */
const heldTerms = ({ comments, posts }: Tables, terms: ReadonlyArray<Term>): ReadonlyArray<boolean> => {
  const texts = [...posts.values(), ...comments.values()]
  return terms.map((term) => texts.some(({ index }) => holds(index, term)))
}

/**
 * Takes a post, its comments, hidden ones too, and the notifications about it out of the tables. Gives the recipients
 * by ascending id.
 */
export const takeOutPost = (tables: Tables, id: PostId): ReadonlyArray<UserId> => {
  const about = tables.notifications.where(({ postId }) => Option.contains(postId, id))
  for (const notification of about) tables.notifications.delete(notification.id)
  tables.posts.delete(id)
  tables.comments.deleteWhere(({ postId }) => postId === id)
  tables.hiddenComments.deleteWhere(({ comment }) => comment.postId === id)
  removeTranslations(tables)
  tables.places.deleteWhere(({ postId }) => postId === id)
  return Array.sort(new Set(about.map(({ recipientId }) => recipientId)), Order.number)
}

/** Deletes a post, shown or hidden, and what hangs on it. Gives the recipients of notifications about it. */
export const deletePost = (tables: Tables, id: PostId): ReadonlyArray<UserId> => {
  const recipients = takeOutPost(tables, id)
  tables.hiddenPosts.delete(id)
  tables.likes.deleteWhere(({ postId }) => postId === id)
  tables.follows.deleteWhere(isOf({ type: "post", id }))
  removeRevisions(tables)
  return recipients
}

interface ListedRow {
  readonly row: PostRow
  readonly related?: true
}

const keyOrder = Order.combineAll<PostKey>([
  Order.mapInput(Order.boolean, ({ related }) => related === true),
  Order.mapInput(Order.reverse(Order.number), ({ count }) => count),
  newestFirst
])

const sortedBy = (tables: Tables, sort: NonNullable<PostListing["sort"]>): ListOrder<ListedRow, PostKey> => ({
  keyOf: ({ row, ...mark }) => ({ count: countOf(tables, row, sort), id: row.id, ...mark }),
  order: keyOrder
})

/** The posts of a list, in no order, with those about related diseases marked. */
const listedRows = (tables: Tables, { includeRelated = false, ...filter }: PostListing): ReadonlyArray<ListedRow> => {
  if (!includeRelated || filter.diseaseId === undefined) return listedPosts(tables, filter).map((row) => ({ row }))
  const related = listedPosts(tables, { ...filter, isRelated: true })
  return [
    ...listedPosts(tables, { ...filter, includeDescendants: true }).map((row) => ({ row })),
    ...related.map((row) => ({ row, related: true as const }))
  ]
}

type AddRefusal = UnknownDiseases | NotSignedIn | AudienceRefused

const addPost = (tables: Tables, post: PostToAdd): Either.Either<Item<PostDetail>, AddRefusal> => {
  const { communitySettings, diseases, posts, users } = tables
  if (!users.has(post.authorId)) return Either.left(new NotSignedIn())
  const isForSome = post.audience !== undefined && post.audience !== "everyone"
  if (isForSome && communitySettings.audiences === false) return Either.left(new AudienceRefused({ reason: "off" }))
  const unknown = Option.toArray(post.diseaseId).filter((id) => diseases.get(id)?.retired !== false)
  if (unknown.length > 0) return Either.left(new UnknownDiseases({ field: "diseaseId", ids: unknown }))
  const id = PostId.make(++posts.lastId)
  const row: PostRow = {
    ...post,
    id,
    audience: post.audience ?? "everyone",
    hasOthers: false,
    isRefiled: false,
    views: 0,
    updatedAt: post.createdAt,
    editedAt: Option.none(),
    locked: false,
    mentioned: post.content.mentions,
    index: postIndex(post.title, post.content.text)
  }
  posts.set(id, row)
  setActive(tables, post.authorId, post.createdAt)
  const { authorId: actorId, authorKind: actorKind, createdAt } = post
  const mention = { type: "mention" as const, actorId, actorKind, postId: id, commentId: Option.none(), createdAt }
  const mentioned = notifyAuthors(tables, mention, post.content.mentions)
  return Either.right([
    postDetailOf(tables, row, Option.some(post.authorId)),
    [{ kind: "post", id, userId: post.authorId }, { kind: "post_published", id, userId: post.authorId }, ...mentioned]
  ])
}

const addViews = ({ hiddenPosts, posts }: Tables, added: ReadonlyArray<PostViews>): ReadonlyArray<PostViews> =>
  added.flatMap(({ id, views }) => {
    const seen = (post: PostRow) => ({ ...post, views: post.views + views })
    hiddenPosts.change(id, (row) => ({ ...row, post: seen(row.post) }))
    posts.change(id, seen)
    const counted = Option.orElse(posts.find(id), () => Option.map(hiddenPosts.find(id), ({ post }) => post))
    return Option.toArray(Option.map(counted, (row) => ({ id, views: row.views })))
  })

const sameDisease = Option.getEquivalence(Equivalence.number)

/** A shown or hidden post after a change, whose revision is kept. */
export const changedPost = (tables: Tables, row: PostRow, change: PostUpdate, editor: UserId): PostRow => {
  const title = Option.getOrElse(change.title, () => row.title)
  const content = Option.getOrElse(change.content, () => row.content)
  const diseaseId = Option.getOrElse(change.diseaseId, () => row.diseaseId)
  const isSameText = title === row.title && content.content === row.content.content
  if (!isSameText) keepRevision(tables, { type: "post", id: row.id }, row, editor)
  return {
    ...row,
    title,
    content,
    language: Option.getOrElse(change.language, () => row.language),
    category: Option.getOrElse(change.category, () => row.category),
    audience: change.audience ?? row.audience,
    diseaseId,
    isRefiled: row.isRefiled || !sameDisease(diseaseId, row.diseaseId),
    authorKind: change.authorKind === "agent" ? change.authorKind : row.authorKind,
    updatedAt: DateTime.max(row.updatedAt, change.updatedAt),
    editedAt: isSameText ? row.editedAt : editedSince(row, change.updatedAt),
    index: postIndex(title, content.text)
  }
}

const updatePost = (tables: Tables, id: PostId, change: PostUpdate, viewer: UserId) =>
  Either.map(findPost(tables, id), (row) => {
    const updated = changedPost(tables, row, change, viewer)
    tables.posts.set(id, updated)
    return postDetailOf(tables, updated, Option.some(viewer))
  })

export const ownershipOf = ({ audience, authorId, content, diseaseId, title }: PostRow): PostOwnership => ({
  audience,
  authorId,
  title,
  content: content.content,
  diseaseId
})

export const layer = inMemory(PostsRepo, ({ attempt, lookUp, read, readAll, write }) => {
  const find = <A>(id: PostId, view: (tables: Tables, row: PostRow) => A) =>
    lookUp((tables) => Either.map(findPost(tables, id), (row) => view(tables, row)))

  const ownership = (id: PostId) => find(id, (_, row) => ownershipOf(row))

  const get = (id: PostId, viewer: Option.Option<UserId>) =>
    find(id, (tables, row) => withComments(tables, row, viewer))

  return {
    addAll: (posts) => write(writeAll(posts, addPost)),
    ownership,
    lock: ownership, // transactions in memory run one at a time
    document: (id, viewer) => Effect.flatMap(get(id, viewer), encodePost),
    head: (id, viewer) => Effect.flatMap(get(id, viewer), (post) => encodePost({ ...post, comments: [] })),
    get,
    addViews: (views) => write((tables) => addViews(tables, views)),
    update: (id, change, viewer) => attempt((tables) => updatePost(tables, id, change, viewer)),
    hasRestricted: readAll(hasRestricted),
    restrictedExists: readAll(hasRestricted),
    othersCommented: (id) =>
      readAll(({ hiddenPosts, posts }) => (posts.get(id) ?? hiddenPosts.get(id)?.post)?.hasOthers === true),
    setLocked: (id, locked) =>
      attempt((tables) =>
        Either.map(findPost(tables, id), (row) => {
          tables.posts.set(id, { ...row, locked })
          return row.locked !== locked
        })
      ),
    remove: (id) => attempt((tables) => Either.map(findPost(tables, id), () => deletePost(tables, id))),
    page: (filter, window) =>
      read((tables) =>
        pageOf(listedRows(tables, filter), sortedBy(tables, filter.sort ?? "date"), window, ({ row, ...mark }) => ({
          ...postOf(tables, row),
          ...mark
        }))
      ),
    search: (query, window) => read((tables) => searchPosts(tables, query, window)),
    wordCounts: (words) => read((tables) => wordCounts(tables, words)),
    countedWords: read(countedWords),
    heldTerms: (terms) => read((tables) => heldTerms(tables, terms)),
    related: (request) => read((tables) => relatedPosts(tables, request))
  }
})
