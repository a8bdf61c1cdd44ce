import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { searchQuery } from "@rare-disease-community/text/SearchQuery"
import { Deferred, Effect, Exit, type Layer, Option } from "effect"
import { CommentId, type PostId, UserId } from "../../../src/domain/Ids.ts"
import { CommentNotFound } from "../../../src/domain/posts/Comment.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo, type CommentUpdate } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { filtered, newComment, newPost, newUser, time, unique, untilFree } from "../newRows.ts"

const changed = (text: string, editorId: UserId, given: Partial<CommentUpdate> = {}): CommentUpdate => ({
  content: Option.some(filtered(text)),
  language: Option.none(),
  editorId,
  authorKind: "human",
  updatedAt: time("2026-03-04T05:06:07.008Z"),
  ...given
})

/** The posts that a search for one word finds. */
const found = (word: string) => {
  const parts = searchQuery(word).wanted.map(({ terms }) => ({ terms, diseaseIds: [], words: 1 }))
  const query = { alternatives: [parts], unwanted: [], whole: Option.none(), sort: "relevance" as const }
  return Effect.flatMap(PostsRepo, (posts) =>
    Effect.map(posts.search(query, { offset: 0, limit: 9 }), ({ items }) => items.map(({ post }) => post.id))
  )
}

/** A viewer, who likes nothing. */
const anybody = Option.some(UserId.make(1))

const all = (id: PostId) =>
  Effect.flatMap(CommentsRepo, (comments) => comments.page(id, { offset: 0, limit: 100 }, anybody))

const replyCount = (id: PostId) =>
  Effect.flatMap(PostsRepo, (posts) => Effect.map(posts.get(id, Option.none()), ({ replyCount }) => replyCount))

const inbox = (id: UserId) =>
  Effect.flatMap(NotificationsRepo, (notifications) => notifications.page(id, false, { offset: 0, limit: 9 }))

/** The excerpt that `filtered` gave a text. */
const excerptOf = (content: string) => content.slice(1, -1)

/** A post, its author, and two members who commented on it. */
const scene = Effect.gen(function* () {
  const [author, ada, bob] = [yield* newUser(), yield* newUser(), yield* newUser()]
  const post = yield* newPost({ authorId: author })
  const [words, others] = [unique(), unique()]
  const first = yield* newComment(post.id, ada, words)
  const second = yield* newComment(post.id, bob, others)
  return { author, ada, post, first, second, words, others }
})

/** The contract of `CommentsRepo.ownership`, `update` and `remove`. */
export const commentChangesContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | NotificationsRepo | PostsRepo | UsersRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: changes of comments`, (it) => {
    it.effect("CommentsRepo.update gives another text, with its time, and searches find the post by it alone", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const { ada, first, post, second, words } = yield* scene
        const word = unique()
        const change = changed(word, ada)
        const after = yield* comments.update(first.id, change)
        const { content, html: contentHtml } = filtered(word)
        deepStrictEqual(after, {
          ...first,
          content,
          contentHtml,
          updatedAt: change.updatedAt,
          editedAt: Option.some(change.updatedAt)
        })
        deepStrictEqual((yield* all(post.id)).items, [after, second])
        deepStrictEqual(yield* comments.ownership(first.id), { postId: post.id, authorId: ada, content })
        deepStrictEqual([yield* found(words), yield* found(word)], [[], [post.id]])
      })
    )

    it.effect("CommentsRepo.update by an agent makes a comment and its notification an agent's for ever", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const { author, first, post } = yield* scene
        for (const [authorKind, kind] of [
          ["human", "human"],
          ["agent", "agent"],
          ["human", "agent"]
        ] as const) {
          const after = yield* comments.update(first.id, changed(unique(), author, { authorKind }))
          strictEqual(after.author.kind, kind)
          const { items } = yield* inbox(author)
          deepStrictEqual(
            items.map(({ actor }) => Option.getOrThrow(actor).kind),
            ["human", kind]
          )
          deepStrictEqual(items[1]?.comment, Option.some({ id: first.id, excerpt: excerptOf(after.content) }))
        }
        deepStrictEqual(
          (yield* all(post.id)).items.map(({ author }) => author.kind),
          ["agent", "human"]
        )
      })
    )

    it.effect(
      "CommentsRepo.remove deletes one comment with its notification, from count and search, and says whose",
      () =>
        Effect.gen(function* () {
          const comments = yield* CommentsRepo
          const { author, first, others, post, second, words } = yield* scene
          deepStrictEqual(yield* comments.remove(first.id), [author])
          deepStrictEqual(yield* all(post.id), { items: [second], total: 1 })
          strictEqual(yield* replyCount(post.id), 1)
          deepStrictEqual([yield* found(words), yield* found(others)], [[], [post.id]])
          const { items, total, unreadCount } = yield* inbox(author)
          deepStrictEqual(
            [items.map(({ comment }) => Option.map(comment, ({ id }) => id)), total, unreadCount],
            [[Option.some(second.id)], 1, 1]
          )
          const own = yield* newComment(post.id, author)
          deepStrictEqual(yield* comments.remove(own.id), [])
          strictEqual(yield* replyCount(post.id), 1)
        })
    )

    it.effect(
      "CommentsRepo.ownership, update and remove fail with CommentNotFound where there is none, or no post of it",
      () =>
        Effect.gen(function* () {
          const comments = yield* CommentsRepo
          const posts = yield* PostsRepo
          const { first, post, second } = yield* scene
          yield* comments.remove(first.id)
          yield* posts.remove(post.id)
          for (const id of [first.id, second.id, CommentId.make(2_000_000_000)]) {
            const missing = new CommentNotFound({ id })
            deepStrictEqual(yield* Effect.flip(comments.ownership(id)), missing)
            deepStrictEqual(yield* Effect.flip(comments.update(id, changed("x", post.author.id))), missing)
            deepStrictEqual(yield* Effect.flip(comments.remove(id)), missing)
          }
        })
    )

    it.effect("CommentsRepo.update and remove are undone by a rollback", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const { atomically } = yield* Transaction
        const { author, first, post, second, words } = yield* scene
        const writing = Effect.zipRight(
          comments.update(first.id, changed("x", first.author.id)),
          comments.remove(second.id)
        )
        yield* Effect.flip(atomically(Effect.zipRight(writing, Effect.fail("no"))))
        deepStrictEqual(yield* all(post.id), { items: [first, second], total: 2 })
        deepStrictEqual([yield* found(words), (yield* inbox(author)).total], [[post.id], 2])
      })
    )

    it.effect("CommentsRepo.addAll waits for a transaction that removes another comment, and is counted exactly", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const posts = yield* PostsRepo
        const { atomically } = yield* Transaction
        const { ada, author, first, post } = yield* scene
        const begun = yield* Deferred.make<void>()
        const removing = Effect.gen(function* () {
          yield* posts.lock(post.id)
          yield* Effect.flatMap(NotificationsRepo, (notifications) => notifications.lock(author))
          yield* Deferred.succeed(begun, undefined)
          yield* newUser()
          return yield* comments.remove(first.id)
        })
        const adding = Effect.zipRight(Deferred.await(begun), newComment(post.id, ada))
        const [removed] = yield* Effect.all([Effect.exit(untilFree(atomically(removing))), adding], {
          concurrency: "unbounded"
        })
        deepStrictEqual(removed, Exit.succeed([author]))
        deepStrictEqual([(yield* all(post.id)).total, yield* replyCount(post.id)], [2, 2])
      })
    )
  })
