import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import type { UserId } from "../../../../../src/domain/Ids.ts"
import { PasskeysRepo } from "../../../../../src/ports/accounts/PasskeysRepo.ts"
import { Secrets } from "../../../../../src/ports/Secrets.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { hostileAssertions, hostileRegistrations } from "../../../../support/authenticator/Hostile.ts"
import { community } from "../../../../support/Community.ts"
import type { Member } from "../../../../support/Given.ts"
import { join } from "../../../../support/Members.ts"
import { memoryAndDatabase } from "../../../../support/Storage.ts"
import {
  addPasskey,
  assertion,
  creationOptions,
  refusalOf,
  register,
  requestOptions,
  signInByPasskey,
  stored
} from "./Given.ts"

const member = Effect.gen(function* () {
  const [maria, device] = [yield* join(), newAuthenticator()]
  yield* register(maria, device)
  return { maria, device }
})

const handleOf = ({ user }: Pick<Member, "user">) => Buffer.from(String(user.id)).toString("base64url")

/** Stores a challenge that has expired just now, and gives its options. */
const expired = (purpose: "passkey" | "register", userId: UserId) =>
  Effect.gen(function* () {
    const secrets = yield* Secrets
    const challenge = Buffer.from(`expired ${purpose} ${userId}`).toString("base64url")
    const now = yield* DateTime.now
    yield* (yield* PasskeysRepo).addChallenge(
      { hash: secrets.digest(challenge), purpose, userId: Option.some(userId), expiresAt: now },
      DateTime.subtract(now, { minutes: 5 })
    )
    return challenge
  })

/** The refusal of a sign-in by a passkey that nobody has, which all others equal. */
const usual = Effect.gen(function* () {
  const answer = yield* signInByPasskey(yield* assertion(newAuthenticator()))
  strictEqual(answer.status, 401)
  return refusalOf(answer)
})

const refusedRegistration = Effect.gen(function* () {
  const maria = yield* join()
  const options = { challenge: "AAAA", rp: { id: "localhost" }, user: { id: "MQ" } }
  const answer = yield* addPasskey(maria, newAuthenticator().makeRegistration(options))
  strictEqual(answer.status, 400)
  return refusalOf(answer)
})

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: POST /api/auth/passkeys/login refuses in the same way, and changes nothing, an assertion`,
    (it) => {
      for (const [name, make] of Object.entries(hostileAssertions)) {
        it.effect(name, () =>
          Effect.gen(function* () {
            const { device, maria } = yield* member
            const before = yield* stored(maria)
            const options = yield* requestOptions
            deepStrictEqual(refusalOf(yield* signInByPasskey(make(device, options))), yield* usual)
            deepStrictEqual(yield* stored(maria), before)
            strictEqual((yield* signInByPasskey(yield* assertion(device))).status, 200)
          })
        )
      }

      it.effect("that was sent before", () =>
        Effect.gen(function* () {
          const { device, maria } = yield* member
          const response = yield* assertion(device)
          strictEqual((yield* signInByPasskey(response)).status, 200)
          const before = yield* stored(maria)
          deepStrictEqual(refusalOf(yield* signInByPasskey(response)), yield* usual)
          deepStrictEqual(yield* stored(maria), before)
        })
      )

      it.effect("whose challenge an assertion that was refused has used up", () =>
        Effect.gen(function* () {
          const { device } = yield* member
          const options = yield* requestOptions
          yield* signInByPasskey(device.makeAssertion(options, { isVerified: false }))
          deepStrictEqual(refusalOf(yield* signInByPasskey(device.makeAssertion(options))), yield* usual)
        })
      )

      it.effect("whose challenge has expired, or was made for a registration", () =>
        Effect.gen(function* () {
          const { device, maria } = yield* member
          const before = yield* stored(maria)
          const { challenge: forNew } = yield* creationOptions(maria)
          for (const challenge of [yield* expired("passkey", maria.user.id), forNew]) {
            const response = device.makeAssertion({ challenge, rpId: "localhost" })
            deepStrictEqual(refusalOf(yield* signInByPasskey(response)), yield* usual)
          }
          deepStrictEqual(yield* stored(maria), before)
        })
      )

      it.effect("under the credential id of another member's passkey, or with their user handle", () =>
        Effect.gen(function* () {
          const [{ device, maria }, other] = [yield* member, yield* member]
          const before = [yield* stored(maria), yield* stored(other.maria)]
          for (const twist of [{ credentialId: other.device.credentialId }, { userHandle: handleOf(other.maria) }]) {
            deepStrictEqual(refusalOf(yield* signInByPasskey(yield* assertion(device, twist))), yield* usual)
          }
          deepStrictEqual([yield* stored(maria), yield* stored(other.maria)], before)
        })
      )
    }
  )

  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: POST /api/auth/passkeys refuses in the same way, and adds nothing for, a registration`,
    (it) => {
      for (const [name, make] of Object.entries(hostileRegistrations)) {
        it.effect(name, () =>
          Effect.gen(function* () {
            const [maria, device] = [yield* join(), newAuthenticator()]
            const before = yield* stored(maria)
            const answer = yield* addPasskey(maria, make(device, yield* creationOptions(maria)))
            deepStrictEqual(refusalOf(answer), yield* refusedRegistration)
            deepStrictEqual(yield* stored(maria), before)
            strictEqual((yield* register(maria, device)).status, 201)
          })
        )
      }

      it.effect("that was sent before", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const response = newAuthenticator().makeRegistration(yield* creationOptions(maria))
          strictEqual((yield* addPasskey(maria, response)).status, 201)
          deepStrictEqual(refusalOf(yield* addPasskey(maria, response)), yield* refusedRegistration)
          strictEqual((yield* stored(maria)).passkeys.length, 1)
        })
      )

      it.effect("of a credential that the member or another member has", () =>
        Effect.gen(function* () {
          const { device, maria } = yield* member
          const bob = yield* join()
          for (const one of [maria, bob]) {
            const answer = yield* register(one, device)
            deepStrictEqual(refusalOf(answer), yield* refusedRegistration)
          }
          const taken = newAuthenticator()
          const twist = { credentialId: device.credentialId }
          const stolen = yield* addPasskey(bob, taken.makeRegistration(yield* creationOptions(bob), twist))
          deepStrictEqual(refusalOf(stolen), yield* refusedRegistration)
          deepStrictEqual((yield* stored(bob)).passkeys, [])
          const own = { userHandle: handleOf(maria) }
          strictEqual((yield* signInByPasskey(yield* assertion(device, own))).status, 200)
        })
      )

      it.effect("whose challenge is another member's, one of a sign-in, or expired", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const options = yield* creationOptions(maria)
          const challenges = [
            (yield* creationOptions(bob)).challenge,
            (yield* requestOptions).challenge,
            yield* expired("register", maria.user.id)
          ]
          for (const challenge of challenges) {
            const answer = yield* addPasskey(maria, newAuthenticator().makeRegistration({ ...options, challenge }))
            deepStrictEqual(refusalOf(answer), yield* refusedRegistration)
          }
          deepStrictEqual((yield* stored(maria)).passkeys, [])
        })
      )
    }
  )
}
