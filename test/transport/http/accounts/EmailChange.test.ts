import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, refusedFor } from "../../../support/Wire.ts"

const passwordOf = ({ payload }: Member) => Redacted.value(payload.password)

const change = (member: Member, email: string, password = passwordOf(member), path = "/api/users/me") =>
  send("PATCH", path, { as: member.token, body: { email, password } })

const login = (email: string, password: string) => send("POST", "/api/auth/login", { body: { email, password } })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: the email in PATCH /api/users/me`,
    (it) => {
      it.effect("changes with the password: the new one signs in, the old one is free", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const email = `${unique()}@example.org`
          const { body, status } = yield* change(maria, email)
          deepStrictEqual([status, at(body, "email")], [200, email])
          strictEqual((yield* login(email, passwordOf(maria))).status, 200)
          strictEqual((yield* login(maria.payload.email, passwordOf(maria))).status, 401)
          const bob = yield* join()
          strictEqual((yield* change(bob, maria.payload.email)).status, 200)
          strictEqual((yield* change(maria, email)).status, 200)
        })
      )

      it.effect("is 403 for a wrong password, 409 for a taken email, and changes nothing then", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const body = { bio: "new", email: bob.payload.email.toUpperCase(), password: passwordOf(maria) }
          const wrong = { ...body, email: `${unique()}@example.org`, password: "another password" }
          const path = "/api/users/me"
          refusedFor(
            yield* send("PATCH", path, { as: maria.token, body: wrong }),
            403,
            /^password is not your password/
          )
          refusedFor(yield* send("PATCH", path, { as: maria.token, body }), 409, /email is taken/)
          const read = yield* send("GET", path, { as: maria.token })
          deepStrictEqual([at(read.body, "email"), at(read.body, "bio")], [maria.payload.email, null])
        })
      )
    }
  )
}

layer(community(memoryAndDatabase[0].layer), { excludeTestServices: true })("The email of a member", (it) => {
  it.effect("is changed by nobody else, and not with an agent's key", () =>
    Effect.gen(function* () {
      const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
      const email = `${unique()}@example.org`
      const path = `/api/users/${maria.user.id}`
      refusedFor(yield* change(bob, email, passwordOf(bob), path), 403, /only the member/)
      refusedFor(yield* change(admin, email, passwordOf(admin), path), 403, /only the member/)
      refusedFor(yield* change(admin, email, passwordOf(admin), "/api/users/2147483646"), 404, /2147483646/)
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
      const sent = { as: key, body: { email, password: passwordOf(maria) } }
      refusedFor(yield* send("PATCH", "/api/users/me", sent), 403, /agent's API key/)
      strictEqual((yield* change(maria, email, passwordOf(maria), path)).status, 200)
    })
  )

  it.effect("is in the audit log without its text, when it has changed", () =>
    Effect.gen(function* () {
      const [maria, admin] = [yield* join(), yield* joinAdmin]
      yield* change(maria, `${unique()}@example.org`)
      const { data } = yield* admin.client.audit.list({ urlParams: { userId: maria.user.id } })
      deepStrictEqual(
        data.map(({ action, detail, reason }) => [action, detail, reason]),
        [["email_changed", null, null]]
      )
    })
  )
})

layer(community(memoryAndDatabase[0].layer), { excludeTestServices: true })("diseasesVisibleTo", (it) => {
  const read = (viewer: Member, { user }: Member) =>
    Effect.map(send("GET", `/api/users/${user.id}`, { as: viewer.token }), ({ body }) =>
      ["diseaseIds", "diseases", "diseasesVisibleTo"].map((name) => at(body, name))
    )

  it.effect("hides the diseases from everybody else, admins too, until it is `members` again", () =>
    Effect.gen(function* () {
      const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
      const set = (body: object) => send("PATCH", "/api/users/me", { as: maria.token, body })
      yield* set({ diseaseIds: [1] })
      const own = yield* read(maria, maria)
      const shown = yield* read(bob, maria)
      deepStrictEqual([own[2], shown[2]], ["members", undefined])
      deepStrictEqual(shown.slice(0, 2), own.slice(0, 2))
      strictEqual((yield* set({ diseasesVisibleTo: "me" })).status, 200)
      for (const viewer of [bob, admin]) deepStrictEqual(yield* read(viewer, maria), [[], [], undefined])
      deepStrictEqual(yield* read(maria, maria), [...own.slice(0, 2), "me"])
      const bio = { as: admin.token, body: { bio: "by an admin" } }
      deepStrictEqual(at((yield* send("PATCH", `/api/users/${maria.user.id}`, bio)).body, "diseases"), [])
      yield* set({ diseasesVisibleTo: "members" })
      deepStrictEqual(yield* read(bob, maria), shown)
    })
  )

  it.effect("is set by the member only, and has two values", () =>
    Effect.gen(function* () {
      const [maria, admin] = [yield* join(), yield* joinAdmin]
      const body = { diseasesVisibleTo: "members" }
      refusedFor(yield* send("PATCH", `/api/users/${maria.user.id}`, { as: admin.token, body }), 403, /only the member/)
      const wrong = { as: maria.token, body: { diseasesVisibleTo: "friends" } }
      refusedFor(yield* send("PATCH", "/api/users/me", wrong), 400, /members or me/)
    })
  )
})

const closed = { REGISTRATION: "closed", FIRST_ADMIN_CODE: "a code of an operator" }

layer(community(memoryAndDatabase[0].layer, closed), { excludeTestServices: true })(
  "Registration that is closed",
  (it) => {
    const register = (body: object, as?: Redacted.Redacted) =>
      send("POST", "/api/auth/register", {
        body: { username: unique(), email: `${unique()}@example.org`, password: "correct horse battery", ...body },
        ...(as === undefined ? {} : { as })
      })

    it.effect("is open to the first admin with the code, and then to whom an admin registers", () =>
      Effect.gen(function* () {
        refusedFor(yield* register({}), 403, /registration is closed: .*or an invitation/)
        refusedFor(yield* register({ role: "expert" }), 403, /registration is closed/)
        refusedFor(yield* register({ adminCode: closed.FIRST_ADMIN_CODE }), 403, /registration is closed/)
        const first = yield* register({ role: "admin", adminCode: closed.FIRST_ADMIN_CODE })
        strictEqual(first.status, 201)
        const token = Redacted.make(String(at(first.body, "token")))
        strictEqual((yield* register({}, token)).status, 201)
        const member = Redacted.make(String(at((yield* register({}, token)).body, "token")))
        refusedFor(yield* register({}, member), 403, /registration is closed/)
        refusedFor(yield* register({ username: "<b>" }), 400, /username/)
      })
    )
  }
)
