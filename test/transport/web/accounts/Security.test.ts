import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Redacted } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { PasskeysRepo } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { community } from "../../../support/Community.ts"
import type { Member } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { oldSession } from "../../http/accounts/factors/Given.ts"
import { alertOf, cookieFor, cookieOf, invalidIn, open, submit } from "../support/Browse.ts"
import { codeOf, recoveryCodesOn, secretOn } from "../support/Totp.ts"

const security = "/settings/security"

/** A request to the server by its name on this machine. */
const named = { host: "localhost:3000" }

/** A member whose app shows codes, with their secret and recovery codes. */
const withApp = Effect.gen(function* () {
  const member = yield* join()
  const cookie = cookieFor(member)
  const secret = secretOn(yield* submit(`${security}/app`, {}, { cookie }))
  const shown = yield* submit(`${security}/app/confirm`, { code: codeOf(secret), secret }, { cookie })
  return { member, cookie, secret, shown, recoveryCodes: recoveryCodesOn(shown) }
})

const addPasskey = ({ user }: Member) =>
  Effect.gen(function* () {
    const createdAt = yield* DateTime.now
    const credential = { credentialId: `Key${user.id}`, publicKey: "", counter: 0, transports: [] }
    return yield* (yield* PasskeysRepo).add({ ...credential, userId: user.id, name: "Old <phone>", createdAt })
  })

const credentialsOf = ({ payload }: Member) => ({ email: payload.email, password: Redacted.value(payload.password) })

