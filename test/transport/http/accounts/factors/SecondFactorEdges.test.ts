import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { movedClock } from "../../../../support/authenticator/MovedClock.ts"
import { community } from "../../../../support/Community.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryOnly } from "../../../../support/Storage.ts"
import { at, listAt, refused, refusedFor, statusesOf } from "../../../../support/Wire.ts"
import {
  assertion,
  codeOf,
  enableApp,
  memberWithApp,
  needsCode,
  oldSession,
  passwordOf,
  refusalOf,
  register,
  secondFactorPath,
  signInByPasskey,
  signInByPassword,
  stored,
  tokenIn
} from "./Given.ts"

const { forward, layer: clock, nextStep } = movedClock()

const member = memberWithApp(nextStep)

for (const storage of memoryOnly) {
  layer(community(storage.layer, {}, clock), { excludeTestServices: true })(
    `${storage.name}: ${secondFactorPath}`,
    (it) => {
      it.effect("a wrong password with any code is the 401 of a wrong password, and uses no code up", () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes, secret } = yield* member
          const password = "another password"
          const usual = refusalOf(yield* signInByPassword(yield* join(), { password }))
          strictEqual(usual.status, 401)
          for (const code of [undefined, yield* codeOf(secret), recoveryCodes[0], "000000"]) {
            deepStrictEqual(refusalOf(yield* signInByPassword(maria, { password, code })), usual)
          }
          for (const code of [yield* codeOf(secret), recoveryCodes[0]]) {
            strictEqual((yield* signInByPassword(maria, { code })).status, 200)
          }
        })
      )

      it.effect("a code is ignored where the account has no second factor, and one that is too long is 400", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          strictEqual((yield* signInByPassword(maria, { code: "123456" })).status, 200)
          refused(yield* signInByPassword(maria, { code: "1".repeat(101) }), 400)
          refused(yield* signInByPassword(maria, { code: 123_456 }), 400)
          refused(yield* send("PUT", secondFactorPath, { as: maria.token, body: {} }), 400)
        })
      )

      it.effect(
        "an app is read with blanks, a dash or digits of full width in its code, and another member's code is wrong",
        () =>
          Effect.gen(function* () {
            const [{ maria, secret }, other] = [yield* member, yield* member]
            const code = yield* codeOf(secret)
            needsCode(yield* signInByPassword(other.maria, { code }), /wrong/)
            const foreign = other.recoveryCodes[0]
            needsCode(yield* signInByPassword(maria, { code: foreign }), /wrong/)
            const spellings = [
              (typed: string) => `${typed.slice(0, 3)} ${typed.slice(3)}`,
              (typed: string) => `${typed.slice(0, 3)}-${typed.slice(3)}`,
              (typed: string) => typed.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
            ]
            for (const spelled of spellings) {
              const typed = spelled(yield* codeOf(secret))
              strictEqual((yield* signInByPassword(maria, { code: typed })).status, 200, typed)
              yield* forward("31 seconds")
            }
          })
      )

      it.effect("a secret waits an hour for its first code, and only the newest one", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const begin = Effect.map(send("POST", secondFactorPath, { as: maria.token }), ({ body }) =>
            String(at(body, "secret"))
          )
          const put = (secret: string) =>
            Effect.flatMap(codeOf(secret), (code) => send("PUT", secondFactorPath, { as: maria.token, body: { code } }))
          refusedFor(yield* put("JBSWY3DPEHPK3PXP"), 404, /no secret waits/)
          const [first, second] = [yield* begin, yield* begin]
          refused(yield* put(first), 403)
          yield* forward("59 minutes")
          strictEqual((yield* put(second)).status, 200)
          const third = yield* send("POST", secondFactorPath, {
            as: maria.token,
            body: { password: passwordOf(maria) }
          })
          yield* forward("61 minutes")
          refusedFor(yield* put(String(at(third.body, "secret"))), 404, /no secret waits/)
          refusedFor(yield* put(second), 404, /no secret waits/)
        })
      )

      it.effect("another app replaces the one of before with its recovery codes, and ends other sessions", () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes, secret } = yield* member
          const other = tokenIn(yield* signInByPassword(maria, { code: recoveryCodes[0] }))
          const { recoveryCodes: next, secret: another } = yield* enableApp(maria)
          refused(yield* send("GET", "/api/users/me", { as: other }), 401)
          yield* nextStep
          for (const code of [yield* codeOf(secret), recoveryCodes[1]]) {
            needsCode(yield* signInByPassword(maria, { code }), /wrong/)
          }
          for (const code of [yield* codeOf(another), next[0]]) {
            strictEqual((yield* signInByPassword(maria, { code })).status, 200)
          }
        })
      )

      it.effect("recovery codes are renewed by a code, once, and those of before end", () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes, secret } = yield* member
          const path = `${secondFactorPath}/recovery-codes`
          const body = { code: yield* codeOf(secret) }
          const renewed = yield* send("POST", path, { as: maria.token, body })
          const next = listAt(renewed.body, "recoveryCodes").map(String)
          deepStrictEqual([renewed.status, renewed.headers["cache-control"], next.length], [200, "no-store", 10])
          refused(yield* send("POST", path, { as: maria.token, body }), 403)
          needsCode(yield* signInByPassword(maria, { code: recoveryCodes[0] }), /wrong/)
          strictEqual((yield* signInByPassword(maria, { code: next[0] })).status, 200)
          const bob = yield* join()
          refused(yield* send("POST", path, { as: bob.token, body }), 404)
          refused(yield* send("DELETE", secondFactorPath, { as: bob.token, body }), 404)
        })
      )

      it.effect("an API key and an old session without a proof change nothing: 403, whatever code they send", () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes } = yield* member
          const before = yield* stored(maria)
          const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "full" } })
          refused(yield* send("GET", secondFactorPath, { as: key }), 403)
          const old = yield* oldSession(maria)
          const body = { code: recoveryCodes[0] }
          for (const as of [key, old]) {
            const answers = [
              yield* send("POST", secondFactorPath, { as }),
              yield* send("DELETE", secondFactorPath, { as, body }),
              yield* send("POST", `${secondFactorPath}/recovery-codes`, { as, body })
            ]
            deepStrictEqual(statusesOf(answers), [403, 403, 403])
          }
          const { sessions: _, ...after } = yield* stored(maria)
          const { sessions: __, ...unchanged } = before
          deepStrictEqual(after, unchanged)
        })
      )

      it.effect("a passkey signs in without a code", () =>
        Effect.gen(function* () {
          const [{ maria }, device] = [yield* member, newAuthenticator()]
          yield* register(maria, device)
          strictEqual((yield* signInByPasskey(yield* assertion(device))).status, 200)
        })
      )
    }
  )
}
