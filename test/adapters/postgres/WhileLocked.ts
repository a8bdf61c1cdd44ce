import { SqlClient } from "@effect/sql"
import { Deferred, Effect, Fiber } from "effect"

/** Runs `use` while another transaction holds the locks of a statement. The other one then commits, or rolls back. */
export const whileLocked = <A, E, R, R2 = never>(
  statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown, R2>,
  use: Effect.Effect<A, E, R>,
  commits = false
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [isLocked, isDone] = [yield* Deferred.make<void, unknown>(), yield* Deferred.make<void>()]
    const holder = statement(sql).pipe(
      Effect.tapErrorCause((cause) => Deferred.failCause(isLocked, cause)),
      Effect.zipRight(Deferred.succeed(isLocked, undefined)),
      Effect.zipRight(Deferred.await(isDone)),
      Effect.zipRight(commits ? Effect.void : Effect.fail("undone")),
      sql.withTransaction
    )
    const fiber = yield* Effect.fork(Effect.ignore(holder))
    yield* Deferred.await(isLocked)
    const used = yield* Effect.ensuring(use, Effect.zipRight(Deferred.succeed(isDone, undefined), Fiber.await(fiber)))
    return used
  })
