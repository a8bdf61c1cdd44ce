import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import type { Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { signIn } from "../../../support/People.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { refusedFor } from "../../../support/Wire.ts"
import { closed, ending, follow } from "../../sse/Given.ts"

const path = "/api/auth/password"
const newPassword = "zebras wear their stripes"

const change = ({ payload, token }: Pick<Member, "payload" | "token">, body: object = {}, as = token) =>
  send("POST", path, { as, body: { oldPassword: Redacted.value(payload.password), newPassword, ...body } })

const login = (
  { payload: { email } }: Pick<Member, "payload">,
  password: string,
  headers: Record<string, string> = {}
) => send("POST", "/api/auth/login", { body: { email, password }, headers })

const isValid = (as: Redacted.Redacted) =>
  Effect.map(send("GET", "/api/users/me", { as }), ({ status }) => status === 200)

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: POST /api/auth/password`, (it) => {
    it.effect("changes the password, and ends every other session but no API key", () =>
      Effect.gen(function* () {
        const [member, stranger] = [yield* join(), yield* join()]
        const other = yield* signIn(member)
        const { key } = yield* member.client.auth.createApiKey({ payload: { name: "agent" } })
        const { body, headers, status } = yield* change(member)
        deepStrictEqual([status, body, headers["cache-control"]], [200, { success: true }, "no-store"])
        deepStrictEqual(
          [yield* isValid(member.token), yield* isValid(other), yield* isValid(key), yield* isValid(stranger.token)],
          [true, false, true, true]
        )
        strictEqual((yield* login(member, Redacted.value(member.payload.password))).status, 401)
        strictEqual((yield* login(member, newPassword)).status, 200)
      })
    )

    it.effect("lets one of many changes at once through", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const passwords = Array.makeBy(4, (index) => `${newPassword} ${index}`)
        const answers = yield* Effect.forEach(passwords, (newPassword) => change(member, { newPassword }), {
          concurrency: "unbounded"
        })
        deepStrictEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403])
        const tried = yield* Effect.forEach(passwords, (password) => login(member, password))
        deepStrictEqual(
          tried.map(({ status }) => status),
          answers.map(({ status }) => (status === 200 ? 200 : 401))
        )
      })
    )
  })
}

layer(community(Memory.layer), { excludeTestServices: true })("POST /api/auth/password", (it) => {
  it.effect("is 403 for a wrong old password, and changes nothing", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const other = yield* signIn(member)
      refusedFor(yield* change(member, { oldPassword: "another password" }), 403, /oldPassword is not your password/)
      strictEqual(yield* isValid(other), true)
      strictEqual((yield* login(member, Redacted.value(member.payload.password))).status, 200)
    })
  )

  it.effect("is 400 for a new password that is invalid or the old one", () =>
    Effect.gen(function* () {
      const member = yield* join()
      refusedFor(yield* change(member, { newPassword: "short" }), 400, /newPassword must be 8 to 256 characters/)
      const same = Redacted.value(member.payload.password)
      refusedFor(yield* change(member, { newPassword: same }), 400, /newPassword must differ from oldPassword/)
    })
  )

  it.effect("with an API key ends all sessions, and needs the scope write", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const { key } = yield* member.client.auth.createApiKey({ payload: { name: "full" } })
      const payload = { name: "reader", scopes: ["read", "notifications"] as const }
      const reader = yield* member.client.auth.createApiKey({ payload })
      refusedFor(yield* change(member, {}, reader.key), 403, /lacks the scope write/)
      strictEqual((yield* change(member, {}, key)).status, 200)
      deepStrictEqual([yield* isValid(member.token), yield* isValid(key)], [false, true])
    })
  )

  it.scoped("closes the streams of the other sessions at once", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const [stream, own] = [yield* follow({ token: yield* signIn(member) }), yield* follow(member)]
      yield* change(member)
      deepStrictEqual(yield* ending(stream), closed("logout"))
      deepStrictEqual(yield* own.rest, [])
    })
  )
})

layer(community(Memory.layer, { TRUST_PROXY: "127.0.0.1" }), { excludeTestServices: true })(
  "Failed changes of the password",
  (it) => {
    it.effect("count as failed logins of the email, and close it to new addresses", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const body = { oldPassword: "another password", newPassword }
        const wrong = send("POST", path, { as: member.token, body })
        for (const { status } of yield* Effect.all(Array.replicate(wrong, 30))) strictEqual(status, 403)
        const far = { "x-forwarded-for": "203.0.113.9" }
        refusedFor(yield* send("POST", path, { as: member.token, body, headers: far }), 429, /failed logins/)
        strictEqual((yield* login(member, Redacted.value(member.payload.password), far)).status, 429)
        strictEqual((yield* change(member)).status, 200) // from an address that is known
      })
    )
  }
)
