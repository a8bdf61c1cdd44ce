import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { community } from "../../support/Community.ts"
import { said } from "../../support/languages/Said.ts"
import { join, send } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { cookieFor, open, submit } from "./support/Browse.ts"

const settings = "/api/users/me/settings"

const languageOf = ({ text }: { readonly text: string }) => /<html lang="([^"]+)"/.exec(text)?.[1]

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })(
    `${storage.name}: the language of pages`,
    (it) => {
      it.effect("is that of a link, else the member's, else that of the cookie, else the browser's", () =>
        Effect.gen(function* () {
          const member = yield* join()
          const cookie = `${cookieFor(member)}; lang=de`
          const headers = { "accept-language": "fr" }
          const shown = (path: string, options = { cookie, headers }) => Effect.map(open(path, options), languageOf)
          strictEqual(at((yield* send("GET", settings, { as: member.token })).body, "language"), null)
          strictEqual(yield* shown("/help"), "de")
          const changed = yield* send("PATCH", settings, { as: member.token, body: { language: "it" } })
          deepStrictEqual([changed.status, at(changed.body, "language")], [200, "it"])
          strictEqual(yield* shown("/help"), "it")
          strictEqual(yield* shown("/help?lang=pt"), "pt")
          strictEqual(yield* shown("/nothing"), "it")
          const refused = yield* submit(
            "/posts/new",
            { title: " ", content: "x", category: "topic" },
            { cookie, headers }
          )
          deepStrictEqual([refused.status, languageOf(refused)], [400, "it"])
          assertTrue(refused.text.includes(said("it").faults.Blank))
        })
      )

      it.effect("is kept for the member by a link of this site, and not by one of another", () =>
        Effect.gen(function* () {
          const member = yield* join()
          const cookie = cookieFor(member)
          const own = Effect.map(send("GET", settings, { as: member.token }), ({ body }) => at(body, "language"))
          yield* open("/help?lang=es", { cookie, headers: { "sec-fetch-site": "cross-site" } })
          strictEqual(yield* own, null)
          yield* open("/help?lang=es", { cookie, headers: { "sec-fetch-site": "same-origin" } })
          strictEqual(yield* own, "es")
          yield* open("/help?lang=xx", { cookie, headers: { "sec-fetch-site": "same-origin" } })
          strictEqual(yield* own, "es")
        })
      )

      it.effect("is refused by the API where the pages do not have it, and nothing changes", () =>
        Effect.gen(function* () {
          const member = yield* join()
          for (const language of ["pl", "xx", "klingon", "de-DE-x", "", 7]) {
            const { body, status } = yield* send("PATCH", settings, {
              as: member.token,
              body: { language, like: false }
            })
            deepStrictEqual(
              [language, status, String(at(body, "error")).startsWith("language ")],
              [language, 400, true]
            )
          }
          const { body } = yield* send("GET", settings, { as: member.token })
          deepStrictEqual([at(body, "language"), at(body, "like")], [null, true])
        })
      )
    }
  )
}

layer(community(memoryAndDatabase[0].layer, unlimited), { excludeTestServices: true })("The pages", (it) => {
  it.effect("ignore an unknown ?lang=, and refuse two", () =>
    Effect.gen(function* () {
      const headers = { "accept-language": "it" }
      const unknown = yield* open("/help?lang=xx", { headers })
      deepStrictEqual([unknown.status, languageOf(unknown)], [200, "it"])
      const twice = yield* open("/help?lang=de&lang=fr", { headers })
      deepStrictEqual([twice.status, languageOf(twice)], [400, "it"])
    })
  )

  it.effect("are in each language, with a menu of all in their own names", () =>
    Effect.gen(function* () {
      for (const language of shippedLanguages) {
        const { text } = yield* open("/", { headers: { "accept-language": language } })
        strictEqual(/<html lang="([^"]+)"/.exec(text)?.[1], language)
        assertTrue(text.includes(said(language).home.welcome), language)
        for (const name of ["English", "Deutsch", "Français", "Español", "Italiano", "Português"]) {
          assertTrue(text.includes(`>${name}</a>`), name)
        }
      }
    })
  )
})