const stepOn = ({ text }: { readonly text: string }) => /name="step" value="([^"]+)"/.exec(text)?.[1] ?? ""

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The second step of a sign-in", (it) => {
    it.effect("asks for the code, keeps where the reader goes and stays, and begins the session", () =>
      Effect.gen(function* () {
        const { member, secret } = yield* withApp
        const first = yield* submit("/sign-in", { ...credentialsOf(member), keep: "yes", next: "/posts" })
        deepStrictEqual([first.status, first.headers["set-cookie"]], [200, undefined])
        assertTrue(/name="code"[^>]* autocomplete="one-time-code" inputmode="numeric"/.test(first.text))
        const values = { step: stepOn(first), next: "/posts", keep: "yes" }
        const wrong = yield* submit("/sign-in/code", { ...values, code: "12" })
        deepStrictEqual([wrong.status, invalidIn(wrong), stepOn(wrong)], [401, ["code"], values.step])
        assertTrue(wrong.text.includes('name="keep"') && !wrong.text.includes('value="12"'))
        const done = yield* submit("/sign-in/code", { ...values, code: codeOf(secret, 1) })
        deepStrictEqual([done.status, done.headers.location], [303, "/posts"])
        assertTrue(String(done.headers["set-cookie"]).includes("Max-Age="))
        const { text } = yield* open("/settings/sessions", { cookie: cookieOf(done) })
        assertTrue(text.includes(said("en").factors.begun.password))
      })
    )

    it.effect("takes each code once, a recovery code too, in any case and without hyphens", () =>
      Effect.gen(function* () {
        const { member, recoveryCodes, secret } = yield* withApp
        const attempt = (code: string) =>
          Effect.gen(function* () {
            const step = stepOn(yield* submit("/sign-in", credentialsOf(member)))
            return (yield* submit("/sign-in/code", { step, code })).status
          })
        deepStrictEqual(yield* Effect.forEach([codeOf(secret, 1), codeOf(secret, 1)], attempt), [303, 401])
        const [one = "", two = ""] = recoveryCodes
        deepStrictEqual(
          yield* Effect.forEach([one, one, two.toLowerCase().replaceAll("-", "")], attempt),
          [303, 401, 303]
        )
      })
    )

    it.effect("leads back to the password where it is over, with a sentence in each language", () =>
      Effect.gen(function* () {
        const over = yield* submit("/sign-in/code", { step: "used", code: "123456", next: "/posts" })
        deepStrictEqual([over.status, over.headers.location], [303, "/sign-in?done=late&next=%2Fposts"])
        for (const lang of shippedLanguages) {
          const { text } = yield* open("/sign-in?done=late", { headers: { "accept-language": lang } })
          assertTrue(text.includes(said(lang).factors.tooLate), lang)
        }
      })
    )

    it.effect("is closed after ten wrong codes, and the first step stays open", () =>
      Effect.gen(function* () {
        const { member, secret } = yield* withApp
        const step = stepOn(yield* submit("/sign-in", credentialsOf(member)))
        for (let tries = 0; tries < 10; tries++) yield* submit("/sign-in/code", { step, code: "1" })
        const closed = yield* submit("/sign-in/code", { step, code: codeOf(secret, 1) })
        strictEqual(closed.status, 429)
        assertTrue(closed.text.includes("too many wrong codes"))
        strictEqual((yield* submit("/sign-in", credentialsOf(member))).status, 200)
      })
    )

    it.effect("is no way around: what is no passkey signs nobody in, and says so", () =>
      Effect.gen(function* () {
        const none = yield* submit("/sign-in/passkey", { response: "", next: "/posts" })
        strictEqual(none.status, 400)
        const id = "AbCd"
        const clientDataJSON = Buffer.from(JSON.stringify({ challenge: "none" })).toString("base64url")
        const response = { clientDataJSON, authenticatorData: "AAAA", signature: "AAAA" }
        const passkey = JSON.stringify({ id, rawId: id, type: "public-key", response })
        const refused = yield* submit(
          "/sign-in/passkey",
          { response: passkey, email: "typed@example.org" },
          { headers: { "accept-language": "de" } }
        )
        deepStrictEqual([refused.status, refused.headers["set-cookie"]], [401, undefined])
        assertTrue(
          refused.text.includes(String(said("de").faults.PasskeyRefused)) && refused.text.includes("typed@example.org")
        )
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })(
    "Passkeys and codes in the settings",
    (it) => {
      it.effect("sets the app up with a picture and the secret in groups, again the same after a wrong code", () =>
        Effect.gen(function* () {
          const cookie = cookieFor(yield* join())
          const shown = yield* submit(`${security}/app`, {}, { cookie })
          const secret = secretOn(shown)
          assertTrue(shown.text.includes(secret.match(/.{4}/g)?.join(" ") ?? "none"))
          const picture = (html: string) => /<svg class="qr".*?<\/svg>/s.exec(html)?.[0]
          const wrong = yield* submit(`${security}/app/confirm`, { code: "000", secret }, { cookie })
          deepStrictEqual([wrong.status, secretOn(wrong), invalidIn(wrong)], [403, secret, ["code"]])
          strictEqual(picture(wrong.text), picture(shown.text))
          assertTrue(wrong.text.includes("the six digits that the app shows now") && !/recovery code/.test(wrong.text))
          const right = yield* submit(`${security}/app/confirm`, { code: codeOf(secret), secret }, { cookie })
          deepStrictEqual([right.status, new Set(recoveryCodesOn(right)).size], [200, 10])
          assertTrue(!(yield* open(security, { cookie })).text.includes(secret))
        })
      )

      it.effect("renews the recovery codes and turns the app off, each by a code", () =>
        Effect.gen(function* () {
          const { cookie, recoveryCodes, secret } = yield* withApp
          const [first = ""] = recoveryCodes
          const wrong = yield* submit(`${security}/codes`, { code: "1" }, { cookie })
          deepStrictEqual([wrong.status, invalidIn(wrong)], [403, ["code"]])
          const renewed = yield* submit(`${security}/codes`, { code: codeOf(secret, 1) }, { cookie })
          strictEqual(recoveryCodesOn(renewed).filter((code) => recoveryCodes.includes(code)).length, 0)
          strictEqual((yield* submit(`${security}/app/off`, { code: first }, { cookie })).status, 403)
          const [now = ""] = recoveryCodesOn(renewed)
          const off = yield* submit(`${security}/app/off`, { code: now }, { cookie })
          deepStrictEqual([off.status, off.headers.location], [303, `${security}?done=saved`])
          assertTrue((yield* open(security, { cookie })).text.includes(said("en").factors.begin))
        })
      )

      it.effect("asks who acts where the sign-in is old, and changes nothing without it", () =>
        Effect.gen(function* () {
          const { member, recoveryCodes } = yield* withApp
          const passkey = yield* addPasskey(member)
          const cookie = cookieFor({ token: yield* oldSession(member) })
          const [code = "", other = ""] = recoveryCodes
          const forms = [
            `/passkeys/${passkey.id}/remove`,
            `${security}/app`,
            `${security}/codes`,
            `${security}/app/off`
          ]
          const { text } = yield* open(security, { cookie, headers: named })
          strictEqual(text.match(/type="password"/g)?.length, 4)
          assertTrue(text.includes(said("en").factors.use))
          for (const path of forms) {
            const none = yield* submit(path, { code }, { cookie })
            deepStrictEqual([path, none.status], [path, 403])
            const blank = yield* submit(path, { code, password: "" }, { cookie })
            deepStrictEqual([path, blank.status, invalidIn(blank)], [path, 400, ["password"]])
            const wrong = yield* submit(path, { code, password: "a wrong one" }, { cookie })
            deepStrictEqual([path, wrong.status, invalidIn(wrong)], [path, 403, ["password"]])
            assertTrue(
              alertOf(wrong).startsWith("password is not your password") && !wrong.text.includes("a wrong one")
            )
          }
          const { password } = credentialsOf(member)
          strictEqual((yield* submit(`${security}/app/off`, { code: other, password }, { cookie })).status, 303)
          strictEqual((yield* submit(`/passkeys/${passkey.id}/remove`, { password }, { cookie })).status, 303)
          const { text: left } = yield* open(security, { cookie })
          assertTrue(left.includes(said("en").factors.noPasskeys) && left.includes('type="password"'))
          assertTrue(!left.includes(said("en").factors.use))
          assertTrue(!(yield* submit(`${security}/app`, {}, { cookie })).text.includes(said("en").factors.use))
        })
      )

      it.effect("renames a passkey, and shows its name as text", () =>
        Effect.gen(function* () {
          const member = yield* join()
          const cookie = cookieFor(member)
          const { id } = yield* addPasskey(member)
          assertTrue((yield* open(security, { cookie })).text.includes("Old &lt;phone>"))
          const blank = yield* submit(`/passkeys/${id}/rename`, { name: " " }, { cookie })
          deepStrictEqual([blank.status, invalidIn(blank)], [400, ["name"]])
          strictEqual((yield* submit(`/passkeys/${id}/rename`, { name: "My <phone>" }, { cookie })).status, 303)
          assertTrue((yield* open(security, { cookie })).text.includes("My &lt;phone>"))
        })
      )

      it.effect("leads back to where a member came from, and is offered after joining", () =>
        Effect.gen(function* () {
          const cookie = cookieFor(yield* join())
          const welcome = yield* open("/welcome?next=/posts", { cookie, headers: named })
          assertTrue(welcome.text.includes(`href="${security}?next=`))
          assertTrue((yield* open(`${security}?next=/welcome`, { cookie })).text.includes('<a href="/welcome">'))
          assertTrue((yield* open("/settings/password", { cookie })).text.includes(`href="${security}"`))
        })
      )
    }
  )

  const reached = community(storage.layer, { ...unlimited, ALLOWED_HOSTS: "192.0.2.7" })
  layer(reached, { excludeTestServices: true })("Pages that offer passkeys", (it) => {
    it.effect(
      "offer none at an IP address, where browsers know none, and lead to localhost where that is this machine",
      () =>
        Effect.gen(function* () {
          const { needName, openAt } = said("en").factors
          const cookie = cookieFor(yield* join())
          for (const path of ["/welcome?next=/posts", "/sign-in?next=/posts", security, "/settings/password"]) {
            const at = (host: string) =>
              open(path, { headers: { host }, cookie: path.startsWith("/sign-in") ? undefined : cookie })
            const { text } = yield* at("localhost:3000")
            assertTrue(
              /data-passkey|data-create|settings\/security\?next=/.test(text) && !text.includes(needName),
              path
            )
            for (const host of ["127.0.0.1:3000", "[::1]:3000", "192.0.2.7:3000"]) {
              const { text } = yield* at(host)
              const place = `${path} at ${host}`
              assertTrue(
                !/data-passkey|data-create|settings\/security\?next=/.test(text) && text.includes(needName),
                place
              )
              const link = `<a href="http://localhost:3000${path}">${openAt({ address: "http://localhost:3000" })}</a>`
              strictEqual(text.includes(link), !host.startsWith("192."), place)
            }
          }
        })
    )
  })
}
