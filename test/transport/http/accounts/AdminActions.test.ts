import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { account, joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { exitOf } from "../../../support/Raw.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, refusedFor } from "../../../support/Wire.ts"

/** A request of an admin. */
interface Action {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: object
}

/** A member, two admins, and what needs an admin by its fields: `EveryKey.test.ts` has whole endpoints. */
const scene = Effect.gen(function* () {
  const [maria, admin, other] = [yield* join(), yield* joinAdmin, yield* joinAdmin]
  const { id } = yield* publish(maria)
  const user = `/api/users/${maria.user.id}`
  const giveRole: Action = { method: "PATCH", path: user, body: { role: "expert" } }
  const actions: ReadonlyArray<Action> = [
    giveRole,
    { method: "PATCH", path: `/api/users/${other.user.id}`, body: { role: "user" } },
    { method: "GET", path: `/api/users?search=${maria.user.username}` },
    { method: "POST", path: "/api/auth/register", body: account({ role: "admin" }) },
    { method: "POST", path: "/api/auth/register", body: account({ role: "expert" }) }
  ]
  const key = (agent: boolean) =>
    admin.client.auth.createApiKey({ payload: { name: agent ? "my agent" : "my script", agent } })
  return { maria, admin, id, actions, giveRole, user, key }
})

const run = (as: Redacted.Redacted, { body, method, path }: Action) =>
  send(method, path, body === undefined ? { as } : { as, body })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { REGISTRATION_ROLES: "user" }), { excludeTestServices: true })(
    `${storage.name}: what needs an admin`,
    (it) => {
      it.effect("is refused to an agent's key of an admin, and changes nothing, over REST and RPC", () =>
        Effect.gen(function* () {
          const given = yield* scene
          const { key } = yield* given.key(true)
          const audited = Effect.map(run(given.admin.token, { method: "GET", path: "/api/audit" }), ({ body }) => body)
          const before = yield* audited
          for (const action of given.actions) {
            refusedFor(
              yield* run(key, action),
              403,
              /an agent's API key cannot act as a moderator or an admin: use a session token/
            )
          }
          const exit = yield* exitOf(key, "delete_post", { postId: given.id })
          deepStrictEqual(
            [at(exit, "cause", "error", "_tag"), at(exit, "cause", "error", "action")],
            ["NotAllowed", "actAsAdmin"]
          )
          deepStrictEqual(yield* audited, before)
        })
      )

      it.effect("is not shown to an agent's key of an admin: emails of others", () =>
        Effect.gen(function* () {
          const { admin, key, user } = yield* scene
          const agent = (yield* key(true)).key
          const email = (as: Redacted.Redacted) =>
            Effect.map(run(as, { method: "GET", path: user }), ({ body }) => typeof at(body, "email"))
          deepStrictEqual([yield* email(admin.token), yield* email(agent)], ["string", "undefined"])
        })
      )

      it.effect("leaves an agent's key of an admin what any member may do", () =>
        Effect.gen(function* () {
          const { admin, key } = yield* scene
          const { id } = yield* publish(admin)
          const agent = (yield* key(true)).key
          for (const action of [
            { method: "PATCH", path: `/api/posts/${id}`, body: { title: "Another" } },
            { method: "PATCH", path: "/api/users/me", body: { bio: "Another" } },
            { method: "DELETE", path: `/api/posts/${id}` }
          ] as const) {
            strictEqual((yield* run(agent, action)).status, 200)
          }
        })
      )

      it.effect("names the key in the audit log where a key did it, and whether it is an agent's", () =>
        Effect.gen(function* () {
          const { admin, giveRole, key, maria } = yield* scene
          const script = yield* key(false)
          yield* run(script.key, giveRole)
          const agent = yield* maria.client.auth.createApiKey({ payload: { name: "agent of maria", agent: true } })
          yield* run(agent.key, { method: "POST", path: `/api/auth/apikeys/${agent.id}/rotate` })
          const { body } = yield* run(admin.token, { method: "GET", path: `/api/audit?userId=${maria.user.id}` })
          const keys = [0, 1, 2].map((index) => at(body, "data", index, "key"))
          deepStrictEqual(keys, [
            { id: agent.id, name: "agent of maria", agent: true },
            null,
            { id: script.id, name: "my script", agent: false }
          ])
        })
      )
    }
  )
}
