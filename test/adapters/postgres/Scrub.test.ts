import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newUser } from "../../contracts/newRows.ts"
import { newEmbeddedDatabase } from "../../support/Storage.ts"

const isDue = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`select from scrub_due`, ({ length }) => length > 0)
)

const erase = Effect.flatMap(newUser(), (id) =>
  Effect.flatMap(Effect.all([ErasureRepo, Transaction]), ([repo, { atomically }]) =>
    atomically(repo.erase(id, "delete"))
  )
)

layer(Layer.provideMerge(Sql.layer, newEmbeddedDatabase), { excludeTestServices: true })(
  "embedded: ErasureRepo",
  (it) => {
    it.effect(
      "ErasureRepo.scrub stays due for a member who leaves while it runs, whose words its tables may keep",
      () =>
        Effect.gen(function* () {
          const { scrub } = yield* ErasureRepo
          yield* erase
          strictEqual(yield* isDue, true)
          // Statements take turns: this erasure commits after the run has begun.
          yield* Effect.all([scrub, erase], { concurrency: "unbounded" })
          strictEqual(yield* isDue, true)
          yield* scrub
          strictEqual(yield* isDue, false)
        })
    )
  }
)
