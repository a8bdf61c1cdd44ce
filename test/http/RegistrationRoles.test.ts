import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { account, joinAdmin } from "./Given.ts"
import { join, send } from "./Members.ts"
import { type Answer, at, refused, refusedFor } from "./Wire.ts"

const adminCode = "a code of the operator"

const joinAs = (role: string, as?: Redacted.Redacted, given: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/register", { body: account({ role, ...given }), ...(as === undefined ? {} : { as }) })

const claim = joinAs("admin", undefined, { adminCode })

const isAdmin = ({ body, status }: Answer) => status === 201 && at(body, "user", "role") === "admin"

const variables = { FIRST_ADMIN_CODE: adminCode }

for (const storage of storages) {
  layer(community(storage.layer, variables), { excludeTestServices: true })(
    `${storage.name}: POST /api/auth/register with a role`,
    (it) => {
      it.effect("makes no admin without the code, and says where the code is while there is no admin", () =>
        Effect.gen(function* () {
          const wrong = [{}, { adminCode: null }, { adminCode: "" }, { adminCode: `${adminCode}!` }]
          for (const given of wrong) {
            refusedFor(yield* joinAs("admin", undefined, given), 403, /adminCode.*printed.*FIRST_ADMIN_CODE/)
          }
          refusedFor(yield* joinAs("admin", undefined, { adminCode: 5 }), 400, /^adminCode /)
          refused(yield* joinAs("admin", (yield* join()).token), 403)
          const { body } = yield* joinAs("user", undefined, { adminCode })
          strictEqual(at(body, "user", "role"), "user")
        })
      )

      it.effect("makes one admin of many who send the code at once, and none after", () =>
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

      it.effect("lets an API key of an admin make admins, and is 401 with a credential that opens nothing", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const { key } = yield* admin.client.auth.createApiKey({ payload: { name: "agent" } })
          strictEqual(isAdmin(yield* joinAs("admin", key)), true)
          refused(yield* joinAs("user", Redacted.make("unknown")), 401)
        })
      )

      it.effect("takes user and expert from anybody", () =>
        Effect.gen(function* () {
          for (const role of ["user", "expert"]) {
            const { body, status } = yield* joinAs(role)
            deepStrictEqual([status, at(body, "user", "role")], [201, role])
          }
        })
      )
    }
  )

  layer(community(storage.layer, variables), { excludeTestServices: true })(`${storage.name}: the only admin`, (it) => {
    it.effect("stays one until there is another, so that the code opens nothing again", () =>
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
  })

  const closed = { REGISTRATION_ROLES: "user" }
  layer(community(storage.layer, closed), { excludeTestServices: true })(`${storage.name}: closed roles`, (it) => {
    it.effect("are 403 to anybody, also while there is no admin", () =>
      Effect.gen(function* () {
        refusedFor(yield* joinAs("admin"), 403, /admin/)
        refusedFor(yield* joinAs("expert"), 403, /expert/)
        refused(yield* joinAs("expert", (yield* join()).token), 403)
        strictEqual((yield* joinAs("user")).status, 201)
      })
    )

    it.effect("are an admin's to give", () =>
      Effect.gen(function* () {
        const { token } = yield* joinAdmin
        for (const role of ["user", "expert", "admin"]) {
          const { body, status } = yield* joinAs(role, token)
          deepStrictEqual([status, at(body, "user", "role")], [201, role])
        }
      })
    )
  })
}
