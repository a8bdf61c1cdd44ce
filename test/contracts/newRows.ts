import { Array, DateTime, Effect, Either, Option } from "effect"
import { scopesUnlessNamed } from "../../src/domain/accounts/Credential.ts"
import type { AuthorKind } from "../../src/domain/accounts/User.ts"
import { type BatchResult, Blocked } from "../../src/domain/BatchResult.ts"
import type { CommentId, PostId, UserId } from "../../src/domain/Ids.ts"
import type { FilteredText } from "../../src/domain/Markdown.ts"
import { type Reader, visitor } from "../../src/domain/posts/Audience.ts"
import type { Comment } from "../../src/domain/posts/Comment.ts"
import { Contended, type Unavailable } from "../../src/domain/Unavailable.ts"
import type { ApiKeyToAdd } from "../../src/ports/accounts/CredentialsRepo.ts"
import { type AccountToAdd, UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../src/ports/diseases/DiseasesRepo.ts"
import { CommentsRepo, type CommentToAdd } from "../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../src/ports/posts/LikesRepo.ts"
import { PostsRepo, type PostToAdd, type PostUpdate } from "../../src/ports/posts/PostsRepo.ts"
import { emptyDisease } from "./diseases/emptyDisease.ts"

let last = 0

/** A word that no other row of this run has. */
export const unique = (): string => `w${process.pid}x${++last}x`

export const time = (iso: string) => DateTime.unsafeMake(iso)
export const moment = time("2026-01-02T03:04:05.678Z")

export const newAccount = (overrides: Partial<AccountToAdd> = {}): AccountToAdd => {
  const name = unique()
  return {
    username: name,
    usernameKey: name,
    email: `${name}@example.org`,
    emailKey: `${name}@example.org`,
    passwordHash: "hash",
    role: "user",
    bio: Option.none(),
    createdAt: moment,
    ...overrides
  }
}

export const newUser = (overrides: Partial<AccountToAdd> = {}) =>
  Effect.flatMap(UsersRepo, (users) => users.add(newAccount(overrides)))

/** A key without a restriction. */
export const newKeyRow = (userId: UserId, overrides: Partial<ApiKeyToAdd> = {}): ApiKeyToAdd => ({
  userId,
  name: "my agent",
  prefix: "rdc_1234",
  hash: unique(),
  createdAt: moment,
  scopes: scopesUnlessNamed,
  expiresAt: Option.none(),
  agent: false,
  dailyWrites: Option.none(),
  budgetId: Option.none(),
  ...overrides
})

/** Adds diseases of these names and gives their ids in order. */
export const newDiseases = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const diseases = yield* DiseasesRepo
    const rows = names.map((name) => ({ ...emptyDisease, key: unique(), name }))
    yield* diseases.save(rows)
    const ids = new Map((yield* diseases.known).map(({ id, key }) => [key, id]))
    return rows.flatMap(({ key }) => ids.get(key) ?? [])
  })

export const filtered = (text: string, mentions: ReadonlyArray<UserId> = []): FilteredText => ({
  content: `*${text}*`,
  html: `<p><em>${text}</em></p>`,
  excerpt: [...text].slice(0, 280).join(""),
  text,
  mentions
})

/** A member as an author who is not verified. */
export const authorAs = <Id, Role>(id: Id, username: string, role: Role) => ({
  id,
  username,
  role,
  verified: false,
  verifiedAs: Option.none(),
  kind: "human" as const
})

/** The result of a batch of one item, which is repeated while the item is blocked. */
const single = <A, E>(written: Effect.Effect<BatchResult<A, E>, Unavailable>): Effect.Effect<A, E | Unavailable> =>
  Effect.flatMap(written, ({ results: [result] }) => {
    if (result === undefined) return Effect.dieMessage("a batch of one has one result")
    if (Either.isRight(result)) return Effect.succeed(result.right)
    return result.left instanceof Blocked ? single(written) : Effect.fail(result.left)
  })

/** Runs a transaction as services do: again while it is blocked, and after a deadlock or the timeout of a lock. */
export const untilFree = <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
  Effect.retry(transaction, { while: (error) => error instanceof Blocked || error instanceof Contended })

