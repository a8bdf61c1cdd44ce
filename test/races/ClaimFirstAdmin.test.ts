import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { newUser } from "../contracts/newRows.ts"
import { account } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { type Answer, at, refusedFor, statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced } from "./Forced.ts"

const adminCode = "a code of the operator"

const joinAs = (role: string, as?: Redacted.Redacted, given: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/register", { body: account({ role, ...given }), ...(as === undefined ? {} : { as }) })

const claim = joinAs("admin", undefined, { adminCode })
const claims = Array.replicate(claim, 6)

const isAdmin = ({ body, status }: Answer) => status === 201 && at(body, "user", "role") === "admin"

/**
 * Requests send the code of the first admin:
 * - all find that there is no admin, hash their passwords, and then wait for one lock: the first one is the admin;
 * - the transaction that holds the lock makes an admin: all are refused;
 * - one comes after all of them.
 * `services/accounts/FirstAdmin.test.ts` has the claims that hash their passwords at once, without a server too.
 */
forced(
  "claims to be the first admin that have seen none",
  (it) => {
    it.effect("make one admin, the others are 403, and so is a later one", () =>
      Effect.gen(function* () {
        const answers = yield* behindLock((sql) => sql`select pg_advisory_xact_lock(1, 0)`, claims)
        const [first, ...others] = answers.filter(isAdmin)
        deepStrictEqual([others, statusesOf(answers).sort()], [[], [201, ...Array.replicate(403, 5)]])
        for (const answer of answers.filter((answer) => answer !== first)) refusedFor(answer, 403, /ask an admin/)
        refusedFor(yield* claim, 403, /ask an admin/)
        const admin = Redacted.make(String(at(first?.body, "token")))
        strictEqual(isAdmin(yield* joinAs("admin", admin)), true)
      })
    )
  },
  { FIRST_ADMIN_CODE: adminCode }
)

forced(
  "claims to be the first admin that wait for another's",
  (it) => {
    it.effect("POST /api/auth/register answers 403 to each, once the other is committed", () =>
      Effect.gen(function* () {
        const answers = yield* behindCommit(
          (sql) => Effect.zipRight(sql`select pg_advisory_xact_lock(1, 0)`, newUser({ role: "admin" })),
          claims
        )
        for (const answer of answers) refusedFor(answer, 403, /ask an admin/)
      })
    )
  },
  { FIRST_ADMIN_CODE: adminCode }
)
