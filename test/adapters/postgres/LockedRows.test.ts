import type { SqlClient } from "@effect/sql"
import { describe, layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Either, Layer, Option } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { Blocked } from "../../../src/domain/BatchResult.ts"
import type { DiseaseId, PostId, UserId } from "../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import {
  filtered,
  moment,
  newComment,
  newDiseases,
  newPost,
  newUser,
  time,
  toggleLike
} from "../../contracts/newRows.ts"
import { mainDatabase } from "../../support/Storage.ts"
import { whileLocked } from "./WhileLocked.ts"

const comment = { authorKind: "human", content: filtered("hello"), language: "und", replyTo: Option.none() } as const
const like = { actorKind: "human", wanted: Option.none(), at: moment } as const

const commenting = (items: ReadonlyArray<readonly [PostId, UserId]>, createdAt = moment) =>
  Effect.flatMap(CommentsRepo, (comments) =>
    comments.addAll(items.map(([postId, authorId]) => ({ ...comment, postId, authorId, createdAt })))
  )

const liking = (items: ReadonlyArray<readonly [PostId, UserId]>) =>
  Effect.flatMap(LikesRepo, (likes) => likes.writeAll(items.map(([postId, userId]) => ({ ...like, postId, userId }))))

const posting = (items: ReadonlyArray<readonly [UserId, Option.Option<DiseaseId>]>) =>
  Effect.flatMap(PostsRepo, (posts) =>
    posts.addAll(
      items.map(([authorId, diseaseId]) => {
        const row = { title: "a post", content: filtered("words"), language: "und", category: "topic" as const }
        return { ...row, authorId, authorKind: "human" as const, diseaseId, createdAt: moment }
      })
    )
  )

/** The outcome of each item: "written", the lock that blocks it, or the tag of its error. */
const outcomes = ({
  results
}: {
  readonly results: ReadonlyArray<Either.Either<unknown, { readonly _tag: string }>>
}) =>
  results.map(
    Either.match({
      onLeft: (left) => (left instanceof Blocked ? left.by : left._tag),
      onRight: () => "written"
    })
  )

/** Two posts of two authors, and two members who write about them. */
const scene = Effect.gen(function* () {
  const [post, other] = [yield* newPost(), yield* newPost()]
  const [ada, bob] = [yield* newUser(), yield* newUser()]
  yield* newComment(post.id, ada)
  return { post, other, ada, bob, author: post.author.id }
})

type Scene = Effect.Effect.Success<typeof scene>

