import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, FastCheck, type Layer, Option } from "effect"
import { PostId, type UserId } from "../../../src/domain/Ids.ts"
import { commentsShown } from "../../../src/domain/posts/Comment.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo, type PostUpdate } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import {
  addPost,
  authorAs,
  filtered,
  moment,
  newComment,
  newDiseases,
  newPost,
  newUser,
  postChange,
  time,
  toggleLike,
  unique,
  untilFree,
  view
} from "../newRows.ts"

type Storage = CommentsRepo | DiseasesRepo | LikesRepo | NotificationsRepo | PostsRepo | Transaction | UsersRepo

const never = PostId.make(2_000_000_000)
const later = time("2026-02-03T04:05:06.789Z")
const unchanged = postChange({ updatedAt: later })

/** The texts that PostgreSQL can store: any characters but NUL and lone surrogates. */
const storable = FastCheck.string({ unit: "binary" }).filter((text) => !text.includes("\0"))

const atOnce = <A, E, R>(count: number, effect: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.range(1, count), effect, { concurrency: "unbounded" })

/** The contract of `PostsRepo` for single posts. */
export const postsRepoContract = <E>(adapter: string, storage: Layer.Layer<Storage, E>) =>
  layer(storage)(`${adapter}: PostsRepo`, (it) => {
    const read = (id: PostId, viewer: Option.Option<UserId> = Option.none()) =>
      Effect.flatMap(PostsRepo, (posts) => posts.get(id, viewer))

    it.effect("PostsRepo.addAll stores posts under ascending ids and gives them back", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [username, disease] = [unique(), unique()]
        const [diseaseId] = yield* newDiseases(disease)
        if (diseaseId === undefined) return yield* Effect.dieMessage("no disease")
        const authorId = yield* newUser({ username, role: "expert" })
        const content = filtered("a < b 🌿\n\n`c`")
        const title = "What's new? ¿Qué? \\ 'q' 中文"
        const added = yield* addPost({
          authorId,
          authorKind: "human",
          title,
          content,
          language: "pt",
          category: "question",
          diseaseId: Option.some(diseaseId),
          createdAt: moment
        })
        deepStrictEqual(added, {
          id: added.id,
          title,
          excerpt: content.excerpt,
          language: "pt",
          category: "question",
          diseaseId: Option.some(diseaseId),
          disease: Option.some({ id: diseaseId, name: disease }),
          author: authorAs(authorId, username, "expert" as const),
          authorRole: "expert",
          viewCount: 0,
          replyCount: 0,
          likeCount: 0,
          helpedCount: 0,
          createdAt: moment,
          updatedAt: moment,
          editedAt: Option.none(),
          locked: false,
          audience: "everyone",
          content: content.content,
          contentHtml: content.html,
          liked: Option.some(false)
        })
        deepStrictEqual(yield* read(added.id, Option.some(authorId)), { ...added, comments: [] })
        deepStrictEqual(yield* posts.ownership(added.id), {
          audience: "everyone",
          authorId,
          title,
          content: content.content,
          diseaseId: Option.some(diseaseId)
        })
        strictEqual((yield* newPost()).id > added.id, true)
      })
    )

    it.effect.prop(
      "PostsRepo.addAll stores any text and its index unchanged",
      [storable, storable],
      ([title, text]) =>
        Effect.gen(function* () {
          const { id } = yield* newPost({ title, content: filtered(text) })
          const { content, contentHtml, excerpt, title: storedTitle } = yield* read(id)
          deepStrictEqual(
            { title: storedTitle, content, html: contentHtml, excerpt, text, mentions: [] },
            { title, ...filtered(text) }
          )
        }),
      { fastCheck: { numRuns: 30 } }
    )

    it.effect("PostsRepo.get says if the viewer likes the post, and nothing without a viewer", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [{ id }, ada, bob] = [yield* newPost(), yield* newUser(), yield* newUser()]
        yield* toggleLike(id, ada)
        assertNone((yield* read(id)).liked)
        assertSome((yield* read(id, Option.some(ada))).liked, true)
        assertSome((yield* read(id, Option.some(bob))).liked, false)
        assertSome((yield* posts.update(id, unchanged, ada)).liked, true)
        assertSome((yield* posts.update(id, unchanged, bob)).liked, false)
      })
    )

    it.effect("PostsRepo.get gives the present name and role of the author", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const { author, id } = yield* newPost()
        const name = unique()
        const username = Option.some({ name, key: name })
        yield* users.update(author.id, { username, bio: Option.none(), role: Option.some("admin") })
        const post = yield* read(id)
        deepStrictEqual(post.author, authorAs(author.id, name, "admin" as const))
        strictEqual(post.authorRole, "admin")
      })
    )

    it.effect("PostsRepo.get gives the first comments, oldest first", () =>
      Effect.gen(function* () {
        const [{ id }, other, ada] = [yield* newPost(), yield* newPost(), yield* newUser()]
        const added = yield* Effect.forEach(Array.range(1, commentsShown + 1), () => newComment(id, ada))
        yield* newComment(other.id, ada)
        const post = yield* read(id)
        strictEqual(post.replyCount, commentsShown + 1)
        const liked = Option.none()
        deepStrictEqual(
          post.comments,
          added.slice(0, commentsShown).map((comment) => ({ ...comment, liked }))
        )
      })
    )

    it.effect("PostsRepo.update changes the given members and nothing else", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [name, otherName] = [unique(), unique()]
        const [diseaseId, otherId] = yield* newDiseases(name, otherName)
        if (diseaseId === undefined || otherId === undefined) return yield* Effect.dieMessage("no diseases")
        const post = yield* newPost({ diseaseId: Option.some(diseaseId), category: "experience" })
        const viewer = post.author.id
        const before = { ...post, updatedAt: later }
        const change = (given: Partial<PostUpdate>) => posts.update(post.id, { ...unchanged, ...given }, viewer)

        deepStrictEqual(yield* change({}), before)
        deepStrictEqual(yield* change({ updatedAt: moment }), before) // by a clock that was set back
        const edited = { ...before, editedAt: Option.some(later) }
        deepStrictEqual(yield* change({ title: Option.some("New") }), { ...edited, title: "New" })
        const { content, excerpt, html } = filtered("new")
        const rewritten = { ...edited, title: "New", content, contentHtml: html, excerpt }
        deepStrictEqual(yield* change({ content: Option.some(filtered("new")) }), rewritten)
        const question = { ...rewritten, category: "question" as const }
        deepStrictEqual(yield* change({ category: Option.some("question") }), question)
        deepStrictEqual(yield* change({ diseaseId: Option.some(Option.some(otherId)) }), {
          ...question,
          diseaseId: Option.some(otherId),
          disease: Option.some({ id: otherId, name: otherName })
        })
        const cleared = { ...question, diseaseId: Option.none(), disease: Option.none() }
        deepStrictEqual(yield* change({ diseaseId: Option.some(Option.none()) }), cleared)
        deepStrictEqual(yield* read(post.id, Option.some(viewer)), { ...cleared, comments: [] })
      })
    )

    it.effect("PostsRepo.update leaves the counts of a post unchanged", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        yield* newComment(id, ada)
        yield* toggleLike(id, ada)
        yield* view(id)
        const { likeCount, replyCount, viewCount } = yield* posts.update(id, unchanged, ada)
        deepStrictEqual({ likeCount, replyCount, viewCount }, { likeCount: 1, replyCount: 1, viewCount: 1 })
      })
    )

    it.effect("PostsRepo.lock admits one transaction at a time, and gives the next one the changed post", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const posts = yield* PostsRepo
        const { author, id } = yield* newPost({ title: "0" })
        const increment = Effect.flatMap(posts.lock(id), ({ title }) =>
          posts.update(id, { ...unchanged, title: Option.some(String(Number(title) + 1)) }, author.id)
        )
        yield* atOnce(10, () => untilFree(atomically(increment)))
        strictEqual((yield* posts.ownership(id)).title, "10")
      })
    )

    it.effect("PostsRepo.remove deletes comments, likes and notifications with their post", () =>
      Effect.gen(function* () {
        const [comments, likes, notifications] = [yield* CommentsRepo, yield* LikesRepo, yield* NotificationsRepo]
        const [posts, users] = [yield* PostsRepo, yield* UsersRepo]
        const [{ author, id }, other, ada] = [yield* newPost(), yield* newPost(), yield* newUser()]
        yield* newComment(id, ada)
        yield* newComment(other.id, ada)
        yield* toggleLike(id, ada)
        yield* view(id)
        yield* posts.remove(id)
        const gone = new PostNotFound({ id })
        deepStrictEqual(yield* Effect.flip(read(id)), gone)
        deepStrictEqual(yield* Effect.flip(likes.of(id, Option.none())), gone)
        deepStrictEqual(yield* Effect.flip(comments.page(id, { offset: 0, limit: 9 })), gone)
        const { total, unreadCount } = yield* notifications.page(author.id, false, { offset: 0, limit: 9 })
        deepStrictEqual({ total, unreadCount }, { total: 0, unreadCount: 0 })
        strictEqual((yield* users.detail(author.id)).postCount, 0)
        strictEqual((yield* read(other.id)).replyCount, 1)
      })
    )

    it.effect("PostsRepo.remove succeeds for one of several concurrent calls", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const { id } = yield* newPost()
        const removed = yield* atOnce(5, () => Effect.either(posts.remove(id)))
        deepStrictEqual(
          Array.getLefts(removed),
          Array.makeBy(4, () => new PostNotFound({ id }))
        )
        strictEqual(Array.filter(removed, Either.isRight).length, 1)
      })
    )

    it.effect("PostsRepo fails with PostNotFound for a removed or unknown id in every method", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const { author, id: removed } = yield* newPost()
        yield* posts.remove(removed)
        for (const id of [removed, never]) {
          const failures: ReadonlyArray<unknown> = yield* Effect.all([
            Effect.flip(posts.ownership(id)),
            Effect.flip(posts.lock(id)),
            Effect.flip(posts.document(id, Option.none())),
            Effect.flip(posts.get(id, Option.none())),
            Effect.flip(posts.update(id, unchanged, author.id)),
            Effect.flip(posts.remove(id))
          ])
          deepStrictEqual(
            failures,
            failures.map(() => new PostNotFound({ id }))
          )
        }
      })
    )

    it.effect("PostsRepo.addAll, update and remove are undone by a rollback", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const posts = yield* PostsRepo
        const undone = yield* Effect.flip(atomically(Effect.flatMap(newPost(), ({ id }) => Effect.fail({ id }))))
        if (!("id" in undone)) return yield* Effect.dieMessage("the database went away")
        deepStrictEqual(yield* Effect.flip(read(undone.id)), new PostNotFound({ id: undone.id }))
        const { author, id } = yield* newPost()
        const before = yield* read(id)
        const changing = Effect.all([
          posts.update(id, { ...unchanged, title: Option.some("New") }, author.id),
          view(id),
          posts.remove(id)
        ])
        yield* Effect.flip(atomically(Effect.zipRight(changing, Effect.fail("no"))))
        deepStrictEqual(yield* read(id), before)
      })
    )
  })
