import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Redacted } from "effect"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import { forMigrations, forRequests } from "../../../../src/adapters/postgres/connection/ServerPool.ts"
import * as Sql from "../../../../src/adapters/postgres/connection/Sql.ts"
import { onServerOf, serverUrl } from "../../../process/Databases.ts"
import { silentProxy } from "../../../process/SilentProxy.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { until } from "../../../support/Waiting.ts"

/** Shorter timeouts than in production, longer than a statement takes on a busy machine. */
const timeouts = { ...forRequests, answerMillis: 2_000, connectMillis: 1_000, poolMillis: 1_500 }

describe.skipIf(serverUrl === undefined)("The community while its database is silent", () => {
  it.scopedLive("answers 503 with Retry-After to requests that need it, stays healthy, and recovers", () =>
    Effect.gen(function* () {
      const { DATABASE_URL = "" } = yield* onServerOf(serverUrl ?? "")
      const direct = Database.server(Redacted.make(DATABASE_URL), 2, forMigrations)
      yield* Effect.scoped(Layer.build(Database.migrated(direct)))
      const proxy = yield* silentProxy(DATABASE_URL)
      const storage = Layer.provide(Sql.layer, Database.server(Redacted.make(proxy.url), 4, timeouts))
      yield* Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const needing = [
          ask("GET", "/ready"),
          ask("GET", "/api/posts?search=rare"),
          ask("POST", `/api/posts/${id}/like`, { as: maria.token }),
          ask("POST", `/api/posts/${id}/comments`, { as: maria.token, body: '{"content":"Hello"}' }),
          ask("POST", "/api/posts", { as: maria.token, body: '{"title":"A post","content":"Content"}' })
        ]
        const all = Effect.all(needing, { concurrency: "unbounded" })
        // On a busy machine a statement may take longer than these timeouts: then some are 503.
        const allSucceed = until(Effect.map(all, (answers) => answers.every(({ status }) => status < 300)))
        yield* allSucceed
        yield* proxy.freeze
        for (const answer of yield* all) {
          strictEqual(answer.status, 503, answer.text)
          assertTrue(Number(answer.headers["retry-after"]) >= 1)
        }
        strictEqual((yield* ask("GET", "/health")).status, 200)
        yield* proxy.thaw
        yield* allSucceed
      }).pipe(Effect.provide(community(storage)))
    })
  )
})
