import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Schema } from "effect"
import {
  AuthenticationResponse,
  creationOptionsOf,
  RegistrationResponse,
  requestOptionsOf
} from "../../../../src/domain/accounts/Passkey.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import { Passkeys } from "../../../../src/ports/accounts/Passkeys.ts"
import {
  type Asserted,
  algorithms,
  newAuthenticator,
  siteOrigin
} from "../../../support/authenticator/Authenticator.ts"
import { hostileAssertions, hostileRegistrations } from "../../../support/authenticator/Hostile.ts"

const site = { id: "localhost", name: "A community", origins: ["https://community.example", siteOrigin] }
const challenge = Buffer.alloc(32, 1).toString("base64url")
const creation = creationOptionsOf(site, { id: UserId.make(7), username: "maria" }, [], challenge)
const request = requestOptionsOf(site, challenge)

const registrationOf = Schema.decodeUnknownSync(RegistrationResponse)
const assertionOf = Schema.decodeUnknownSync(AuthenticationResponse)

/** What a service may refuse, but not the port, which knows neither members nor the ids of others' credentials. */
const ofServices: ReadonlyArray<string> = ["with another user handle", "of a credential that nobody has"]

/** The contract of `Passkeys`. */
export const passkeysContract = <E>(adapter: string, passkeys: Layer.Layer<Passkeys, E>) =>
  layer(passkeys)(`${adapter}: Passkeys`, (it) => {
    const registered = Effect.fnUntraced(function* (device: ReturnType<typeof newAuthenticator>) {
      const { registered } = yield* Passkeys
      return yield* registered(registrationOf(device.makeRegistration(creation)), site, challenge)
    })

    for (const algorithm of algorithms) {
      it.effect(`Passkeys.registered gives the key of ${algorithm} that authenticated checks signatures by`, () =>
        Effect.gen(function* () {
          const { authenticated } = yield* Passkeys
          const device = newAuthenticator(algorithm)
          const stored = yield* registered(device)
          deepStrictEqual(stored, {
            credentialId: device.credentialId,
            publicKey: device.publicKey,
            counter: 1,
            transports: ["internal"]
          })
          const response = assertionOf(device.makeAssertion(request))
          strictEqual(yield* authenticated(response, site, challenge, stored), 2)
          const other = yield* registered(newAuthenticator(algorithm))
          const { publicKey } = other
          const failure = yield* Effect.flip(authenticated(response, site, challenge, { ...stored, publicKey }))
          strictEqual(failure._tag, "PasskeyRefused")
        })
      )
    }

    for (const [name, make] of Object.entries(hostileRegistrations)) {
      it.effect(`Passkeys.registered refuses a registration ${name}`, () =>
        Effect.gen(function* () {
          const { registered } = yield* Passkeys
          const response = registrationOf(make(newAuthenticator(), creation))
          strictEqual((yield* Effect.flip(registered(response, site, challenge)))._tag, "RegistrationRefused")
        })
      )
    }

    const hostile: ReadonlyArray<readonly [string, (typeof hostileAssertions)[string]]> = Object.entries(
      hostileAssertions
    ).filter(([name]) => !ofServices.includes(name))
    for (const [name, make] of hostile) {
      it.effect(`Passkeys.authenticated refuses an assertion ${name}`, () =>
        Effect.gen(function* () {
          const { authenticated } = yield* Passkeys
          const device = newAuthenticator()
          const stored = yield* registered(device)
          const given: Asserted = make(device, request)
          const refused = authenticated(assertionOf(given), site, challenge, stored)
          strictEqual((yield* Effect.flip(refused))._tag, "PasskeyRefused")
        })
      )
    }
  })
