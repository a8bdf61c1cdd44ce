import { SqlClient } from "@effect/sql"
import { describe, layer, type Vitest } from "@effect/vitest"
import { Context, Effect, Either, Fiber, Layer } from "effect"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { type BatchResult, Blocked } from "../../src/domain/BatchResult.ts"
import type { PostId } from "../../src/domain/Ids.ts"
import { DecisionsRepo } from "../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../src/ports/posts/CommentsRepo.ts"
import { LikesRepo } from "../../src/ports/posts/LikesRepo.ts"
import { PostsRepo } from "../../src/ports/posts/PostsRepo.ts"
import { whileLocked } from "../adapters/postgres/WhileLocked.ts"
import { community } from "../support/Community.ts"
import { mainDatabase, startedServer } from "../support/Storage.ts"

/**
 * The requests that were `Blocked`, by their fibers, and the items of batches that were. These do not wait in the database:
 * they are tried again until they have the lock.
 */
class BlockedCalls extends Context.Tag("test/BlockedCalls")<BlockedCalls, Set<unknown>>() {}

const blockedCalls = Layer.sync(BlockedCalls, () => new Set())

/** The repositories that take locks without waiting, which note what is `Blocked`. */
const watched = Layer.effectContext(
  Effect.gen(function* () {
    const blocked = yield* BlockedCalls
    const [comments, likes, posts] = [yield* CommentsRepo, yield* LikesRepo, yield* PostsRepo]
    const [decisions, hidden] = [yield* DecisionsRepo, yield* HiddenTextsRepo]
    const inboxes = yield* NotificationsRepo

    const noting =
      <Args extends ReadonlyArray<unknown>, A, E, R>(call: (...args: Args) => Effect.Effect<A, E, R>) =>
      (...args: Args) =>
        Effect.tapError(call(...args), (error) =>
          error instanceof Blocked ? Effect.map(Effect.fiberId, (id) => blocked.add(String(id))) : Effect.void
        )

    const notingItems =
      <Item, A, E, E2>(write: (items: ReadonlyArray<Item>) => Effect.Effect<BatchResult<A, E>, E2>) =>
      (items: ReadonlyArray<Item>) =>
        Effect.tap(write(items), ({ results }) => {
          for (const [index, result] of results.entries())
            if (Either.isLeft(result) && result.left instanceof Blocked) blocked.add(items[index])
        })

    return Context.empty().pipe(
      Context.add(CommentsRepo, { ...comments, addAll: notingItems(comments.addAll) }),
      Context.add(LikesRepo, { ...likes, writeAll: notingItems(likes.writeAll) }),
      Context.add(PostsRepo, { ...posts, lock: noting(posts.lock), addAll: notingItems(posts.addAll) }),
      Context.add(DecisionsRepo, { ...decisions, lock: noting(decisions.lock) }),
      Context.add(NotificationsRepo, { ...inboxes, lock: noting(inboxes.lock) }),
      Context.add(HiddenTextsRepo, { ...hidden, lockPost: noting(hidden.lockPost) })
    )
  })
)

// Built once: the community and its tests share the client.
const client = Layer.orDie(startedServer ?? mainDatabase.client)

const storage = watched.pipe(Layer.provideMerge(Layer.provide(Sql.layer, client)), Layer.provide(blockedCalls))

const server = (variables: Readonly<Record<string, string>>) =>
  Layer.mergeAll(community(storage, variables), client, blockedCalls)

/**
 * A suite of the community on a PostgreSQL server, with the client of its database; skipped without a server, since the
 * embedded database has one connection, so that no other transaction can hold a lock.
 */
export const forced = (
  title: string,
  define: (it: Vitest.MethodsNonLive<Layer.Layer.Success<ReturnType<typeof server>>, true>) => void,
  variables: Readonly<Record<string, string>> = {}
) =>
  describe.skipIf(startedServer === undefined)("server", () => {
    layer(server(variables), { excludeTestServices: true })(title, define)
  })

/** The statements that wait for a lock, and the calls that were `Blocked`. */
const waiting = Effect.gen(function* () {
  const [sql, blocked] = [yield* SqlClient.SqlClient, yield* BlockedCalls]
  const { length } = yield* sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return length + blocked.size
})

/** Returns once so many statements and calls wait for locks. */
export const seenWaiting = (count: number) => Effect.repeat(waiting, { until: (seen) => seen >= count })

/** What another transaction does, so that it holds locks. */
export type Lock<R = never> = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown, R>

/** Begins a call, and returns its fiber once it is seen waiting. A call that ends instead is a defect of the test. */
const begin = <A, E, R>(call: Effect.Effect<A, E, R>, index: number) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(call)
    const ended = Effect.flatMap(Fiber.await(fiber), (exit) => Effect.dieMessage(`call ${index} did not wait: ${exit}`))
    yield* Effect.raceFirst(seenWaiting(index + 1), ended)
    return fiber
  })

const behind =
  (commits: boolean) =>
  <A, E, R, R2 = never>(lock: Lock<R2>, calls: ReadonlyArray<Effect.Effect<A, E, R>>) =>
    Effect.gen(function* () {
      const blocked = yield* BlockedCalls
      blocked.clear()
      return yield* Fiber.join(Fiber.all(yield* whileLocked(lock, Effect.forEach(calls, begin), commits)))
    })

/**
 * Begins calls one after the other while another transaction holds locks, each once the one before it is seen waiting. The
 * transaction is rolled back when all wait. Gives their results.
 */
export const behindLock = behind(false)

/** The same, but the transaction commits what it has written. */
export const behindCommit = behind(true)

/** Runs `use` while a call waits behind locks that another transaction holds. Gives what it gives, and the call's result. */
export const whileWaiting = <A, E, R, B, E2, R2>(
  lock: Lock,
  call: Effect.Effect<A, E, R>,
  use: Effect.Effect<B, E2, R2>
) =>
  Effect.gen(function* () {
    const blocked = yield* BlockedCalls
    blocked.clear()
    const [fiber, used] = yield* whileLocked(lock, Effect.all([begin(call, 0), use]))
    return [yield* Fiber.join(fiber), used] as const
  })

/** The lock of a batch that writes about a post. */
export const lockPost =
  (id: PostId): Lock =>
  (sql) =>
    sql`select from posts where id = ${id} for no key update`
