import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Fiber, Layer } from "effect"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { CurrentUser } from "../../src/domain/accounts/CurrentUser.ts"
import { AuditLog } from "../../src/services/accounts/AuditLog.ts"
import { Follows } from "../../src/services/follows/Follows.ts"
import { ShutdownSignal } from "../../src/services/Operation.ts"
import { whileLocked } from "../adapters/postgres/WhileLocked.ts"
import { newPost, newUser } from "../contracts/newRows.ts"
import { SingleInstance } from "../support/ChangesLayers.ts"
import { signedIn } from "../support/People.ts"
import { databases, embeddedDatabase } from "../support/Storage.ts"

const server = databases.find(({ name }) => name === "server")

/** A member follows a post while its deletion is not committed: the follow waits for the lock, and finds no post then. */
describe.skipIf(server === undefined)("server: a follow of a post that is being deleted", () => {
  const services = Follows.layer.pipe(
    Layer.provide([AuditLog.layer, ShutdownSignal.layer]),
    Layer.provide(SingleInstance),
    Layer.provideMerge(Layer.provideMerge(Sql.layer, server?.client ?? embeddedDatabase))
  )

  it.live("fails with PostNotFound, and leaves no row that counts as a follow of the member", () =>
    Effect.gen(function* () {
      const [sql, { followPost }] = [yield* SqlClient.SqlClient, yield* Follows]
      const [bob, { id }] = [yield* newUser(), yield* newPost()]
      const rows = sql`select from follows where user_id = ${bob}`
      const follow = Effect.flip(Effect.provideService(followPost(id), CurrentUser, signedIn(bob)))
      // The follow has time for several statements before the deletion commits.
      const begun = Effect.tap(Effect.fork(follow), () => Effect.repeatN(rows, 30))
      const following = yield* whileLocked((sql) => sql`delete from posts where id = ${id}`, begun, true)
      const { _tag } = yield* Fiber.join(following)
      deepStrictEqual([_tag, yield* rows], ["PostNotFound", []])
    }).pipe(Effect.provide(services))
  )
})