/** Adds one post. */
export const addPost = (post: PostToAdd) => Effect.flatMap(PostsRepo, (posts) => single(posts.addAll([post])))

/** Adds one comment. */
export const addComment = (comment: CommentToAdd) =>
  Effect.flatMap(CommentsRepo, (comments) => single(comments.addAll([comment])))

const postOf = (authorId: UserId, overrides: Partial<PostToAdd> = {}): PostToAdd => ({
  authorId,
  authorKind: "human",
  title: unique(),
  content: filtered(unique()),
  language: "und",
  category: "topic",
  diseaseId: Option.none(),
  createdAt: moment,
  ...overrides
})

/** A change of a post that sets what is given, and nothing else. */
export const postChange = (given: Partial<PostUpdate>): PostUpdate => ({
  title: Option.none(),
  content: Option.none(),
  language: Option.none(),
  category: Option.none(),
  diseaseId: Option.none(),
  authorKind: "human",
  updatedAt: moment,
  ...given
})

/** Adds a post, by default of a new author. */
export const newPost = (overrides: Partial<PostToAdd> = {}) =>
  Effect.gen(function* () {
    return yield* Effect.orDie(addPost(postOf(overrides.authorId ?? (yield* newUser()), overrides)))
  })

/** Adds many posts of one author in batches, and gives their ids in order. */
export const newPosts = (authorId: UserId, posts: ReadonlyArray<Partial<PostToAdd>>) =>
  Effect.gen(function* () {
    const { addAll } = yield* PostsRepo
    const batches = yield* Effect.forEach(Array.chunksOf(posts, 100), (batch) =>
      addAll(batch.map((one) => postOf(authorId, one)))
    )
    return Array.getRights(batches.flatMap(({ results }) => results)).map(({ id }) => id)
  })

interface NewComment extends Pick<CommentToAdd, "reader"> {
  readonly authorKind?: AuthorKind
  readonly language?: string
}

export const newComment = (
  postId: PostId,
  authorId: UserId,
  text = unique(),
  { authorKind = "human", language = "und", reader }: NewComment = {}
) =>
  addComment({
    ...{ postId, authorId, authorKind, content: filtered(text), language, createdAt: moment },
    ...(reader === undefined ? {} : { reader }),
    replyTo: Option.none()
  })

/** Adds an answer to a comment. */
export const newReply = ({ id, postId }: Pick<Comment, "id" | "postId">, authorId: UserId) =>
  addComment({
    ...{ postId, authorId, authorKind: "human", content: filtered(unique()), language: "und", createdAt: moment },
    replyTo: Option.some(id)
  })

/** Adds views to a post, one by default. */
export const view = (id: PostId, views = 1) => Effect.flatMap(PostsRepo, (posts) => posts.addViews([{ id, views }]))

/** Gives one like the wanted state, or toggles it. */
export const writeLike = (
  postId: PostId,
  userId: UserId,
  wanted: Option.Option<boolean>,
  actorKind: AuthorKind = "human",
  reader: Reader = visitor
) =>
  Effect.flatMap(LikesRepo, (likes) =>
    single(likes.writeAll([{ postId, userId, actorKind, wanted, at: moment, reader }]))
  )

/** Gives one like of a comment the wanted state, or toggles it. */
export const writeCommentLike = (commentId: CommentId, userId: UserId, wanted: Option.Option<boolean>) =>
  Effect.flatMap(LikesRepo, (likes) =>
    single(likes.writeAllOfComments([{ commentId, userId, actorKind: "human", wanted, at: moment }]))
  )

/** Marks a comment as one that helped, or takes the mark back. */
export const setHelped = (id: CommentId, helped: boolean) =>
  Effect.flatMap(CommentsRepo, (comments) =>
    untilFree(comments.setHelped(id, { helped, actorKind: "human", at: moment }))
  )

/** Toggles one like. */
export const toggleLike = (postId: PostId, userId: UserId) => writeLike(postId, userId, Option.none())
