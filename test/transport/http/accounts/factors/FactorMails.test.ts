import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import { shippedLanguages } from "../../../../../src/domain/Language.ts"
import { factorMails } from "../../../../../src/domain/mail/Mail.ts"
import { MailRepo } from "../../../../../src/ports/mail/MailRepo.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { community } from "../../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../../support/Given.ts"
import { said } from "../../../../support/languages/Said.ts"
import { join, send } from "../../../../support/Members.ts"
import { RecordedMail } from "../../../../support/mail/RecordedMail.ts"
import { memoryAndDatabase } from "../../../../support/Storage.ts"
import { until } from "../../../../support/Waiting.ts"
import { at, eachOf } from "../../../../support/Wire.ts"
import { enableApp, passkeysPath, register, secondFactorPath } from "./Given.ts"

for (const storage of memoryAndDatabase) {
  const mails = new RecordedMail()
  const subjectsTo = ({ payload }: Member) => mails.sent.filter(({ to }) => to === payload.email)

  /** Runs a change, and gives the mails that it sent to a member. */
  const told = <E, R>(member: Member, change: Effect.Effect<unknown, E, R>) =>
    Effect.gen(function* () {
      const before = subjectsTo(member).length
      yield* change
      yield* until(Effect.sync(() => subjectsTo(member).length > before))
      return subjectsTo(member).slice(before)
    })

  const mailed = community(storage.layer, {}, undefined, (services) => Layer.provide(services, mails.layer))
  layer(mailed, { excludeTestServices: true })(`${storage.name}: changes of factors`, (it) => {
    it.effect("are told to the member by mail, and recorded", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const added = yield* told(maria, register(maria, newAuthenticator()))
        const [id] = eachOf(yield* send("GET", passkeysPath, { as: maria.token }))
        const removed = yield* told(maria, send("DELETE", `${passkeysPath}/${id}`, { as: maria.token }))
        let codes: ReadonlyArray<string> = []
        const enabled = yield* told(
          maria,
          Effect.map(enableApp(maria), ({ recoveryCodes }) => {
            codes = recoveryCodes
          })
        )
        const renewal = { as: maria.token, body: { code: codes[0] } }
        let renewedCodes: unknown
        const renewed = yield* told(
          maria,
          Effect.map(send("POST", `${secondFactorPath}/recovery-codes`, renewal), ({ body }) => {
            renewedCodes = at(body, "recoveryCodes", 0)
          })
        )
        const off = { as: maria.token, body: { code: renewedCodes } }
        const disabled = yield* told(maria, send("DELETE", secondFactorPath, off))
        deepStrictEqual(
          [added, removed, enabled, renewed, disabled].map((sent) => sent.map(({ subject }) => subject)),
          [
            ["A passkey was added"],
            ["A passkey was removed"],
            ["Sign-in codes are on"],
            ["You have new recovery codes"],
            ["Sign-in codes are off"]
          ]
        )
        for (const { html = "", text = "" } of [...added, ...enabled, ...renewed]) {
          assertTrue(text.includes("If it wasn’t you"), text)
          for (const code of codes) assertTrue(!text.includes(code) && !html.includes(code), text)
        }
        const log = yield* send("GET", `/api/audit?userId=${maria.user.id}`, { as: admin.token })
        deepStrictEqual(eachOf(log, "action"), [
          "second_factor_removed",
          "recovery_codes_renewed",
          "second_factor_added",
          "passkey_removed",
          "passkey_added"
        ])
      })
    )

    it.effect("that are refused are neither told nor recorded", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        yield* send("POST", secondFactorPath, { as: maria.token })
        strictEqual((yield* send("PUT", secondFactorPath, { as: maria.token, body: { code: "1" } })).status, 403)
        const log = yield* send("GET", `/api/audit?userId=${maria.user.id}`, { as: admin.token })
        deepStrictEqual([eachOf(log), subjectsTo(maria)], [[], []])
        strictEqual((yield* (yield* MailRepo).nextDue)._tag, "None")
      })
    )
  })
}

layer(Layer.empty)("Mails about factors", (it) => {
  it.effect("have a subject and sentences of their own in every language, for each kind", () =>
    Effect.sync(() => {
      for (const language of shippedLanguages) {
        const letters = factorMails.map((kind) => said(language).mail[kind])
        const sentences = letters.map(({ before }) => before({ site: "community.example" }))
        for (const part of [letters.map(({ subject }) => subject), sentences]) {
          strictEqual(new Set(part).size, factorMails.length)
        }
        assertTrue(sentences.every((sentence) => sentence.includes("community.example")))
        assertTrue(letters.every(({ after }) => after.join(" ") !== ""))
      }
    })
  )
})
