import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../support/Community.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"

/**
 * Four requests of its owner revoke one API key:
 * - each has proved its credential and waits for the same row; the first deletes it, the others find none;
 * - one comes after the key is gone.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: four revocations of one API key at once`,
    (it) => {
      it.effect("revoke it once, and the other three are 404", () =>
        Effect.gen(function* () {
          const { client, token } = yield* join()
          const { id } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
          const revoke = send("DELETE", "/api/auth/apikeys", { as: token, body: { id } })
          const statuses = yield* Effect.all([revoke, revoke, revoke, revoke], { concurrency: "unbounded" })
          deepStrictEqual(statuses.map(({ status }) => status).sort(), [200, 404, 404, 404])
        })
      )
    }
  )
}
