import { SqlClient } from "@effect/sql"
import { describe, layer } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Effect, Fiber, Layer } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { newPost, view } from "../../contracts/newRows.ts"
import { mainDatabase } from "../../support/Storage.ts"
import { whileLocked } from "./WhileLocked.ts"

// The embedded database has one connection, so no call waits for another transaction.
describe.skipIf(mainDatabase.name === "embedded")("server", () => {
  layer(Layer.provideMerge(Sql.layer, mainDatabase.client))("views", (it) => {
    /** Calls a function after another transaction has called one. The other one commits once this call waits for it. */
    const callAfter = (other: string, call: string) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const isWaiting = Effect.repeat(
          sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and position(${call} in query) > 0
            and pid <> pg_backend_pid()`,
          { until: ({ length }) => length === 1, times: 10_000 }
        )
        const calls = Effect.zipLeft(Effect.fork(sql.unsafe(`select ${call}`)), isWaiting)
        yield* Fiber.join(yield* whileLocked((held) => held.unsafe(`select ${other}`), calls, true))
      })

    it.effect("PostsRepo.addViews loses no view of a post that another transaction is hiding or restoring", () =>
      Effect.gen(function* () {
        const { id } = yield* newPost()
        const adding = `add_views(array[${id}], array[3])`
        yield* callAfter(`hide_posts(array[${id}], 1)`, adding)
        yield* callAfter(`restore_posts(array[${id}])`, adding)
        yield* callAfter(adding, `hide_posts(array[${id}], 1)`)
        yield* callAfter(adding, `restore_posts(array[${id}])`)
        strictEqual((yield* view(id, 1))[0]?.views, 13)
      })
    )
  })
})
