import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { account, joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { type Answer, at, refused, refusedFor } from "../../../support/Wire.ts"

const adminCode = "a code of the operator"

const joinAs = (role: string, as?: Redacted.Redacted, given: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/register", { body: account({ role, ...given }), ...(as === undefined ? {} : { as }) })

const claim = joinAs("admin", undefined, { adminCode })

const isAdmin = ({ body, status }: Answer) => status === 201 && at(body, "user", "role") === "admin"

const variables = { FIRST_ADMIN_CODE: adminCode }

layer(community(Memory.layer, variables), { excludeTestServices: true })(
  "POST /api/auth/register with a role",
  (it) => {
    it.effect("makes no admin without the code, and tells where the code is printed while there is no admin", () =>
      Effect.gen(function* () {
        const wrong = [{}, { adminCode: null }, { adminCode: "" }, { adminCode: `${adminCode}!` }]
        for (const given of wrong) {
          refusedFor(yield* joinAs("admin", undefined, given), 403, /adminCode.*printed.*FIRST_ADMIN_CODE/)
        }
        refused(yield* joinAs("admin", (yield* join()).token), 403)
        const { body } = yield* joinAs("user", undefined, { adminCode })
        strictEqual(at(body, "user", "role"), "user")
      })
    )

    it.effect("lets an admin make admins, and no user and no expert", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const made = yield* joinAs("admin", admin.token)
        strictEqual(isAdmin(made), true)
        strictEqual(isAdmin(yield* joinAs("admin", Redacted.make(String(at(made.body, "token"))))), true)
        for (const role of ["user", "expert"] as const) {
          refused(yield* joinAs("admin", (yield* join(role)).token, { adminCode }), 403)
        }
      })
    )
  }
)

layer(community(Memory.layer, variables), { excludeTestServices: true })(
  "PATCH /api/users/me of the only admin",
  (it) => {
    it.effect("refuses to give the role up until there is another admin, so that the code is never valid again", () =>
      Effect.gen(function* () {
        const keeper = yield* join("admin", adminCode)
        const maria = yield* join()
        const demote = send("PATCH", `/api/users/${keeper.user.id}`, { as: keeper.token, body: { role: "user" } })
        strictEqual((yield* demote).status, 403)
        strictEqual((yield* claim).status, 403)
        const raised = { as: keeper.token, body: { role: "admin" } }
        strictEqual((yield* send("PATCH", `/api/users/${maria.user.id}`, raised)).status, 200)
        strictEqual((yield* demote).status, 200)
      })
    )
  }
)

const closed = { REGISTRATION_ROLES: "user" }
layer(community(Memory.layer, closed), { excludeTestServices: true })(
  "POST /api/auth/register with a closed role",
  (it) => {
    it.effect("answers 403 to anybody, also while there is no admin", () =>
      Effect.gen(function* () {
        refusedFor(yield* joinAs("admin"), 403, /admin/)
        refusedFor(yield* joinAs("expert"), 403, /expert/)
        refused(yield* joinAs("expert", (yield* join()).token), 403)
        strictEqual((yield* joinAs("user")).status, 201)
      })
    )

    it.effect("makes the member if an admin asks", () =>
      Effect.gen(function* () {
        const { token } = yield* joinAdmin
        for (const role of ["user", "expert", "admin"]) {
          const { body, status } = yield* joinAs(role, token)
          deepStrictEqual([status, at(body, "user", "role")], [201, role])
        }
      })
    )
  }
)
