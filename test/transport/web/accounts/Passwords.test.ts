import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { unique } from "../../../contracts/newRows.ts"
import { newAuthenticator } from "../../../support/authenticator/Authenticator.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { passwordOf, register } from "../../http/accounts/factors/Given.ts"
import { cookieFor, cookieOf, invalidIn, joinByForm, open, seen, submit } from "../support/Browse.ts"

const common = ["password", "12345678", "qwertyuiop", "iloveyou1", "ILoveYou1"]

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Pages, of a common password,", (it) => {
    it.effect("refuse it at registration, and the name and the address of the account, in each language", () =>
      Effect.gen(function* () {
        for (const password of common) {
          const { answer } = yield* joinByForm({ password })
          deepStrictEqual([answer.status, invalidIn(answer)], [400, ["password"]], password)
        }
        const username = unique()
        for (const password of [username, `${username}2026!`, `${username}@example.org`]) {
          const { answer } = yield* joinByForm({ username, email: `${username}@example.org`, password })
          deepStrictEqual([answer.status, invalidIn(answer)], [400, ["password"]], password)
        }
        for (const language of shippedLanguages) {
          const { answer } = yield* joinByForm({ password: "password" }, language)
          assertTrue(seen(answer.text).includes(said(language).faults.CommonPassword({ why: "list" })), language)
        }
        strictEqual((yield* joinByForm({ password: "a quite uncommon one" })).answer.status, 303)
      })
    )

    it.effect("refuse it at a change of the password, and at a reset by a link", () =>
      Effect.gen(function* () {
        const [admin, maria] = [yield* joinAdmin, yield* join()]
        const change = (newPassword: string) =>
          submit("/settings/password", { oldPassword: passwordOf(maria), newPassword }, { cookie: cookieFor(maria) })
        const link = yield* send("POST", `/api/users/${maria.user.id}/password-link`, { as: admin.token })
        const token = new URL(String(at(link.body, "url"))).searchParams.get("token") ?? ""
        for (const password of ["iloveyou1", maria.payload.email]) {
          const refused = yield* change(password)
          deepStrictEqual([refused.status, invalidIn(refused)], [400, ["newPassword"]])
          const reset = yield* submit("/reset-password", { token, password })
          deepStrictEqual([reset.status, invalidIn(reset)], [400, ["password"]])
        }
        strictEqual((yield* submit("/reset-password", { token, password: "a quite uncommon one" })).status, 303)
      })
    )

    it.effect("are stricter than the API, which takes what the specification takes", () =>
      Effect.gen(function* () {
        const body = { username: unique(), email: `${unique()}@example.org`, password: "iloveyou1" }
        strictEqual((yield* send("POST", "/api/auth/register", { body })).status, 201)
      })
    )
  })
}

for (const storage of memoryOnly) {
  for (const contact of ["", "help@example.org"]) {
    const site = contact === "" ? "that gives no address" : "with a contact"
    const variables = { ...unlimited, CONTACT: contact }
    layer(community(storage.layer, variables), { excludeTestServices: true })(`Pages of a site ${site}`, (it) => {
      it.effect("the privacy page offers an answer in every language where there is an address for it", () =>
        Effect.forEach(shippedLanguages, (lang) =>
          Effect.map(open(`/privacy?lang=${lang}`), ({ text }) => {
            assertTrue(!text.includes("{contact}"), lang)
            const offer = /Write to us|Auf Anfrage|Écrivez-nous|Escríbenos|Scrivici|Escreva-nos/
            strictEqual(offer.test(text), contact !== "", lang)
          })
        )
      )

      it.effect(
        "the page of a forgotten password without mail says that an admin can make a link, and whom to ask",
        () =>
          Effect.gen(function* () {
            const { text } = yield* open("/forgot-password")
            const [right, wrong] = [said("en").account.noMail, said("en").account.noContact]
            assertTrue(text.includes(contact === "" ? wrong : right))
            assertTrue(!text.includes(contact === "" ? right : wrong))
            assertTrue(!text.includes('name="email"') && text.includes(contact))
          })
      )
    })
  }
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A reset password", (it) => {
    it.effect("leads, by the sign-in, to the passkeys and keys that are left, and to what ends them", () =>
      Effect.gen(function* () {
        const [admin, maria] = [yield* joinAdmin, yield* join()]
        yield* register(maria, newAuthenticator(), { name: "A stranger's phone" })
        const key = yield* maria.client.auth.createApiKey({ payload: { name: "A stranger's script" } })
        const link = yield* send("POST", `/api/users/${maria.user.id}/password-link`, { as: admin.token })
        const token = new URL(String(at(link.body, "url"))).searchParams.get("token") ?? ""
        const password = "zebras wear their stripes"
        const reset = yield* submit("/reset-password", { token, password })
        const next = new URL(String(reset.headers.location), "http://site").searchParams.get("next") ?? ""
        const signedIn = yield* submit("/sign-in", { email: maria.payload.email, password, next })
        const { status, text } = yield* open(String(signedIn.headers.location), { cookie: cookieOf(signedIn) })
        strictEqual(status, 200)
        for (const part of [
          "stranger",
          "s phone",
          "s script",
          "/remove",
          "/settings/keys/revoke",
          `value="${key.id}"`
        ]) {
          assertTrue(text.includes(part), part)
        }
      })
    )
  })
}
