import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../contracts/newRows.ts"
import { community } from "../support/Community.ts"
import { account } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"

/**
 * Eight requests register the same email, then the same username:
 * - each looks for the name before any has stored it, so only the unique index can refuse;
 * - one has stored it before another looks, and that one is refused without an insert.
 */
const register = (given: Readonly<Record<string, unknown>>) =>
  send("POST", "/api/auth/register", { body: account(given) })

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: eight registrations of one email or username at once`,
    (it) => {
      it.effect("make one member, and the other seven are 409", () =>
        Effect.gen(function* () {
          for (const given of [{ email: `${unique()}@example.org` }, { username: unique() }]) {
            const answers = yield* Effect.forEach(Array.range(1, 8), () => register(given), {
              concurrency: "unbounded"
            })
            deepStrictEqual(answers.map(({ status }) => status).sort(), [201, ...Array.replicate(409, 7)])
          }
        })
      )
    }
  )
}
