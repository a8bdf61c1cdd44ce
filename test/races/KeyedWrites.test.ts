import { SqlClient } from "@effect/sql"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Either, Option, type Redacted } from "effect"
import { type BatchResult, Blocked } from "../../src/domain/BatchResult.ts"
import { CommentsRepo } from "../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../src/ports/posts/PostsRepo.ts"
import { whileLocked } from "../adapters/postgres/WhileLocked.ts"
import { filtered, moment, unique } from "../contracts/newRows.ts"
import { joinAdmin, type Member, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { forced, type Lock, whileWaiting } from "./Forced.ts"

type Body = Readonly<Record<string, string>>

/** A write that is sent again under its key, and one without a key. */
const twice = (method: "POST" | "PUT", path: string, as: Redacted.Redacted, body?: Body) => {
  const key = unique()
  return {
    keyed: send(method, path, { as, body, headers: { "idempotency-key": key } }),
    bare: send(method, path, { as, body })
  }
}

/** Locks of other transactions that no batch can foresee, as those of an operator's work on a table. */
const locked =
  (table: "comments" | "likes" | "posts"): Lock =>
  (sql) =>
    sql`lock table ${sql(table)} in share row exclusive mode`

/** Meets a lock until it has timed out for the calls that wait for it: in a batch after 100 ms, as here, else after 1 s. */
const timeouts = (lock: Lock) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const tried = Effect.zipRight(sql`select set_config('lock_timeout', '100ms', true)`, lock(sql))
    return Effect.repeatN(Effect.ignore(sql.withTransaction(tried)), 14)
  })

/**
 * Writes with an Idempotency-Key meet a lock that another transaction holds, in one batch with writes without a key:
 * - the lock times out, which aborts the transaction of the batch: nothing is written, and all items are tried again;
 * - the lock is one of a member whose row has a newer version: only the items of the member wait.
 */
forced("writes with an Idempotency-Key", (it) => {
  it.effect("that meet a lock wait as those without one, which share their batch, and are made once", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      const path = `/api/posts/${id}`
      for (const [table, write] of [
        ["posts", twice("POST", "/api/posts", bob.token, { title: unique(), content: "x" })],
        ["comments", twice("POST", `${path}/comments`, bob.token, { content: "x" })],
        ["likes", twice("PUT", `${path}/like`, bob.token)]
      ] as const) {
        const both = Effect.all([write.keyed, write.bare], { concurrency: "unbounded" })
        const [answers] = yield* whileWaiting(locked(table), both, timeouts(locked(table)))
        const expected = table === "likes" ? 200 : 201
        deepStrictEqual(statusesOf(answers), [expected, expected], table)
        const again = yield* write.keyed
        deepStrictEqual([again.headers["idempotency-replayed"], again.body], ["true", answers[0]?.body])
      }
      const { body } = yield* send("GET", path)
      deepStrictEqual([at(body, "replyCount"), at(body, "likeCount")], [2, 1])
    })
  )

  it.effect("that meet the room of their member's answers, which another transaction takes, wait for it", () =>
    Effect.gen(function* () {
      const { token, user } = yield* join()
      const { keyed } = twice("POST", "/api/posts", token, { title: unique(), content: "x" })
      const room: Lock = (sql) => sql`select pg_advisory_xact_lock(15, ${user.id})`
      const [{ status }] = yield* whileWaiting(room, keyed, timeouts(room))
      strictEqual(status, 201)
    })
  )
})

/** The outcome of each item: "written", or the lock that blocks it. */
const outcomes = <E>(batch: Effect.Effect<BatchResult<unknown, unknown>, E>) =>
  Effect.map(batch, ({ results }) =>
    results.map(
      Either.match({ onLeft: (left) => (left instanceof Blocked ? left.by : left), onRight: () => "written" })
    )
  )

forced("batches", (it) => {
  it.effect("leave out the texts of a member who leaves or gets another email, and write those of others at once", () =>
    Effect.gen(function* () {
      const [comments, posts] = [yield* CommentsRepo, yield* PostsRepo]
      const [admin, bob] = [yield* joinAdmin, yield* join()]
      const password = "correct horse battery"
      const email = `${unique()}@example.org`
      const changes = [
        ({ token }: Member) => send("PATCH", "/api/users/me", { as: token, body: { email, password } }),
        ({ user }: Member) => send("PATCH", `/api/users/${user.id}`, { as: admin.token, body: { role: "expert" } }),
        ({ user }: Member) =>
          send("PUT", `/api/users/${user.id}/suspension`, { as: admin.token, body: { reason: "x" } }),
        ({ token }: Member) => send("DELETE", "/api/users/me", { as: token, body: { password, posts: "delete" } })
      ]
      for (const [nth, change] of changes.entries()) {
        const maria = yield* join()
        const [{ id }, other] = [yield* publish(maria), yield* publish(bob)]
        const isLocked = nth === 0 || nth === 3
        const text = { authorKind: "human", content: filtered("x"), language: "und", createdAt: moment } as const
        const comment = { ...text, replyTo: Option.none() } as const
        const post = { ...text, title: "x", category: "topic", diseaseId: Option.none() } as const
        const authors = [maria.user.id, bob.user.id]
        const batches = Effect.all([
          outcomes(comments.addAll([id, other.id].map((postId) => ({ ...comment, postId, authorId: bob.user.id })))),
          outcomes(comments.addAll(authors.map((authorId) => ({ ...comment, postId: other.id, authorId })))),
          outcomes(posts.addAll(authors.map((authorId) => ({ ...post, authorId }))))
        ])
        // The change has locked or changed the member, and waits to be noted in the audit log.
        const later: Lock = (sql) => sql`lock table audit_log in share mode`
        const [{ status }, written] = yield* whileWaiting(later, change(maria), batches)
        strictEqual(status, 200)
        const by = (lock: string) => (isLocked ? lock : "written")
        deepStrictEqual(
          written,
          [
            [by(`post ${id}`), "written"],
            [by(`member ${maria.user.id}`), "written"],
            [by(`member ${maria.user.id}`), "written"]
          ],
          `change ${nth}`
        )
      }
    })
  )

  it.effect(
    "of posts without diseases leave out a member whose counts are locked, and write those of others at once",
    () =>
      Effect.gen(function* () {
        const [maria, bob, posts] = [yield* join(), yield* join(), yield* PostsRepo]
        yield* Effect.all([publish(maria), publish(bob)])
        const post = {
          title: "x",
          content: filtered("x"),
          language: "und",
          category: "topic",
          diseaseId: Option.none()
        } as const
        const batch = posts.addAll(
          [maria, bob].map(
            ({ user }) => ({ ...post, authorKind: "human", authorId: user.id, createdAt: moment }) as const
          )
        )
        const counts: Lock = (sql) => sql`select from author_counts where author_id = ${maria.user.id} for update`
        deepStrictEqual(yield* whileLocked(counts, outcomes(batch)), [`member ${maria.user.id}`, "written"])
      })
  )
})
