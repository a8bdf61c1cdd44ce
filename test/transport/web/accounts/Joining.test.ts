import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { cookieFor, joinByForm, open, seen, submit } from "../support/Browse.ts"

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("Joining", (it) => {
  it.effect("asks for a password where none is typed, in each language", () =>
    Effect.gen(function* () {
      for (const [language, sentence] of [
        ["en", "Choose a password of 8 to 256\u00a0characters."],
        ["de", "Bitte wählen Sie ein Passwort mit 8 bis 256\u00a0Zeichen."],
        ["fr", "Choisissez un mot de passe de 8 à 256\u00a0caractères."]
      ] as const) {
        const form = { username: "nobody", email: "nobody@example.org", password: "", role: "user" }
        const { text } = yield* submit("/register", form, { headers: { "accept-language": language } })
        assertTrue(seen(text).includes(sentence), language)
      }
    })
  )

  it.effect("is welcomed with the disease of the page that the new member came from, chosen", () =>
    Effect.gen(function* () {
      const { asked } = yield* newFamily
      for (const next of [`/diseases/${asked}`, `/posts/new?diseaseId=${asked}`]) {
        const { cookie } = yield* joinByForm()
        const { text } = yield* open(`/welcome?next=${encodeURIComponent(next)}`, { cookie })
        assertTrue(/<input[^>]*type="radio"[^>]*value="(\d+)"[^>]*checked/.exec(text)?.[1] === String(asked), next)
      }
    })
  )

  it.effect("leads a visitor who wants to write to join, and the new member back to the form, with the disease", () =>
    Effect.gen(function* () {
      const { asked } = yield* newFamily
      const { id: post } = yield* publish(yield* join())
      const reply = yield* answer(yield* join(), post)
      for (const path of [`/posts/new?diseaseId=${asked}`, `/comments/${reply.id}/reply?quote=rest`]) {
        const refused = yield* open(path)
        deepStrictEqual([refused.status, refused.headers.location], [303, `/register?next=${encodeURIComponent(path)}`])
        const form = yield* open(String(refused.headers.location))
        assertTrue(form.text.includes(`<input type="hidden" name="next" value="${path}"`), form.text)
        assertTrue(form.text.includes(`href="/sign-in?next=${encodeURIComponent(path)}"`), form.text)
        const { answer: joined, cookie } = yield* joinByForm({ next: path })
        const welcome = yield* open(String(joined.headers.location), { cookie })
        assertTrue(welcome.text.includes(`<a href="${path}">Not now</a>`), welcome.text)
      }
      const { text } = yield* open(`/posts/${post}`)
      assertTrue(text.includes(`href="/register?next=${encodeURIComponent(`/posts/${post}#write`)}"`), text)
    })
  )

  it.effect("shows a password by a button of the script, named in each language", () =>
    Effect.gen(function* () {
      for (const [language, name] of [
        ["en", "Show password"],
        ["de", "Passwort anzeigen"],
        ["fr", "Afficher le mot de passe"]
      ] as const) {
        const { text } = yield* open("/register", { headers: { "accept-language": language } })
        const [, id, label] =
          /<button type="button" class="plain scripted"[^>]* data-reveals="([\w-]+)">([^<]+)</.exec(text) ?? []
        deepStrictEqual([label, text.includes(`<input id="${id}" name="password" type="password"`)], [name, true])
      }
    })
  )

  it.effect("leads from the form of a report to helplines, and shows a reported reply without its markup", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      const reply = yield* answer(bob, id, `See [@maria](/members/${maria.user.id}) and **rest**`)
      const { text } = yield* open(`/report?type=comment&id=${reply.id}`, { cookie: cookieFor(maria) })
      assertTrue(text.includes('href="tel:'))
      assertTrue(text.includes("See @maria and rest"))
    })
  )
})
