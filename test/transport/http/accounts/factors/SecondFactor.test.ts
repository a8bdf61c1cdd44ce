import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { SecondFactorsRepo } from "../../../../../src/ports/accounts/SecondFactorsRepo.ts"
import { movedClock } from "../../../../support/authenticator/MovedClock.ts"
import { community } from "../../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../../support/Given.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryAndDatabase } from "../../../../support/Storage.ts"
import { at, isTime, listAt, refused, refusedFor } from "../../../../support/Wire.ts"
import { codeOf, memberWithApp, needsCode, passwordOf, secondFactorPath, signInByPassword, tokenIn } from "./Given.ts"

const { forward, layer: clock, nextStep } = movedClock()

const state = ({ token }: Pick<Member, "token">) =>
  Effect.map(send("GET", secondFactorPath, { as: token }), ({ body }) => body)

const member = memberWithApp(nextStep)

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, {}, clock), { excludeTestServices: true })(`${storage.name}: second factors`, (it) => {
    it.effect("need a code at each sign-in from the first code on, and none after they are removed", () =>
      Effect.gen(function* () {
        yield* nextStep
        const maria = yield* join()
        const begun = yield* send("POST", secondFactorPath, { as: maria.token })
        const secret = String(at(begun.body, "secret"))
        assertTrue(/^[A-Z2-7]{32}$/.test(secret))
        const uri = new URL(String(at(begun.body, "uri")))
        deepStrictEqual([begun.headers["cache-control"], uri.protocol, uri.host], ["no-store", "otpauth:", "totp"])
        deepStrictEqual(Object.fromEntries(uri.searchParams), {
          secret,
          issuer: "Rare Disease Community",
          algorithm: "SHA1",
          digits: "6",
          period: "30"
        })
        strictEqual((yield* signInByPassword(maria)).status, 200)
        deepStrictEqual(yield* state(maria), { enabledAt: null, recoveryCodesLeft: 0 })
        refusedFor(yield* send("PUT", secondFactorPath, { as: maria.token, body: { code: "000000x" } }), 403, /wrong/)
        const body = { code: yield* codeOf(secret) }
        const enabled = yield* send("PUT", secondFactorPath, { as: maria.token, body })
        strictEqual(new Set(listAt(enabled.body, "recoveryCodes")).size, 10)
        assertTrue(isTime(at(yield* state(maria), "enabledAt")))
        needsCode(yield* signInByPassword(maria), /second factor/)
        needsCode(yield* signInByPassword(maria, body), /used already/)
        yield* nextStep
        const signedIn = yield* signInByPassword(maria, { code: yield* codeOf(secret) })
        strictEqual(signedIn.status, 200)
        yield* nextStep
        const removed = yield* send("DELETE", secondFactorPath, {
          as: tokenIn(signedIn),
          body: { code: yield* codeOf(secret) }
        })
        deepStrictEqual(removed.body, { success: true })
        refused(yield* send("GET", "/api/users/me", { as: maria.token }), 401)
        strictEqual((yield* signInByPassword(maria)).status, 200)
      })
    )

    it.effect("take the code of the present step and one either way, each once and none before the last", () =>
      Effect.gen(function* () {
        const { maria, secret } = yield* member
        yield* nextStep
        yield* nextStep
        const at = (steps: number) => Effect.flatMap(codeOf(secret, steps), (code) => signInByPassword(maria, { code }))
        for (const steps of [-2, 2, 3]) needsCode(yield* at(steps), /wrong/)
        strictEqual((yield* at(-1)).status, 200)
        needsCode(yield* at(-1), /used already/)
        strictEqual((yield* at(1)).status, 200)
        needsCode(yield* at(0), /used already/)
        needsCode(yield* at(1), /used already/)
      })
    )

    it.effect(
      "take each recovery code once, in any case, with spaces, other dashes or without hyphens, and count those left",
      () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes } = yield* member
          const spellings: ReadonlyArray<(code: string) => string> = [
            (code) => code,
            (code) => code.toLowerCase(),
            (code) => code.replaceAll("-", ""),
            (code) => ` ${code.replaceAll("-", " ")} `,
            (code) => code.replaceAll("-", "–").toLowerCase(),
            (code) => code.replaceAll("-", "−")
          ]
          for (const [index, spelled] of spellings.entries()) {
            const code = spelled(recoveryCodes[index] ?? "")
            const signedIn = yield* signInByPassword(maria, { code })
            strictEqual(signedIn.status, 200, code)
            strictEqual(at(yield* state({ token: tokenIn(signedIn) }), "recoveryCodesLeft"), 9 - index)
            needsCode(yield* signInByPassword(maria, { code }), /used already/)
          }
        })
    )

    it.effect("count no recovery code that was used as wrong", () =>
      Effect.gen(function* () {
        const { maria, recoveryCodes } = yield* member
        const signIn = signInByPassword(maria, { code: recoveryCodes[0] })
        strictEqual((yield* signIn).status, 200)
        for (let times = 1; times <= 12; times++) needsCode(yield* signIn, /used already/)
        const stored = yield* Effect.flatMap(SecondFactorsRepo, ({ find }) => find(maria.user.id))
        strictEqual(Option.getOrThrow(stored).wrongCodes, 0)
      })
    )

    it.effect("let one of eight sign-ins at once with one right code in, and count none of the others as wrong", () =>
      Effect.gen(function* () {
        const { maria, secret } = yield* member
        const signIn = Effect.flatMap(codeOf(secret, 1), (code) => signInByPassword(maria, { code }))
        const answers = yield* Effect.replicateEffect(signIn, 8, { concurrency: "unbounded" })
        const statuses = answers.map(({ status }) => status).sort()
        deepStrictEqual(statuses, [200, 401, 401, 401, 401, 401, 401, 401])
        const stored = yield* Effect.flatMap(SecondFactorsRepo, ({ find }) => find(maria.user.id))
        strictEqual(Option.getOrThrow(stored).wrongCodes, 0)
      })
    )

    it.effect(
      "close for an hour after ten wrong codes in an hour, wherever they were sent, but not the first step",
      () =>
        Effect.gen(function* () {
          const { maria, recoveryCodes, secret } = yield* member
          const wrong = signInByPassword(maria, { code: "ABCD-EFGH-JKMN-PQRS" })
          for (let times = 1; times <= 8; times++) needsCode(yield* wrong, /wrong/)
          for (const [method, path] of [
            ["DELETE", secondFactorPath],
            ["POST", `${secondFactorPath}/recovery-codes`]
          ] as const) {
            refused(yield* send(method, path, { as: maria.token, body: { code: "123 45" } }), 403)
          }
          for (const code of ["000000", recoveryCodes[0], yield* codeOf(secret)]) {
            const closed = yield* signInByPassword(maria, { code })
            refusedFor(closed, 429, /wrong codes/)
            const seconds = Number(closed.headers["retry-after"])
            assertTrue(seconds > 3_500 && seconds <= 3_600, `${seconds}`)
          }
          strictEqual((yield* send("DELETE", secondFactorPath, { as: maria.token, body: { code: "1" } })).status, 429)
          needsCode(yield* signInByPassword(maria), /second factor/)
          refusedFor(yield* signInByPassword(maria, { password: "another one" }), 401, /email or password/)
          yield* forward("61 minutes")
          strictEqual((yield* signInByPassword(maria, { code: yield* codeOf(secret) })).status, 200)
          strictEqual((yield* signInByPassword(maria, { code: recoveryCodes[0] })).status, 200)
        })
    )

    it.effect("do not close after nine wrong codes, nor after a tenth that comes an hour later", () =>
      Effect.gen(function* () {
        const { maria, recoveryCodes } = yield* member
        const wrong = signInByPassword(maria, { code: "000000x" })
        for (let times = 1; times <= 9; times++) needsCode(yield* wrong, /wrong/)
        yield* forward("60 minutes")
        needsCode(yield* wrong, /wrong/)
        strictEqual((yield* signInByPassword(maria, { code: recoveryCodes[0] })).status, 200)
      })
    )

    it.effect("are not skipped after the password was reset by a link or changed", () =>
      Effect.gen(function* () {
        const { maria, recoveryCodes } = yield* member
        const password = "zebras wear their stripes"
        const change = { oldPassword: passwordOf(maria), newPassword: password }
        strictEqual((yield* send("POST", "/api/auth/password", { as: maria.token, body: change })).status, 200)
        needsCode(yield* signInByPassword(maria, { password }), /second factor/)
        const admin = yield* joinAdmin
        const link = yield* send("POST", `/api/users/${maria.user.id}/password-link`, { as: admin.token })
        const token = new URL(String(at(link.body, "url"))).searchParams.get("token")
        const reset = yield* send("POST", "/api/auth/password/reset", { body: { token, password: `${password}!` } })
        strictEqual(reset.status, 200)
        needsCode(yield* signInByPassword(maria, { password: `${password}!` }), /second factor/)
        const code = recoveryCodes[0]
        strictEqual((yield* signInByPassword(maria, { password: `${password}!`, code })).status, 200)
      })
    )
  })
}
