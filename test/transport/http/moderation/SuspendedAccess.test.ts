import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { allEndpoints } from "../../../../src/transport/http/Endpoints.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { signIn } from "../../../support/People.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, refused, refusedFor } from "../../../support/Wire.ts"
import { decide, scene, userOf } from "./Given.ts"

/** What is open to a suspended member (contract, Reports and decisions), logging out, and getting back in. */
const open = [
  "auth.confirmEmail",
  "auth.forgotPassword",
  "auth.logout",
  "auth.resetPassword",
  "decisions.appeal",
  "decisions.get",
  "decisions.list",
  "users.export",
  "users.leave",
  "users.me"
]

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: suspended members`, (it) => {
    it.effect("get 403 from every other endpoint, which says what is open, and 401 for their keys", () =>
      Effect.gen(function* () {
        const { maria, mod } = yield* scene
        const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "mine" } })
        strictEqual((yield* decide(mod.token, userOf(maria), "suspend")).status, 201)
        const token = yield* signIn(maria)
        for (const { bodyType, isOpenToSuspended, method, name, path } of allEndpoints.filter(
          ({ access }) => access !== "open"
        )) {
          strictEqual(isOpenToSuspended, open.includes(name), name)
          if (isOpenToSuspended || bodyType !== "application/json") continue
          const to = path.replace(":id", "1")
          const ask = (as: typeof token) => send(method as "GET", to, method === "GET" ? { as } : { as, body: {} })
          refusedFor(yield* ask(token), 403, /suspended: GET \/api\/users\/me/)
          refused(yield* ask(key), 401)
        }
        strictEqual((yield* send("GET", "/api/users/me", { as: token })).status, 200)
        strictEqual((yield* send("POST", "/api/auth/logout", { as: token })).status, 200)
      })
    )

    it.effect("act as members where they are moderators or admins", () =>
      Effect.gen(function* () {
        const { maria, mod, other, post } = yield* scene
        const admin = yield* joinAdmin
        const about = at((yield* decide(other.token, post, "hide")).body, "id")
        strictEqual((yield* decide(admin.token, userOf(mod), "suspend")).status, 201)
        const token = yield* signIn(mod)
        refused(yield* send("GET", `/api/decisions/${about}`, { as: token }), 404)
        refusedFor(yield* decide(token, userOf(maria), "suspend"), 403, /suspended/)
        const own = yield* send("GET", "/api/decisions", { as: token })
        deepStrictEqual([own.status, at(own.body, "pagination", "total")], [200, 1])
      })
    )
  })
}
