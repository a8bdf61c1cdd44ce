import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { community } from "../support/Community.ts"
import { account } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { type Answer, at, refusedFor } from "../support/Wire.ts"

/**
 * Eight requests send the code of the first admin:
 * - all find that there is no admin, hash their passwords, and then store: one row may be the first admin;
 * - one is stored before another looks, which is refused before it hashes a password;
 * - one comes after all of them.
 * `services/accounts/FirstAdmin.test.ts` forces the first of these.
 */
const adminCode = "a code of the operator"

const joinAs = (role: string, as?: Redacted.Redacted, given: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/register", { body: account({ role, ...given }), ...(as === undefined ? {} : { as }) })

const claim = joinAs("admin", undefined, { adminCode })

const isAdmin = ({ body, status }: Answer) => status === 201 && at(body, "user", "role") === "admin"

for (const storage of oneDatabase) {
  layer(community(storage.layer, { FIRST_ADMIN_CODE: adminCode }), { excludeTestServices: true })(
    `${storage.name}: eight claims to be the first admin at once`,
    (it) => {
      it.effect("make one admin, the others are 403, and so is a later one", () =>
        Effect.gen(function* () {
          const answers = yield* Effect.all(Array.replicate(claim, 8), { concurrency: "unbounded" })
          const [first, ...others] = answers.filter(isAdmin)
          deepStrictEqual([others, answers.map(({ status }) => status).sort()], [[], [201, ...Array.replicate(403, 7)]])
          for (const answer of answers.filter((answer) => answer !== first)) refusedFor(answer, 403, /ask an admin/)
          refusedFor(yield* claim, 403, /ask an admin/)
          const admin = Redacted.make(String(at(first?.body, "token")))
          strictEqual(isAdmin(yield* joinAs("admin", admin)), true)
        })
      )
    }
  )
}
