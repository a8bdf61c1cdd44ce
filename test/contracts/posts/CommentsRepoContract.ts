import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Deferred, Effect, Either, type Layer, Option } from "effect"
import { PostId, UserId } from "../../../src/domain/Ids.ts"
import type { CommentKey } from "../../../src/domain/Lists.ts"
import type { PageResult } from "../../../src/domain/Page.ts"
import { type Comment, CommentNotFound } from "../../../src/domain/posts/Comment.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { addComment, authorAs, filtered, moment, newComment, newPost, newUser, time, unique } from "../newRows.ts"

/** A viewer, who likes nothing. */
const anybody = Option.some(UserId.make(1))

const replyCount = (id: PostId) =>
  Effect.flatMap(PostsRepo, (posts) => Effect.map(posts.get(id, Option.none()), ({ replyCount }) => replyCount))

const all = (id: PostId) =>
  Effect.flatMap(CommentsRepo, (comments) => comments.page(id, { offset: 0, limit: 100 }, anybody))

/** The contract of `CommentsRepo`. */
export const commentsRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | PostsRepo | UsersRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: CommentsRepo`, (it) => {
    it.effect("CommentsRepo.addAll stores a comment, gives it back, and counts it on its post", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const username = unique()
        const [post, ada] = [yield* newPost(), yield* newUser({ username, role: "expert" })]
        const content = filtered("a < b 🌿\n\n`c`")
        const createdAt = time("2026-05-06T07:08:09.010Z")
        const added = yield* addComment({
          postId: post.id,
          authorId: ada,
          authorKind: "human",
          content,
          language: "pt",
          replyTo: Option.none(),
          createdAt
        })
        deepStrictEqual(added, {
          id: added.id,
          postId: post.id,
          content: content.content,
          contentHtml: content.html,
          language: "pt",
          author: authorAs(ada, username, "expert" as const),
          authorRole: "expert",
          replyTo: Option.none(),
          likeCount: 0,
          liked: Option.some(false),
          helped: false,
          createdAt,
          updatedAt: createdAt,
          editedAt: Option.none()
        })
        deepStrictEqual(yield* comments.page(post.id, { offset: 0, limit: 9 }, anybody), { items: [added], total: 1 })
        strictEqual(yield* replyCount(post.id), 1)
      })
    )

    it.effect(
      "CommentsRepo.page lists the comments of one post, oldest first, and gives the total past the end too",
      () =>
        Effect.gen(function* () {
          const comments = yield* CommentsRepo
          const [post, other, ada] = [yield* newPost(), yield* newPost(), yield* newUser()]
          const first = yield* newComment(post.id, ada)
          yield* newComment(other.id, ada)
          const second = yield* newComment(post.id, ada)
          const third = yield* newComment(post.id, ada)
          const page = (offset: number) => comments.page(post.id, { offset, limit: 2 }, anybody)
          deepStrictEqual(yield* page(0), { items: [first, second], total: 3, next: { id: second.id } })
          deepStrictEqual(yield* page(2), { items: [third], total: 3 })
          deepStrictEqual(yield* page(4), { items: [], total: 3 })
          deepStrictEqual(yield* comments.page((yield* newPost()).id, { offset: 0, limit: 2 }), { items: [], total: 0 })
        })
    )

    it.effect("CommentsRepo.page and PostsRepo.document end at 1 MB, and a walk visits every comment once", () =>
      Effect.gen(function* () {
        const [comments, posts] = [yield* CommentsRepo, yield* PostsRepo]
        const [{ id: postId }, authorId] = [yield* newPost(), yield* newUser()]
        const content = { ...filtered("x".repeat(5_000)), html: '"'.repeat(30_000) }
        const comment = {
          postId,
          authorId,
          authorKind: "human" as const,
          content,
          language: "und",
          replyTo: Option.none(),
          createdAt: moment
        }
        const added = yield* Effect.forEach(Array.range(1, 40), () => addComment(comment))
        const walked: Array<Comment> = []
        let after: CommentKey | undefined
        do {
          const window = { offset: 0, limit: 100, after }
          const page: PageResult<Comment, CommentKey> = yield* comments.page(postId, window, anybody)
          const bytes = Buffer.byteLength(JSON.stringify(page.items))
          strictEqual(bytes < 1_000_000 && (page.next === undefined || bytes > 900_000), true)
          strictEqual(page.total, 40)
          walked.push(...page.items)
          after = page.next
        } while (after !== undefined)
        deepStrictEqual(walked, added)
        const first = yield* comments.page(postId, { offset: 0, limit: 100 })
        const document = yield* posts.document(postId, Option.none())
        deepStrictEqual(
          document.comments.map(({ id }) => id),
          first.items.map(({ id }) => id)
        )
        strictEqual(document.replyCount, 40)
        const places = yield* Effect.forEach(added, ({ id }) => comments.place(id, 100))
        deepStrictEqual(
          places,
          added.map((_, before) => ({ postId, before, fits: before < first.items.length }))
        )
        const [last] = added.slice(-1)
        deepStrictEqual(last && (yield* comments.place(last.id, 39)), { postId, before: 39, fits: true })
      })
    )

    it.effect(
      "CommentsRepo.page and PostsRepo.document show the text of rows whose stored HTML is above its limit",
      () =>
        Effect.gen(function* () {
          const [comments, posts] = [yield* CommentsRepo, yield* PostsRepo]
          const content = { ...filtered("a < b & c"), content: "a < b & c", html: "x".repeat(200_000) }
          const [{ id: postId }, authorId] = [yield* newPost({ content }), yield* newUser()]
          yield* addComment({
            postId,
            authorId,
            authorKind: "human",
            content,
            language: "pt",
            replyTo: Option.none(),
            createdAt: moment
          })
          const { items } = yield* comments.page(postId, { offset: 0, limit: 100 })
          const document = yield* posts.document(postId, Option.none())
          const detail = yield* posts.get(postId, Option.none())
          const shown = [...items, ...document.comments, document, detail].map(({ contentHtml }) => contentHtml)
          deepStrictEqual(shown, Array.replicate("<pre>a &lt; b &amp; c</pre>", 4))
        })
    )

    it.effect("CommentsRepo.newestOf gives the newest comments of a member, on any post, newest first", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [one, other] = [yield* newPost({ title: "One" }), yield* newPost({ title: "Other" })]
        const first = yield* newComment(one.id, ada)
        yield* newComment(one.id, bob)
        const second = yield* newComment(other.id, ada, "the second", { language: "pt" })
        const third = yield* newComment(one.id, ada)
        const found = yield* comments.newestOf(ada, 2)
        deepStrictEqual(
          found.map(({ id }) => id),
          [third.id, second.id]
        )
        deepStrictEqual(found[1], {
          id: second.id,
          postTitle: "Other",
          excerpt: "the second",
          language: "pt",
          createdAt: second.createdAt
        })
        strictEqual((yield* comments.newestOf(ada, 9)).at(-1)?.id, first.id)
        deepStrictEqual(yield* comments.newestOf(yield* newUser(), 9), [])
      })
    )

    it.effect("CommentsRepo.newestId is the greatest id of the post's comments, and 0 without any", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const [post, other, ada] = [yield* newPost(), yield* newPost(), yield* newUser()]
        strictEqual(yield* comments.newestId(post.id), 0)
        const [first, second] = [yield* newComment(post.id, ada), yield* newComment(post.id, ada)]
        yield* newComment(other.id, ada)
        strictEqual(yield* comments.newestId(post.id), second.id)
        yield* comments.remove(second.id)
        strictEqual(yield* comments.newestId(post.id), first.id)
        const never = PostId.make(2_000_000_000)
        deepStrictEqual(yield* Effect.flip(comments.newestId(never)), new PostNotFound({ id: never }))
      })
    )

    it.effect("CommentsRepo.place is the post of a comment, and the number of the comments before it there", () =>
      Effect.gen(function* () {
        const comments = yield* CommentsRepo
        const [post, other, ada] = [yield* newPost(), yield* newPost(), yield* newUser()]
        const first = yield* newComment(post.id, ada)
        const elsewhere = yield* newComment(other.id, ada)
        const second = yield* newComment(post.id, ada)
        const third = yield* newComment(post.id, ada)
        const placeOf = ({ id }: Comment) => comments.place(id, 2)
        deepStrictEqual(yield* placeOf(first), { postId: post.id, before: 0, fits: true })
        deepStrictEqual(yield* placeOf(elsewhere), { postId: other.id, before: 0, fits: true })
        deepStrictEqual(yield* placeOf(third), { postId: post.id, before: 2, fits: true })
        yield* comments.remove(second.id)
        deepStrictEqual(yield* placeOf(third), { postId: post.id, before: 1, fits: true })
        deepStrictEqual(yield* Effect.flip(placeOf(second)), new CommentNotFound({ id: second.id }))
      })
    )

    it.effect("CommentsRepo.page gives the present name and role of the author", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const [post, ada] = [yield* newPost(), yield* newUser()]
        yield* newComment(post.id, ada)
        const name = unique()
        const username = Option.some({ name, key: name })
        yield* users.update(ada, { username, bio: Option.none(), role: Option.some("admin") })
        const [comment] = (yield* all(post.id)).items
        deepStrictEqual(comment?.author, authorAs(ada, name, "admin" as const))
        strictEqual(comment?.authorRole, "admin")
      })
    )

    it.effect("CommentsRepo.addAll counts concurrent comments exactly", () =>
      Effect.gen(function* () {
        const post = yield* newPost()
        const members = yield* Effect.forEach(Array.range(1, 12), () => newUser())
        const added = yield* Effect.forEach(members, (member) => newComment(post.id, member), {
          concurrency: "unbounded"
        })
        const { items, total } = yield* all(post.id)
        strictEqual(total, 12)
        strictEqual(yield* replyCount(post.id), 12)
        deepStrictEqual(
          items,
          added.toSorted((a, b) => a.id - b.id)
        )
      })
    )

    it.effect("CommentsRepo.addAll waits for the end of a transaction that commented on the same post", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [post, ada, bob] = [yield* newPost(), yield* newUser(), yield* newUser()]
        const begun = yield* Deferred.make<void>()
        const adas = Effect.gen(function* () {
          const first = yield* newComment(post.id, ada)
          yield* Deferred.succeed(begun, undefined)
          yield* newUser()
          return [first, yield* newComment(post.id, ada)]
        })
        const bobs = Effect.zipRight(Deferred.await(begun), newComment(post.id, bob))
        const [theirs, his] = yield* Effect.all([atomically(adas), bobs], { concurrency: "unbounded" })
        deepStrictEqual((yield* all(post.id)).items, [...theirs, his])
      })
    )

    it.effect("CommentsRepo.addAll is undone by a rollback, with its count", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [post, ada] = [yield* newPost(), yield* newUser()]
        yield* Effect.flip(atomically(Effect.zipRight(newComment(post.id, ada), Effect.fail("no"))))
        strictEqual(yield* replyCount(post.id), 0)
        deepStrictEqual(yield* all(post.id), { items: [], total: 0 })
      })
    )

    it.effect("CommentsRepo.page and addAll fail with PostNotFound for an unknown post", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        yield* newComment(id, ada)
        yield* posts.remove(id)
        deepStrictEqual(yield* Effect.flip(newComment(id, ada)), new PostNotFound({ id }))
        deepStrictEqual(yield* Effect.flip(all(id)), new PostNotFound({ id }))
        const never = PostId.make(2_000_000_000)
        deepStrictEqual(yield* Effect.flip(newComment(never, ada)), new PostNotFound({ id: never }))
      })
    )

    it.effect("CommentsRepo.addAll leaves no comment on a post that is removed concurrently", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        const adding = Effect.forEach(Array.range(1, 6), () => Effect.either(newComment(id, ada)), {
          concurrency: "unbounded"
        })
        const [added] = yield* Effect.all([adding, posts.remove(id)], { concurrency: "unbounded" })
        const late = Array.getLefts(added)
        deepStrictEqual(
          late,
          late.map(() => new PostNotFound({ id }))
        )
        strictEqual(Either.isLeft(yield* Effect.either(all(id))), true)
      })
    )
  })
