import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../contracts/newRows.ts"
import { community } from "../support/Community.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"

/**
 * Six members change their username to the same one:
 * - each updates its own row, so no row lock orders them; the unique index lets one commit;
 * - one has committed before another begins.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: six changes to one username at once`,
    (it) => {
      it.effect("give the name to one, and the other five are 409", () =>
        Effect.gen(function* () {
          const members = yield* Effect.forEach(Array.range(1, 6), () => join())
          const username = unique()
          const answers = yield* Effect.forEach(
            members,
            ({ token }) => send("PATCH", "/api/users/me", { as: token, body: { username } }),
            {
              concurrency: "unbounded"
            }
          )
          deepStrictEqual(answers.map(({ status }) => status).sort(), [200, ...Array.replicate(409, 5)])
        })
      )
    }
  )
}
