import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { atOnce } from "../../../../support/AtOnce.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { movedClock } from "../../../../support/authenticator/MovedClock.ts"
import { community } from "../../../../support/Community.ts"
import { join, send } from "../../../../support/Members.ts"
import { oneDatabase } from "../../../../support/Storage.ts"
import type { Answer } from "../../../../support/Wire.ts"
import {
  addPasskey,
  assertion,
  codeOf,
  creationOptions,
  memberWithApp,
  oldSession,
  passkeysPath,
  register,
  secondFactorPath,
  signInByPasskey,
  signInByPassword,
  stored
} from "./Given.ts"

const { layer: clock, nextStep } = movedClock()

const fifty = <A, E, R>(one: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: 50 }, () => one),
    atOnce
  )

/** The number of answers by status. */
const counted = (answers: ReadonlyArray<Answer>) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const withApp = memberWithApp(nextStep)

for (const storage of oneDatabase) {
  layer(community(storage.layer, {}, clock), { excludeTestServices: true })(
    `${storage.name}: of fifty at once`,
    (it) => {
      for (const isCounting of [true, false]) {
        it.effect(`one signs in by one assertion of a passkey that counts ${isCounting ? "" : "no "}signatures`, () =>
          Effect.gen(function* () {
            const [maria, device] = [yield* join(), newAuthenticator("ES256", isCounting)]
            yield* register(maria, device)
            const response = yield* assertion(device)
            deepStrictEqual(counted(yield* fifty(signInByPasskey(response))), { 200: 1, 401: 49 })
            strictEqual((yield* stored(maria)).sessions.length, 2)
          })
        )
      }

      it.effect("one adds a passkey by one registration", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const response = newAuthenticator().makeRegistration(yield* creationOptions(maria))
          deepStrictEqual(counted(yield* fifty(addPasskey(maria, response))), { 201: 1, 400: 49 })
          strictEqual((yield* stored(maria)).passkeys.length, 1)
        })
      )

      it.effect("one steps up by one assertion", () =>
        Effect.gen(function* () {
          const [maria, device] = [yield* join(), newAuthenticator()]
          yield* register(maria, device)
          const [as, passkey] = [yield* oldSession(maria), yield* assertion(device)]
          const answers = yield* fifty(send("POST", secondFactorPath, { as, body: { passkey } }))
          deepStrictEqual(counted(answers), { 200: 1, 403: 49 })
        })
      )

      it.effect("one signs in by one code of the app, and the others do not count as wrong", () =>
        Effect.gen(function* () {
          const { maria, secret } = yield* withApp
          const code = yield* codeOf(secret)
          deepStrictEqual(counted(yield* fifty(signInByPassword(maria, { code }))), { 200: 1, 401: 49 })
          strictEqual((yield* stored(maria)).sessions.length, 2)
        })
      )

      it.effect("ten wrong codes of the app are looked at", () =>
        Effect.gen(function* () {
          const { maria } = yield* withApp
          const wrong = counted(yield* fifty(signInByPassword(maria, { code: "no code" })))
          deepStrictEqual(wrong, { 401: 10, 429: 40 })
        })
      )

      it.effect("one signs in by one recovery code", () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes } = yield* withApp
          const answers = counted(yield* fifty(signInByPassword(maria, { code: recoveryCodes[0] })))
          deepStrictEqual(answers, { 200: 1, 401: 49 })
          strictEqual((yield* stored(maria)).codes, 9)
        })
      )

      it.effect("one removes a passkey", () =>
        Effect.gen(function* () {
          const [maria, device] = [yield* join(), newAuthenticator()]
          const { headers } = yield* register(maria, device)
          const path = headers["location"] ?? passkeysPath
          deepStrictEqual(counted(yield* fifty(send("DELETE", path, { as: maria.token }))), { 200: 1, 404: 49 })
        })
      )
    }
  )
}
