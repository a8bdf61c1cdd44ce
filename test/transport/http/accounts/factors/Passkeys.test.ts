import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { packedSelf } from "../../../../support/authenticator/Attestations.ts"
import { algorithms, newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { community } from "../../../../support/Community.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryAndDatabase, memoryOnly } from "../../../../support/Storage.ts"
import { at, eachOf, isTime, listAt, membersOf, refused, refusedFor } from "../../../../support/Wire.ts"
import {
  addPasskey,
  assertion,
  creationOptions,
  oldSession,
  passkeysPath,
  register,
  requestOptions,
  signInByPasskey,
  tokenIn
} from "./Given.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: passkeys`, (it) => {
    for (const algorithm of algorithms) {
      it.effect(`sign in by ${algorithm}, without a name, as the member who added them`, () =>
        Effect.gen(function* () {
          const [maria, device] = [yield* join(), newAuthenticator(algorithm)]
          const added = yield* register(maria, device, { name: " Maria’s phone " })
          const { id } = added.body as { readonly id: number }
          strictEqual(added.status, 201)
          deepStrictEqual(membersOf(added.body), ["createdAt", "id", "lastUsedAt", "name"])
          deepStrictEqual([at(added.body, "name"), at(added.body, "lastUsedAt")], ["Maria’s phone", null])
          strictEqual(added.headers["location"], `${passkeysPath}/${id}`)
          const signedIn = yield* signInByPasskey(yield* assertion(device))
          deepStrictEqual([signedIn.status, at(signedIn.body, "user", "id")], [200, maria.user.id])
          deepStrictEqual(membersOf(signedIn.body), ["expiresIn", "token", "user"])
          strictEqual(signedIn.headers["cache-control"], "no-store")
          const sessions = yield* send("GET", "/api/auth/sessions", { as: tokenIn(signedIn) })
          deepStrictEqual(eachOf(sessions, "by"), ["passkey", "password"])
          const shown = yield* send("GET", `${passkeysPath}/${id}`, { as: maria.token })
          assertTrue(isTime(at(shown.body, "lastUsedAt")))
          deepStrictEqual((yield* send("GET", passkeysPath, { as: maria.token })).body, { data: [shown.body] })
        })
      )
    }

    it.effect("that sign for themselves are added, as browsers pass on where no attestation is asked for", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator()]
        const response = device.makeRegistration(yield* creationOptions(maria), { attestation: packedSelf })
        strictEqual((yield* addPasskey(maria, response)).status, 201)
        strictEqual((yield* signInByPasskey(yield* assertion(device))).status, 200)
      })
    )

    it.effect("that count no signatures sign in again and again", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator("ES256", false)]
        yield* register(maria, device)
        for (const _ of Array.range(1, 3)) {
          strictEqual((yield* signInByPasskey(yield* assertion(device))).status, 200)
        }
      })
    )

    it.effect("are at most twenty a member, and a twenty-first is 409, also of two at once", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        for (const _ of Array.range(1, 19)) strictEqual((yield* register(maria, newAuthenticator())).status, 201)
        const options = yield* Effect.all([creationOptions(maria), creationOptions(maria)])
        const last = yield* Effect.forEach(
          options,
          (one) => addPasskey(maria, newAuthenticator().makeRegistration(one)),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(last.map(({ status }) => status).sort(), [201, 409])
        refusedFor(yield* register(maria, newAuthenticator()), 409, /20 passkeys/)
        strictEqual(eachOf(yield* send("GET", passkeysPath, { as: maria.token })).length, 20)
      })
    )
  })
}

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: /api/auth/passkeys`, (it) => {
    it.effect("the options of a sign-in are the same for everybody but for the challenge, and not cached", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        yield* register(maria, newAuthenticator())
        const answers = [
          yield* send("POST", `${passkeysPath}/login/options`),
          yield* send("POST", `${passkeysPath}/login/options`, { as: maria.token, body: {} })
        ]
        const challenges = answers.map(({ body }) => String(at(body, "challenge")))
        strictEqual(new Set(challenges).size, 2)
        for (const { body, headers, status } of answers) {
          const challenge = String(at(body, "challenge"))
          assertTrue(Buffer.from(challenge, "base64url").length >= 16)
          deepStrictEqual([status, headers["cache-control"]], [200, "no-store"])
          deepStrictEqual(body, {
            challenge,
            rpId: "localhost",
            timeout: 300_000,
            allowCredentials: [],
            userVerification: "required"
          })
        }
      })
    )

    it.effect("the options of a new passkey demand verification and no attestation, and name those of the member", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator()]
        yield* register(maria, device)
        yield* register(yield* join(), newAuthenticator())
        const body: unknown = yield* creationOptions(maria)
        deepStrictEqual(listAt(body, "excludeCredentials"), [
          { type: "public-key", id: device.credentialId, transports: ["internal"] }
        ])
        deepStrictEqual(at(body, "authenticatorSelection"), {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required"
        })
        deepStrictEqual(
          listAt(body, "pubKeyCredParams").map((one) => at(one, "alg")),
          [-8, -7, -257]
        )
        const handle = Buffer.from(String(at(body, "user", "id")), "base64url").toString()
        deepStrictEqual([at(body, "attestation"), handle], ["none", String(maria.user.id)])
      })
    )

    it.effect("a passkey is renamed, and removed with all other sessions, and then signs in no more", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator()]
        const path = `${passkeysPath}/${at((yield* register(maria, device)).body, "id")}`
        const renamed = yield* send("PATCH", path, { as: maria.token, body: { name: "old phone" } })
        deepStrictEqual([renamed.status, at(renamed.body, "name")], [200, "old phone"])
        const other = tokenIn(yield* signInByPasskey(yield* assertion(device)))
        deepStrictEqual((yield* send("DELETE", path, { as: maria.token })).body, { success: true })
        strictEqual((yield* send("GET", "/api/users/me", { as: maria.token })).status, 200)
        refused(yield* send("GET", "/api/users/me", { as: other }), 401)
        refused(yield* signInByPasskey(yield* assertion(device)), 401)
        for (const method of ["GET", "DELETE"] as const) refused(yield* send(method, path, { as: maria.token }), 404)
      })
    )

    it.effect("a passkey of another member is 404 to see, rename and remove, and stays", () =>
      Effect.gen(function* () {
        const [maria, bob, device] = [yield* join(), yield* join(), newAuthenticator()]
        const path = `${passkeysPath}/${at((yield* register(maria, device)).body, "id")}`
        refused(yield* send("GET", path, { as: bob.token }), 404)
        refused(yield* send("PATCH", path, { as: bob.token, body: { name: "mine" } }), 404)
        refused(yield* send("DELETE", path, { as: bob.token }), 404)
        strictEqual((yield* signInByPasskey(yield* assertion(device))).status, 200)
      })
    )

    it.effect("no name is “Passkey”, and a name that is none is 400", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { body } = yield* register(maria, newAuthenticator())
        strictEqual(at(body, "name"), "Passkey")
        const path = `${passkeysPath}/${at(body, "id")}`
        for (const name of ["", " ", "x".repeat(101), "a\nb", null]) {
          refused(yield* send("PATCH", path, { as: maria.token, body: { name } }), 400)
          if (name !== null) refused(yield* register(maria, newAuthenticator(), { name }), 400)
        }
        strictEqual(eachOf(yield* send("GET", passkeysPath, { as: maria.token })).length, 1)
      })
    )

    it.effect("a sign-in by passkey is a fresh one, and an old session needs a proof", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator()]
        yield* register(maria, device)
        const old = yield* oldSession(maria)
        refused(yield* register({ token: old }, newAuthenticator()), 403)
        const fresh = tokenIn(yield* signInByPasskey(yield* assertion(device)))
        strictEqual((yield* register({ token: fresh }, newAuthenticator())).status, 201)
      })
    )

    it.effect("what is no response of an authenticator is 400, at the registration and at the sign-in", () =>
      Effect.gen(function* () {
        const [maria, device] = [yield* join(), newAuthenticator()]
        const options = yield* creationOptions(maria)
        const right = device.makeRegistration(options)
        const given = (response: object) => ({ ...right, response: { ...right.response, ...response } })
        const wrong: ReadonlyArray<unknown> = [
          null,
          { ...right, type: "password" },
          { ...right, id: "a b" },
          given({ attestationObject: "+/=" }),
          given({ clientDataJSON: "A".repeat(20_001) }),
          given({ transports: ["a\u0000b"] }),
          given({ transports: ["\ud800"] }),
          given({ transports: Array.replicate("usb", 11) })
        ]
        for (const response of wrong) {
          refused(yield* send("POST", passkeysPath, { as: maria.token, body: { response } }), 400)
        }
        const assertionOf = device.makeAssertion(yield* requestOptions)
        for (const response of [null, right, { ...assertionOf, type: "x" }, { ...assertionOf, id: 5 }]) {
          refused(yield* send("POST", `${passkeysPath}/login`, { body: { response } }), 400)
        }
        deepStrictEqual((yield* send("GET", passkeysPath, { as: maria.token })).body, { data: [] })
      })
    )
  })
}
