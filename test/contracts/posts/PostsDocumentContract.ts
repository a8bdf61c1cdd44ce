import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option, Schema } from "effect"
import { PostId, type UserId } from "../../../src/domain/Ids.ts"
import { commentsShown } from "../../../src/domain/posts/Comment.ts"
import { type Post, PostNotFound, PostWithComments } from "../../../src/domain/posts/Post.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newDisease, stored } from "../diseases/newDiseases.ts"
import { filtered, newComment, newPost, newUser, postChange, time, toggleLike, unique, view } from "../newRows.ts"

type Storage = CommentsRepo | DiseasesRepo | LikesRepo | PostsRepo | Transaction | UsersRepo

const never = PostId.make(2_000_000_000)

/** Texts that a writer of JSON may escape differently, or split at. */
const hostile = '"viewCount":0," \\ \\u0041 / \u0001\u001f\b\f\n\r\t \u007f \u2028\u2029 \u{1f33f} "viewCount": ü {}[]'

const encode = Schema.encode(PostWithComments)

/** A post as other methods of the ports give it, encoded by its schema. */
const written = (post: Post, viewer: Option.Option<UserId>) =>
  Effect.gen(function* () {
    const [posts, comments] = [yield* PostsRepo, yield* CommentsRepo]
    const { content, contentHtml, liked } = yield* posts.get(post.id, viewer)
    const { items } = yield* comments.page(post.id, { offset: 0, limit: commentsShown }, viewer)
    return JSON.stringify(yield* encode({ ...post, content, contentHtml, liked, comments: items }))
  })

