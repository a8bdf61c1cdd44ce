import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { community } from "../../../support/Community.ts"
import type { Member } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join, send } from "../../../support/Members.ts"
import { RecordedMail } from "../../../support/mail/RecordedMail.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { until } from "../../../support/Waiting.ts"
import { enableApp, passwordOf, signInByPassword } from "../accounts/factors/Given.ts"

for (const storage of memoryAndDatabase) {
  const mails = new RecordedMail()
  const variables = { ...unlimited, TRUST_PROXY: "127.0.0.1" }
  const mailed = community(storage.layer, variables, undefined, (services) => Layer.provide(services, mails.layer))

  const subjectsTo = ({ payload }: Member) =>
    mails.sent.filter(({ to }) => to === payload.email).map(({ subject }) => subject)

  /** Waits until a member has got so many mails, and gives their subjects. */
  const got = (member: Member, count: number) =>
    Effect.map(until(Effect.sync(() => subjectsTo(member).length >= count)), () => subjectsTo(member))

  /** Signs in at another address. */
  const signInAt = ({ payload, ...member }: Member, address: string) =>
    send("POST", "/api/auth/login", {
      body: { email: payload.email, password: passwordOf({ ...member, payload }) },
      headers: { "x-forwarded-for": address }
    })

  layer(mailed, { excludeTestServices: true })(`${storage.name}: mail about an account`, (it) => {
    it.effect("tells of a changed password", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const body = { oldPassword: passwordOf(maria), newPassword: "zebras wear their stripes" }
        strictEqual((yield* send("POST", "/api/auth/password", { as: maria.token, body })).status, 200)
        deepStrictEqual(yield* got(maria, 1), ["Your password was changed"])
      })
    )

    it.effect("tells of a sign-in at an address that is new, once, and of none at that of the registration", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        strictEqual((yield* signInByPassword(maria)).status, 200)
        strictEqual((yield* signInAt(maria, "203.0.113.9")).status, 200)
        strictEqual((yield* signInAt(maria, "203.0.113.9")).status, 200)
        const body = { oldPassword: passwordOf(maria), newPassword: "zebras wear their stripes" }
        yield* send("POST", "/api/auth/password", { as: maria.token, body })
        deepStrictEqual(yield* got(maria, 2), ["A sign-in from a new place", "Your password was changed"])
      })
    )

    it.effect("tells of ten wrong codes, which close the second step", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        yield* enableApp(maria)
        yield* Effect.forEach(Array.range(1, 11), () => signInByPassword(maria, { code: "ABCD-EFGH" }))
        deepStrictEqual(yield* got(maria, 2), ["Sign-in codes are on", "Too many wrong sign-in codes"])
      })
    )

    it.effect("is in the language of the member", () =>
      Effect.gen(function* () {
        for (const language of shippedLanguages) {
          const maria = yield* join()
          yield* send("PATCH", "/api/users/me/settings", { as: maria.token, body: { language } })
          const body = { oldPassword: passwordOf(maria), newPassword: "zebras wear their stripes" }
          yield* send("POST", "/api/auth/password", { as: maria.token, body })
          deepStrictEqual(yield* got(maria, 1), [said(language).mail.password_changed.subject])
        }
      })
    )
  })
}
