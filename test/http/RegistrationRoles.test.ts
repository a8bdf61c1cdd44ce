import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { account, joinAdmin } from "./Given.ts"
import { join, send } from "./Members.ts"
import { type Answer, at, refused, refusedFor } from "./Wire.ts"

const joinAs = (role: string, as?: Redacted.Redacted) =>
  send("POST", "/api/auth/register", { body: account({ role }), ...(as === undefined ? {} : { as }) })

const isAdmin = ({ body, status }: Answer) => status === 201 && at(body, "user", "role") === "admin"

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: roles at registration`, (it) => {
    it.effect("the first to ask becomes admin, exactly one of many who ask at once, and nobody after", () =>
      Effect.gen(function* () {
        const answers = yield* Effect.forEach(Array.range(1, 8), () => joinAs("admin"), { concurrency: "unbounded" })
        const [first, ...others] = answers.filter(isAdmin)
        deepStrictEqual([others, answers.map(({ status }) => status).sort()], [[], [201, ...Array.replicate(403, 7)]])
        for (const answer of answers.filter((answer) => answer !== first)) refusedFor(answer, 403, /admin/)
        refused(yield* joinAs("admin"), 403)
        const admin = Redacted.make(String(at(first?.body, "token")))
        strictEqual(isAdmin(yield* joinAs("admin", admin)), true)
      })
    )

    it.effect("an admin makes admins; users and experts do not", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const made = yield* joinAs("admin", admin.token)
        strictEqual(isAdmin(made), true)
        strictEqual(isAdmin(yield* joinAs("admin", Redacted.make(String(at(made.body, "token"))))), true)
        for (const role of ["user", "expert"] as const) refused(yield* joinAs("admin", (yield* join(role)).token), 403)
      })
    )

    it.effect("an API key of an admin makes admins too, and a credential that opens nothing is 401", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const { key } = yield* admin.client.auth.createApiKey({ payload: { name: "agent" } })
        strictEqual(isAdmin(yield* joinAs("admin", key)), true)
        refused(yield* joinAs("user", Redacted.make("unknown")), 401)
      })
    )

    it.effect("user and expert are open to anybody", () =>
      Effect.gen(function* () {
        for (const role of ["user", "expert"]) {
          const { body, status } = yield* joinAs(role)
          deepStrictEqual([status, at(body, "user", "role")], [201, role])
        }
      })
    )
  })

  const closed = { ALLOW_FIRST_ADMIN: "false", REGISTRATION_ROLES: "user" }
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: the only admin`, (it) => {
    it.effect("stays one until there is another, so that nobody can claim to be the first again", () =>
      Effect.gen(function* () {
        const keeper = yield* join("admin")
        const maria = yield* join()
        const demote = send("PATCH", `/api/users/${keeper.user.id}`, { as: keeper.token, body: { role: "user" } })
        strictEqual((yield* demote).status, 403)
        strictEqual((yield* send("POST", "/api/auth/register", { body: account({ role: "admin" }) })).status, 403)
        const raised = { as: keeper.token, body: { role: "admin" } }
        strictEqual((yield* send("PATCH", `/api/users/${maria.user.id}`, raised)).status, 200)
        strictEqual((yield* demote).status, 200)
      })
    )
  })

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

const [{ layer: anyStorage }] = storages

layer(community(anyStorage, { HOST: "0.0.0.0" }), { excludeTestServices: true })("a host that others reach", (it) => {
  it.effect("gives the first admin to nobody unless it is told to", () =>
    Effect.gen(function* () {
      refused(yield* joinAs("admin"), 403)
    })
  )
})

const open = { HOST: "0.0.0.0", ALLOW_FIRST_ADMIN: "true" }
layer(community(anyStorage, open), { excludeTestServices: true })("a host that others reach, told to", (it) => {
  it.effect("gives the first admin to the first to ask", () =>
    Effect.gen(function* () {
      strictEqual(isAdmin(yield* joinAs("admin")), true)
      refused(yield* joinAs("admin"), 403)
    })
  )
})
