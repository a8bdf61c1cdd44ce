import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, JSONSchema, Option, type Redacted } from "effect"
import { it as plain } from "vitest"
import { unique } from "../../../../contracts/newRows.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { community } from "../../../../support/Community.ts"
import { type Defined, endpoints } from "../../../../support/Endpoints.ts"
import { joinAdmin, type Member } from "../../../../support/Given.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryOnly } from "../../../../support/Storage.ts"
import { type Answer, refused } from "../../../../support/Wire.ts"
import {
  assertion,
  creationOptions,
  enableApp,
  oldSession,
  passkeysPath,
  passwordOf,
  register,
  secondFactorPath,
  stored
} from "./Given.ts"

/** A member with a factor of each kind, whose session is old. */
const makeScene = Effect.gen(function* () {
  const [maria, device, bob] = [yield* joinAdmin, newAuthenticator(), yield* join()]
  const { headers } = yield* register(maria, device)
  yield* register(maria, newAuthenticator())
  const { recoveryCodes } = yield* enableApp(maria)
  const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "full" } })
  const registration = newAuthenticator().makeRegistration(yield* creationOptions(maria))
  const [passkey, code] = [headers["location"] ?? "", recoveryCodes[0]]
  return { maria, bob, device, key, registration, passkey, code, old: yield* oldSession(maria) }
})

type Scene = Effect.Effect.Success<typeof makeScene>
type Method = "POST" | "PATCH" | "DELETE" | "PUT"

interface Row {
  readonly method: Method
  readonly path: string
  readonly body?: object
  /** The name of the password in the body. */
  readonly password?: string
  /** The status without a proof: 400 where the schema demands one. */
  readonly without: 403 | 400
  /** The status with a key of the member and the password. */
  readonly withKey: 403 | 200
}

const newEmail = () => `${unique()}@example.org`

const newPassword = "zebras wear their stripes"

/** The endpoints that demand a fresh sign-in or a proof, or a proof always, by their names. */
const demanding: Readonly<Record<string, (scene: Scene) => Row>> = {
  "POST /api/auth/passkeys": ({ registration }) => {
    return { method: "POST", path: passkeysPath, body: { response: registration }, without: 403, withKey: 403 }
  },
  "DELETE /api/auth/passkeys/:id": ({ passkey }) => {
    return { method: "DELETE", path: passkey, without: 403, withKey: 403 }
  },
  "POST /api/auth/second-factor": () => {
    return { method: "POST", path: secondFactorPath, without: 403, withKey: 403 }
  },
  "DELETE /api/auth/second-factor": ({ code }) => {
    return { method: "DELETE", path: secondFactorPath, body: { code }, without: 403, withKey: 403 }
  },
  "POST /api/auth/second-factor/recovery-codes": ({ code }) => {
    const path = `${secondFactorPath}/recovery-codes`
    return { method: "POST", path, body: { code }, without: 403, withKey: 403 }
  },
  "POST /api/auth/password": () => {
    const path = "/api/auth/password"
    return { method: "POST", path, body: { newPassword }, password: "oldPassword", without: 400, withKey: 200 }
  },
  "PATCH /api/users/me": () => {
    return { method: "PATCH", path: "/api/users/me", body: { email: newEmail() }, without: 400, withKey: 200 }
  },
  "PATCH /api/users/:id": ({ maria }) => {
    return {
      method: "PATCH",
      path: `/api/users/${maria.user.id}`,
      body: { email: newEmail() },
      without: 400,
      withKey: 200
    }
  },
  "POST /api/users/:id/password-link": ({ bob }) => {
    return { method: "POST", path: `/api/users/${bob.user.id}/password-link`, without: 403, withKey: 200 }
  },
  "DELETE /api/users/me": () => {
    return { method: "DELETE", path: "/api/users/me", body: { posts: "delete" }, without: 400, withKey: 200 }
  }
}

/** The others that write under these paths or take such a field, and why they demand nothing. */
const others: Readonly<Record<string, string>> = {
  "POST /api/auth/register": "begins an account",
  "POST /api/auth/login": "is a sign-in",
  "POST /api/auth/logout": "ends the session of the call",
  "POST /api/auth/password/forgot": "sends a mail to the owner of the address",
  "POST /api/auth/password/reset": "has the token of a link as its proof",
  "POST /api/auth/email/confirm": "has the token of a link as its proof",
  "DELETE /api/auth/sessions": "ends sessions",
  "POST /api/auth/apikeys": "gives no more than the credential of the call has, as the seed had it",
  "POST /api/auth/apikeys/:id/rotate": "gives no more than the key has",
  "DELETE /api/auth/apikeys": "ends a key",
  "PUT /api/users/me/verification-request": "changes no credential",
  "DELETE /api/users/me/verification-request": "changes no credential",
  "PATCH /api/users/me/settings": "changes no credential",
  "POST /api/auth/passkeys/login/options": "changes nothing",
  "POST /api/auth/passkeys/login": "is a sign-in",
  "POST /api/auth/passkeys/options": "changes nothing",
  "PATCH /api/auth/passkeys/:id": "changes a name",
  "PUT /api/auth/second-factor": "goes on from `POST`, which demands a proof, by a code of the secret that it gave"
}

