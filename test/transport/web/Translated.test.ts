import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { afterAll, beforeEach } from "vitest"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { startEngine, texts } from "../../support/network/TranslationEngine.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { cookieFor, cookieOf, cookiesOf, open, seen, submit } from "./support/Browse.ts"

const engine = await startEngine()
afterAll(engine.close)
beforeEach(engine.reset)

const variables = { ...unlimited, TRANSLATE_URL: engine.url }

const german = { headers: { "accept-language": "de" } }

/** A thread in English with a comment in German, its author, and a reader of German pages. */
const scene = Effect.gen(function* () {
  const [author, reader] = [yield* join(), yield* join()]
  const post = yield* publish(author, { title: "Who knows?", content: "Ask **us**.", language: "en" })
  const comment = (content: string, language: string) =>
    send("POST", `/api/posts/${post.id}/comments`, { as: author.token, body: { content, language } })
  yield* comment("Ich weiß es.", "de")
  yield* comment("So do I.", "en")
  const session = cookieFor(reader)
  const read = (query = "", cookie = session) => open(`/posts/${post.id}${query}`, { cookie, ...german })
  return { author, post, session, read }
})

const count = (html: string, part: string) => html.split(part).length - 1

const links = (html: string, label: string) =>
  Array.from(html.matchAll(new RegExp(`<a href="([^"]+)"[^>]*>${label}</a>`, "g")), ([, href = ""]) => seen(href))

