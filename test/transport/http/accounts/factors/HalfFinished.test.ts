import type { HttpClient } from "@effect/platform"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option, Redacted } from "effect"
import { ClientAddress } from "../../../../../src/domain/accounts/CurrentUser.ts"
import { SecondFactorNeeded } from "../../../../../src/domain/accounts/SecondFactor.ts"
import { Secrets } from "../../../../../src/ports/Secrets.ts"
import { SignIn } from "../../../../../src/services/accounts/SignIn.ts"
import { behindLock, forced } from "../../../../races/Forced.ts"
import { movedClock } from "../../../../support/authenticator/MovedClock.ts"
import { community } from "../../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../../support/Given.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryAndDatabase } from "../../../../support/Storage.ts"
import { enableApp, passwordOf } from "./Given.ts"

const { forward, layer: clock } = movedClock()

const browser = { kind: "browser", isKept: false } as const
const here = Effect.provideService(ClientAddress, "127.0.0.1")

/** The first step of a sign-in, which fails; gives the step that goes on from there. */
const firstStep = ({ payload: { email, password } }: Pick<Member, "payload">, session?: typeof browser) =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip((yield* SignIn).login({ email, password }, session))
    return failure instanceof SecondFactorNeeded ? failure.step : yield* Effect.dieMessage(failure._tag)
  }).pipe(here)

const goOn = (step: Redacted.Redacted, code = "") =>
  Effect.flatMap(SignIn, ({ secondStep }) => secondStep({ step, code: Redacted.make(code) }, browser)).pipe(here)

const failureOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const member = Effect.gen(function* () {
  const maria = yield* join()
  const { recoveryCodes } = yield* enableApp(maria)
  return { maria, codes: recoveryCodes, step: yield* Effect.flatten(firstStep(maria, browser)) }
})

const change = (maria: Member) => {
  const body = { oldPassword: passwordOf(maria), newPassword: "zebras wear their stripes" }
  return send("POST", "/api/auth/password", { as: maria.token, body })
}

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, {}, clock), { excludeTestServices: true })(
    `${storage.name}: a half-finished sign-in of a browser`,
    (it) => {
      it.effect("goes on by a code, once, and signs in as the first step would have", () =>
        Effect.gen(function* () {
          const { codes, maria, step } = yield* member
          strictEqual(yield* failureOf(goOn(step, "000000x")), "WrongSignInCode")
          const { expiresIn, user } = yield* goOn(step, codes[0])
          deepStrictEqual([user.id, expiresIn], [maria.user.id, 86_400])
          strictEqual(yield* failureOf(goOn(step, codes[1])), "SignInStepOver")
          strictEqual(yield* failureOf(goOn(Redacted.make("AAAA"), codes[1])), "SignInStepOver")
        })
      )

      it.effect("is over after five minutes, and uses no code up then", () =>
        Effect.gen(function* () {
          const { codes, maria, step } = yield* member
          yield* forward("301 seconds")
          strictEqual(yield* failureOf(goOn(step, codes[0])), "SignInStepOver")
          yield* goOn(yield* Effect.flatten(firstStep(maria, browser)), codes[0])
        })
      )

      it.effect("is over once the password was changed", () =>
        Effect.gen(function* () {
          const { codes, maria, step } = yield* member
          strictEqual((yield* change(maria)).status, 200)
          strictEqual(yield* failureOf(goOn(step, codes[0])), "SignInStepOver")
        })
      )

      it.effect("is over once the member ended all other sessions", () =>
        Effect.gen(function* () {
          const { codes, maria, step } = yield* member
          strictEqual((yield* send("DELETE", "/api/auth/sessions", { as: maria.token })).status, 200)
          strictEqual(yield* failureOf(goOn(step, codes[0])), "SignInStepOver")
        })
      )

      for (const [what, method, path] of [
        ["suspended the member", "PUT", "suspension"],
        ["ended all credentials of the member", "DELETE", "credentials"]
      ] as const) {
        it.effect(`is over once an admin ${what}`, () =>
          Effect.gen(function* () {
            const [{ codes, maria, step }, admin] = [yield* member, yield* joinAdmin]
            const body = { reason: "stolen" }
            const acted = yield* send(method, `/api/users/${maria.user.id}/${path}`, { as: admin.token, body })
            strictEqual(acted.status, 200)
            strictEqual(yield* failureOf(goOn(step, codes[0])), "SignInStepOver")
          })
        )
      }

      it.effect("is none for programs, which send the code with the password", () =>
        Effect.gen(function* () {
          const { maria } = yield* member
          strictEqual(Option.isNone(yield* firstStep(maria)), true)
        })
      )
    }
  )
}

forced("half-finished sign-ins", (it) => {
  it.effect("that are finished while the password is changed leave no session", () =>
    Effect.gen(function* () {
      const { codes, maria, step } = yield* member
      const { digest } = yield* Secrets
      const hash = digest(Redacted.value(step))
      const calls: ReadonlyArray<Effect.Effect<boolean, never, SignIn | HttpClient.HttpClient>> = [
        Effect.isSuccess(goOn(step, codes[0])),
        Effect.isSuccess(change(maria))
      ]
      const outcomes = yield* behindLock(
        (sql) => sql`select from sign_in_challenges where hash = ${hash} for update`,
        calls
      )
      deepStrictEqual(outcomes, [true, true])
      const { body } = yield* send("GET", "/api/auth/sessions", { as: maria.token })
      strictEqual((body as { readonly data: ReadonlyArray<unknown> }).data.length, 1)
    })
  )
})