/** Locks of another transaction, and the lock that then blocks an item of Ada about the post. */
const locks: ReadonlyArray<{
  readonly title: string
  readonly lock: (scene: Scene) => (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>
  readonly by: (scene: Scene) => string
  /** True if only items of Ada are blocked, and not those of other members about the post. */
  readonly isOfMember?: true
}> = [
  {
    title: "a post",
    lock:
      ({ post }) =>
      (sql) =>
        sql`select from posts where id = ${post.id} for update`,
    by: ({ post }) => `post ${post.id}`
  },
  {
    title: "the counts of a post",
    lock:
      ({ post }) =>
      (sql) =>
        sql`select from post_counts where post_id = ${post.id} for update`,
    by: ({ post }) => `post ${post.id}`
  },
  {
    title: "the author of a post",
    lock:
      ({ author }) =>
      (sql) =>
        sql`select from users where id = ${author} for update`,
    by: ({ post }) => `post ${post.id}`
  },
  {
    title: "the inbox of an author",
    lock:
      ({ author }) =>
      (sql) =>
        sql`select pg_advisory_xact_lock(2, ${author})`,
    by: ({ author }) => `inbox ${author}`
  },
  {
    title: "the counts of an inbox",
    lock:
      ({ author }) =>
      (sql) =>
        sql`update inbox_counts set unread = unread where recipient_id = ${author}`,
    by: ({ author }) => `inbox ${author}`
  },
  {
    title: "a member who writes",
    lock:
      ({ ada }) =>
      (sql) =>
        sql`select from users where id = ${ada} for update`,
    by: ({ ada }) => `member ${ada}`,
    isOfMember: true
  }
]

// The embedded database has one connection, so no other transaction can hold a lock.
describe.skipIf(mainDatabase.name === "embedded")("server", () => {
  layer(Layer.provideMerge(Sql.layer, mainDatabase.client))("a batch", (it) => {
    for (const { by, isOfMember, lock, title } of locks) {
      it.effect(`A batch writes all other items at once while another transaction holds ${title}`, () =>
        Effect.gen(function* () {
          const fixture = yield* scene
          const { ada, bob, other, post } = fixture
          const items = [
            [post.id, ada],
            [other.id, bob],
            [post.id, ada],
            [post.id, bob]
          ] as const
          const expected = [by(fixture), "written", by(fixture), isOfMember === undefined ? by(fixture) : "written"]
          const written = yield* whileLocked(lock(fixture), Effect.all([commenting(items), liking(items)]))
          deepStrictEqual(written.map(outcomes), [expected, expected])
          deepStrictEqual(
            outcomes(yield* commenting(items)),
            items.map(() => "written")
          )
          deepStrictEqual(
            outcomes(yield* liking(items)),
            items.map(() => "written")
          )
        })
      )
    }

    it.effect("A batch writes nothing of a blocked item: no comment, no count, no notification, no change", () =>
      Effect.gen(function* () {
        const { ada, author, post } = yield* scene
        const [comments, inbox] = [yield* CommentsRepo, yield* NotificationsRepo]
        const seen = Effect.all([
          comments.page(post.id, { offset: 0, limit: 9 }),
          inbox.page(author, false, { offset: 0, limit: 9 })
        ])
        const before = yield* seen
        const statement = (sql: SqlClient.SqlClient) => sql`select from posts where id = ${post.id} for update`
        const { changes } = yield* whileLocked(statement, commenting([[post.id, ada]]))
        deepStrictEqual(changes, [])
        deepStrictEqual(yield* seen, before)
      })
    )

    it.effect("A batch refuses blocked items with PostNotFound once the deletion of the post is committed", () =>
      Effect.gen(function* () {
        const { ada, other, post } = yield* scene
        const items = [
          [post.id, ada],
          [other.id, ada]
        ] as const
        const remove = (sql: SqlClient.SqlClient) => sql`delete from posts where id = ${post.id}`
        const [commented, liked] = yield* whileLocked(remove, Effect.all([commenting(items), liking(items)]), true)
        deepStrictEqual(outcomes(commented), [`post ${post.id}`, "written"])
        deepStrictEqual(outcomes(liked), [`post ${post.id}`, "written"])
        deepStrictEqual(outcomes(yield* commenting(items)), ["PostNotFound", "written"])
        deepStrictEqual(outcomes(yield* liking(items)), ["PostNotFound", "written"])
      })
    )

    it.effect("A batch writes for a member whose profile is being changed, but not the minute of their activity", () =>
      Effect.gen(function* () {
        const { ada, post } = yield* scene
        const patch = (sql: SqlClient.SqlClient) => sql`update users set bio = bio where id = ${ada}`
        deepStrictEqual(outcomes(yield* whileLocked(patch, commenting([[post.id, ada]]))), ["written"])
        const later = time("2026-04-02T03:04:05.678Z")
        deepStrictEqual(outcomes(yield* whileLocked(patch, commenting([[post.id, ada]], later))), [`member ${ada}`])
      })
    )

    it.effect(
      "A batch of posts writes all other items at once while another transaction holds a member, a disease or its count",
      () =>
        Effect.gen(function* () {
          const [ada, bob] = [yield* newUser(), yield* newUser()]
          const [first, second] = yield* newDiseases("locked", "free")
          if (first === undefined || second === undefined) return yield* Effect.dieMessage("no diseases")
          const [locked, free] = [Option.some(first), Option.some(second)]
          const items = [
            [ada, free],
            [bob, locked],
            [bob, free],
            [bob, Option.none()]
          ] as const
          deepStrictEqual(
            outcomes(yield* posting(items)),
            items.map(() => "written")
          )
          const whileAda = [`member ${ada}`, "written", "written", "written"]
          const whileDisease = ["written", `disease ${first}`, "written", "written"]
          for (const [statement, expected] of [
            [(sql: SqlClient.SqlClient) => sql`select from users where id = ${ada} for update`, whileAda],
            [
              (sql: SqlClient.SqlClient) => sql`update author_counts set posts = posts where author_id = ${ada}`,
              whileAda
            ],
            [(sql: SqlClient.SqlClient) => sql`select from diseases where id = ${first} for update`, whileDisease],
            [
              (sql: SqlClient.SqlClient) => sql`update disease_counts set posts = posts where disease_id = ${first}`,
              whileDisease
            ]
          ] as const) {
            deepStrictEqual(outcomes(yield* whileLocked(statement, posting(items))), expected)
          }
        })
    )

    it.effect("PostsRepo.lock, NotificationsRepo.lock and UsersRepo.touch do not wait for locked rows", () =>
      Effect.gen(function* () {
        const { ada, author, post } = yield* scene
        const [posts, inboxes, users] = [yield* PostsRepo, yield* NotificationsRepo, yield* UsersRepo]
        const locking = Effect.all([Effect.flip(posts.lock(post.id)), Effect.flip(inboxes.lock(author))])
        const lock = (sql: SqlClient.SqlClient) =>
          Effect.all([
            sql`select from posts where id = ${post.id} for no key update`,
            sql`select pg_advisory_xact_lock(2, ${author})`,
            sql`select from users where id = ${ada} for update`
          ])
        const late = time("2099-01-01T00:00:00.000Z")
        deepStrictEqual(yield* whileLocked(lock, Effect.zipLeft(locking, users.touch(ada, late))), [
          new Blocked({ by: `post ${post.id}` }),
          new Blocked({ by: `inbox ${author}` })
        ])
        yield* Effect.all([posts.lock(post.id), inboxes.lock(author)])
      })
    )

    it.effect("A batch is Blocked as a whole by a lock that it cannot foresee, and writes nothing", () =>
      Effect.gen(function* () {
        const { ada, other, post } = yield* scene
        yield* toggleLike(post.id, ada)
        const items = [
          [post.id, ada],
          [other.id, ada]
        ] as const
        const statement = (sql: SqlClient.SqlClient) => sql`select from likes where user_id = ${ada} for update`
        const { changes, results } = yield* whileLocked(statement, liking(items))
        deepStrictEqual([outcomes({ results }), changes], [[undefined, undefined], []])
        const likes = yield* LikesRepo
        strictEqual((yield* likes.of(other.id, Option.none())).likeCount, 0)
      })
    )
  })
})