for (const storage of memoryOnly) {
  layer(community(storage.layer, variables), { excludeTestServices: true })("A thread in another language", (it) => {
    it.effect("is translated by a link, which is kept, with the original one click away", () =>
      Effect.gen(function* () {
        const { post, read, session } = yield* scene
        const before = yield* read()
        const [first = "", second = ""] = links(before.text, "Übersetzen")
        strictEqual(links(before.text, "Übersetzen").length, 2)
        assertTrue(first === `/posts/${post.id}?translate=yes` && second.startsWith(`${first}#comment-`))
        deepStrictEqual(engine.requests, [])
        const chosen = yield* read("?translate=yes")
        strictEqual(cookieOf(chosen), "translate=yes")
        for (const { text } of [chosen, yield* read("", `${session}; translate=yes`)]) {
          assertTrue(/<h1[^>]* lang="de"[^>]*>de:Who knows\?<\/h1>/.test(text))
          assertTrue(text.includes('<div lang="de"><div class="text"><p dir="auto">de:Ask <strong>de:us</strong>.</p>'))
          strictEqual(count(text, "Maschinell übersetzt."), 2)
          strictEqual(count(text, "<summary>Original (Englisch)</summary>"), 2)
          assertTrue(
            text.includes('<p dir="auto">Ask <strong>us</strong>.</p>') &&
              text.includes('<p dir="auto">Ich weiß es.</p>')
          )
          deepStrictEqual(links(text, "Nicht mehr übersetzen")[0], `/posts/${post.id}?translate=no`)
        }
        strictEqual(engine.requests.length, 2)
        const ended = yield* read("?translate=no", `${session}; translate=yes`)
        strictEqual(cookieOf(ended), "translate=no")
        assertTrue(!ended.text.includes("Maschinell") && ended.text.includes(">Who knows?</h1>"))
      })
    )

    it.effect(
      "shows readers who are not signed in what is stored, else the way to sign in, and never each other's choice",
      () =>
        Effect.gen(function* () {
          const { post, read } = yield* scene
          strictEqual(count((yield* read("", "translate=yes")).text, "Zum Übersetzen anmelden"), 2)
          deepStrictEqual(engine.requests, [])
          strictEqual(count((yield* read("", "")).text, "Zum Übersetzen anmelden"), 0)
          yield* read("?translate=yes")
          strictEqual(count((yield* read("", "translate=yes")).text, "Maschinell übersetzt."), 2)
          strictEqual(count((yield* read("", "")).text, "Maschinell übersetzt."), 0)
          const english = yield* open(`/posts/${post.id}`, { cookie: "translate=yes" })
          strictEqual(count(english.text, "Sign in to translate"), 1)
        })
    )

    it.effect("is not remembered as a wish of whoever follows a link of another site", () =>
      Effect.gen(function* () {
        const { post, session } = yield* scene
        const headers = { "sec-fetch-site": "cross-site", ...german.headers }
        const followed = yield* open(`/posts/${post.id}?translate=yes&lang=fr`, { cookie: session, headers })
        deepStrictEqual([followed.status, cookiesOf(followed)], [200, []])
      })
    )

    it.effect("remembers both the language and the wish for a translation where one link chooses both", () =>
      Effect.gen(function* () {
        const { read } = yield* scene
        deepStrictEqual(cookiesOf(yield* read("?translate=yes&lang=fr")), ["translate=yes", "lang=fr"])
      })
    )

    it.effect("stays as it is where the engine fails or its author wants none", () =>
      Effect.gen(function* () {
        const { author, read, session } = yield* scene
        engine.answer = () => [500, "{}"]
        const failed = yield* read("?translate=yes")
        strictEqual(failed.status, 200)
        strictEqual(links(failed.text, "Noch einmal versuchen").length, 2)
        assertTrue(failed.text.includes(">Who knows?</h1>"))
        yield* submit("/settings/translation", { translate: "no" }, { cookie: cookieFor(author) })
        const unwanted = (yield* read("", `${session}; translate=yes`)).text
        strictEqual(count(unwanted, "möchte keine Übersetzung."), 2)
      })
    )

    it.effect("is translated into the language of the browser where pages do not have it", () =>
      Effect.gen(function* () {
        const { post, session } = yield* scene
        const from = (language: string, query = "", cookie = session) =>
          Effect.map(
            open(`/posts/${post.id}${query}`, { cookie, headers: { "accept-language": language } }),
            ({ text }) => text
          )
        strictEqual(links(yield* from("nl-BE, en;q=0.5"), "Translate \\(Dutch\\)").length, 3)
        const dutch = yield* from("nl-BE, en;q=0.5", "?translate=yes")
        assertTrue(/<html[^>]* lang="en"/.test(dutch) && dutch.includes(">nl:Who knows?</h1>"))
        strictEqual(count(dutch, "Machine translation."), 3)
        strictEqual(links(yield* from("eo, de"), "Übersetzen").length, 2)
        assertTrue((yield* from("nl, en", "", "")).includes("(Dutch)"))
        assertTrue(!(yield* from("en", "", "")).includes("(Dutch)"))
      })
    )

    it.effect("shows tags and Markdown that an engine makes up as words", () =>
      Effect.gen(function* () {
        const { read } = yield* scene
        engine.answer = texts(() => '<script>alert(1)</script><img src=x onerror="alert(1)"> [x](javascript:alert(1))')
        const { text } = yield* read("?translate=yes")
        strictEqual(count(text, "Maschinell übersetzt."), 2)
        assertTrue(
          !text.includes("<script>alert") && !text.includes("<img src=x") && !text.includes('href="javascript')
        )
      })
    )

    it.effect("is named by the text on privacy, and members keep theirs out in their settings", () =>
      Effect.gen(function* () {
        const { author } = yield* scene
        const host = new URL(engine.url).host
        assertTrue((yield* open("/privacy")).text.includes(`the text is sent to ${host}`))
        const cookie = cookieFor(author)
        const settings = Effect.map(open("/settings/data", { cookie }), ({ text }) => text)
        assertTrue((yield* settings).includes("Don’t translate what I write"))
        strictEqual((yield* submit("/settings/translation", { translate: "no" }, { cookie })).status, 303)
        assertTrue((yield* settings).includes("Let others have what I write translated"))
        yield* submit("/settings/translation", { translate: "yes" }, { cookie })
        assertTrue((yield* settings).includes("Don’t translate what I write"))
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Without an engine", (it) => {
    it.effect("no page speaks of translations", () =>
      Effect.gen(function* () {
        const { author, read, session } = yield* scene
        const chosen = yield* read("?translate=yes")
        strictEqual(chosen.headers["set-cookie"], undefined)
        const own = yield* open("/settings/data", { cookie: cookieFor(author), ...german })
        const pages = [chosen, yield* read("", `${session}; translate=yes`), own, yield* open("/privacy", german)]
        for (const { text } of pages) assertTrue(!/übersetz/i.test(text))
      })
    )
  })
}