const proofs = ["password", "oldPassword", "newPassword", "passkey", "code"]

const takesProof = ({ endpoint }: Defined) =>
  Option.exists(endpoint.payloadSchema, (schema) => {
    const text = JSON.stringify(JSONSchema.make(schema))
    return proofs.some((name) => text.includes(`"${name}":`))
  })

const isConcerned = (defined: Defined) =>
  defined.endpoint.method !== "GET" && (/^\w+ \/api\/(auth|users\/me)(\/|$)/.test(defined.name) || takesProof(defined))

plain("Every endpoint that writes about credentials is in the matrix of step-up, with what it demands", () => {
  const concerned = endpoints.filter(isConcerned).map(({ name }) => name)
  deepStrictEqual([...Object.keys(demanding), ...Object.keys(others)].sort(), [...concerned].sort())
})

const call = ({ body = {}, method, path }: Row, as: Redacted.Redacted, proof: object = {}) =>
  send(method, path, { as, body: { ...body, ...proof } })

const withoutSessions = ({ user }: Member) => Effect.map(stored({ user }), ({ sessions: _, ...kept }) => kept)

const isDone = ({ body, status }: Answer) => strictEqual(Math.floor(status / 100), 2, JSON.stringify(body))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: step-up`, (it) => {
    for (const [name, row] of Object.entries(demanding)) {
      it.effect(`${name} demands a proof of a session that is over five minutes old, and refuses a wrong one`, () =>
        Effect.gen(function* () {
          const scene = yield* makeScene
          const { device, maria, old } = scene
          const { password = "password", without, ...request } = row(scene)
          const made: Row = { ...request, without }
          const before = yield* withoutSessions(maria)
          refused(yield* call(made, old), without)
          refused(yield* call(made, old, { [password]: `${passwordOf(maria)}!` }), 403)
          refused(yield* call(made, old, { passkey: yield* assertion(newAuthenticator()) }), 403)
          refused(yield* call(made, old, { passkey: yield* assertion(device, { isVerified: false }) }), 403)
          const [other, ofOther] = [yield* join(), newAuthenticator()]
          yield* register(other, ofOther)
          refused(yield* call(made, old, { passkey: yield* assertion(ofOther) }), 403)
          deepStrictEqual(yield* withoutSessions(maria), before)
          isDone(yield* call(made, old, { [password]: passwordOf(maria) }))
        })
      )

      it.effect(`${name} takes a passkey in place of the password, and each assertion once`, () =>
        Effect.gen(function* () {
          const scene = yield* makeScene
          const passkey = yield* assertion(scene.device)
          const spent = yield* send("POST", secondFactorPath, { as: scene.old, body: { passkey } })
          strictEqual(spent.status, 200)
          refused(yield* call(row(scene), scene.old, { passkey }), 403)
          isDone(yield* call(row(scene), scene.old, { passkey: yield* assertion(scene.device) }))
        })
      )

      it.effect(`${name} with an API key is never done without a proof`, () =>
        Effect.gen(function* () {
          const scene = yield* makeScene
          const { password = "password", without, withKey } = row(scene)
          refused(yield* call(row(scene), scene.key), without)
          const proof = { [password]: passwordOf(scene.maria) }
          const answer = yield* call(row(scene), scene.key, proof)
          if (withKey === 403) refused(answer, 403)
          else isDone(answer)
        })
      )
    }

    it.effect("a sign-in of the last five minutes needs no proof where the schema demands none, but no wrong one", () =>
      Effect.gen(function* () {
        for (const [, row] of Object.entries(demanding)) {
          const scene = yield* makeScene
          const made = row(scene)
          if (made.without === 400) continue
          refused(yield* call(made, scene.maria.token, { password: "another password" }), 403)
          isDone(yield* call(made, scene.maria.token))
        }
      })
    )

    it.effect("thirty wrong passwords do not keep the member out at an address of theirs", () =>
      Effect.gen(function* () {
        const { maria, old } = yield* makeScene
        const wrong = send("POST", secondFactorPath, { as: old, body: { password: "another password" } })
        for (const { status } of yield* Effect.all(Array.replicate(wrong, 30))) strictEqual(status, 403)
        const right = { as: old, body: { password: passwordOf(maria) } }
        strictEqual((yield* send("POST", secondFactorPath, right)).status, 200) // from an address that is known
      })
    )
  })
}