/** The contract of `PostsRepo` for documents and views. */
export const postsDocumentContract = <E>(adapter: string, storage: Layer.Layer<Storage, E>) =>
  layer(storage)(`${adapter}: PostsRepo, document`, (it) => {
    const documentOf = (id: PostId, viewer: Option.Option<UserId> = Option.none()) =>
      Effect.flatMap(PostsRepo, (posts) => posts.document(id, viewer))

    const jsonOf = (id: PostId, viewer: Option.Option<UserId> = Option.none()) =>
      Effect.map(documentOf(id, viewer), (document) => JSON.stringify(document))

    const listed = (id: PostId) =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const { items } = yield* posts.page({}, { offset: 0, limit: 100 })
        return yield* Effect.fromNullable(items.find((post) => post.id === id))
      })

    /** Checks that a document equals the encoding of the schema byte for byte, for every kind of viewer. */
    const isAsWritten = (id: PostId, ...viewers: ReadonlyArray<UserId>) =>
      Effect.gen(function* () {
        const post = yield* listed(id)
        for (const viewer of [Option.none(), ...viewers.map(Option.some)]) {
          const document = yield* documentOf(id, viewer)
          strictEqual(JSON.stringify(document), yield* written(post, viewer))
          strictEqual(document.viewCount, post.viewCount)
        }
      })

    it.effect("PostsRepo.document equals the encoding of the schema byte for byte, for any texts", () =>
      Effect.gen(function* () {
        const username = `${unique()} "\\ \u2028 🌿`
        const authorId = yield* newUser({ username, role: "expert" })
        const disease = newDisease({ name: `${unique()} "d" \\` })
        const [diseaseId] = yield* stored(disease)
        const { id } = yield* newPost({
          authorId,
          title: hostile,
          content: filtered(hostile),
          category: "question",
          diseaseId: Option.some(diseaseId)
        })
        yield* newComment(id, authorId, hostile)
        yield* newComment(id, yield* newUser({ role: "admin" }), "plain")
        yield* view(id, 12)
        yield* isAsWritten(id, authorId)
        strictEqual((yield* listed(id)).title, hostile)
      })
    )

    it.effect(
      "PostsRepo.document has `liked` for a viewer only, and null or an empty list without disease and comments",
      () =>
        Effect.gen(function* () {
          const [{ id }, ada, bob] = [yield* newPost(), yield* newUser(), yield* newUser()]
          yield* toggleLike(id, ada)
          yield* isAsWritten(id, ada, bob)
          strictEqual((yield* jsonOf(id)).includes('"diseaseId":null,"disease":null,'), true)
          strictEqual((yield* jsonOf(id)).endsWith('</p>","comments":[]}'), true)
          strictEqual((yield* jsonOf(id, Option.some(ada))).endsWith(',"liked":true,"comments":[]}'), true)
          strictEqual((yield* jsonOf(id, Option.some(bob))).endsWith(',"liked":false,"comments":[]}'), true)
        })
    )

    it.effect("PostsRepo.document has the first of many comments, oldest first", () =>
      Effect.gen(function* () {
        const [{ id }, ada] = [yield* newPost(), yield* newUser()]
        yield* Effect.forEach(Array.range(1, commentsShown + 50), () => newComment(id, ada))
        yield* isAsWritten(id)
        strictEqual((yield* jsonOf(id)).includes(`,"replyCount":${commentsShown + 50},`), true)
      })
    )

    it.effect("PostsRepo.document names the successor of a retired disease", () =>
      Effect.gen(function* () {
        const [diseases, { atomically }] = [yield* DiseasesRepo, yield* Transaction]
        const [old, taking, gone] = [newDisease(), newDisease(), newDisease()]
        const [oldId, , goneId] = yield* stored(old, taking, gone)
        const [moved, left] = [
          yield* newPost({ diseaseId: Option.some(oldId) }),
          yield* newPost({ diseaseId: Option.some(goneId) })
        ]
        yield* atomically(
          diseases.retire([
            { key: old.key, successor: taking.key },
            { key: gone.key, successor: null }
          ])
        )
        yield* isAsWritten(moved.id)
        yield* isAsWritten(left.id)
        strictEqual((yield* jsonOf(moved.id)).includes(JSON.stringify(taking.name)), true)
      })
    )

    it.effect("PostsRepo.document writes times with all three digits of milliseconds", () =>
      Effect.gen(function* () {
        for (const iso of ["1999-12-31T23:59:59.999Z", "2026-02-28T00:00:00.000Z", "2026-07-01T12:30:00.007Z"]) {
          const { id } = yield* newPost({ createdAt: time(iso) })
          yield* isAsWritten(id)
          strictEqual((yield* jsonOf(id)).includes(`,"createdAt":"${iso}",`), true)
        }
      })
    )

    it.effect("PostsRepo.document gives concurrent readers the same as single ones, also for unknown posts", () =>
      Effect.gen(function* () {
        const posts = yield* Effect.forEach(Array.range(1, 90), (n) => newPost({ title: `${n} ${unique()}` }))
        const ada = yield* newUser()
        for (const { id } of posts.slice(0, 20)) yield* newComment(id, ada)
        for (const { id } of posts.slice(10, 30)) yield* toggleLike(id, ada)
        const ids = [...posts.map(({ id }) => id), never, ...posts.slice(0, 40).map(({ id }) => id)]
        const viewers = ids.map((_, place) => (place % 3 === 0 ? Option.some(ada) : Option.none()))
        const alone = yield* Effect.forEach(ids, (id, place) =>
          Effect.either(documentOf(id, viewers[place] ?? Option.none()))
        )
        const concurrent = yield* Effect.forEach(
          ids,
          (id, place) => Effect.either(documentOf(id, viewers[place] ?? Option.none())),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(concurrent, alone)
        deepStrictEqual(yield* Effect.flip(documentOf(never)), new PostNotFound({ id: never }))
      })
    )

    it.effect("PostsRepo.head is the document without its comments, also beside reads of whole documents", () =>
      Effect.gen(function* () {
        const [posts, ada] = [yield* PostsRepo, yield* newUser()]
        const ids = yield* Effect.replicateEffect(
          Effect.map(newPost(), ({ id }) => id),
          3
        )
        for (const id of ids) yield* newComment(id, ada)
        yield* Effect.forEach(
          [...ids, ...ids],
          (id, place) =>
            Effect.gen(function* () {
              const viewer = place < 3 ? Option.some(ada) : Option.none()
              const [head, document] = yield* Effect.all([posts.head(id, viewer), documentOf(id, viewer)], {
                concurrency: 2
              })
              strictEqual(document.comments.length, 1)
              deepStrictEqual(head, { ...document, comments: [] })
            }),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(yield* Effect.flip(posts.head(never, Option.none())), new PostNotFound({ id: never }))
      })
    )

    it.effect("PostsRepo.document shows writes before the call, and in a transaction its own", () =>
      Effect.gen(function* () {
        const [posts, { atomically }] = [yield* PostsRepo, yield* Transaction]
        const written = yield* atomically(
          Effect.gen(function* () {
            const { author, id } = yield* newPost()
            yield* posts.update(id, postChange({ title: Option.some("Inside") }), author.id)
            return { id, document: yield* documentOf(id) }
          })
        )
        strictEqual(written.document.title, "Inside")
        deepStrictEqual(yield* documentOf(written.id), written.document)
        const ada = yield* newUser()
        const seen = yield* Effect.forEach(
          Array.range(1, 20),
          () =>
            Effect.gen(function* () {
              const { id } = yield* newComment(written.id, ada)
              return (yield* jsonOf(written.id)).includes(`{"id":${id},"postId"`)
            }),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(seen, Array.replicate(true, 20))
      })
    )

    it.effect("PostsRepo.addViews adds views, gives the new numbers, and ignores unknown ids", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [one, other, untouched] = [yield* newPost(), yield* newPost(), yield* newPost()]
        const add = (views: number) =>
          Effect.map(
            posts.addViews([
              { id: one.id, views },
              { id: other.id, views: 10 * views },
              { id: never, views: 1 }
            ]),
            (now) => now.toSorted((a, b) => a.id - b.id)
          )
        deepStrictEqual(yield* add(3), [
          { id: one.id, views: 3 },
          { id: other.id, views: 30 }
        ])
        deepStrictEqual(yield* add(1), [
          { id: one.id, views: 4 },
          { id: other.id, views: 40 }
        ])
        deepStrictEqual(yield* posts.addViews([]), [])
        deepStrictEqual([(yield* listed(one.id)).viewCount, (yield* documentOf(other.id)).viewCount], [4, 40])
        strictEqual((yield* documentOf(untouched.id)).viewCount, 0)
        yield* posts.remove(one.id)
        deepStrictEqual(yield* add(1), [{ id: other.id, views: 50 }])
      })
    )

    it.effect("PostsRepo.addViews loses no views of concurrent calls", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const ids = (yield* Effect.replicateEffect(newPost(), 30)).map(({ id }) => id).sort((a, b) => a - b)
        const add = (n: number) =>
          posts.addViews(ids.filter((_, place) => place % n === 0).map((id) => ({ id, views: n })))
        yield* Effect.forEach(Array.range(1, 12), add, { concurrency: "unbounded" })
        const views = yield* Effect.forEach(ids, (id) => Effect.map(documentOf(id), (document) => document.viewCount))
        const divisorsOf = (place: number) => Array.range(1, 12).filter((n) => place % n === 0)
        deepStrictEqual(
          views,
          ids.map((_, place) => divisorsOf(place).reduce((sum, n) => sum + n, 0))
        )
      })
    )
  })
