import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { afterAll, beforeEach } from "vitest"
import { community } from "../../../support/Community.ts"
import { answer, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { startEngine, texts } from "../../../support/network/TranslationEngine.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { until } from "../../../support/Waiting.ts"
import { at } from "../../../support/Wire.ts"

const engine = await startEngine()
afterAll(engine.close)
beforeEach(engine.reset)

const variables = { ...unlimited, TRANSLATE_URL: engine.url, TRANSLATE_KEY: "key" }

const ofPost = ({ id }: { readonly id: number }, as?: Member, to = "de") =>
  send("GET", `/api/posts/${id}/translation?to=${to}`, as === undefined ? {} : { as: as.token })

const ofComment = ({ id }: { readonly id: number }, as?: Member, to = "de") =>
  send("GET", `/api/comments/${id}/translation?to=${to}`, as === undefined ? {} : { as: as.token })

const title = "How did you find a specialist?"
const content = "We waited **six years** for a name. What helped you?"

const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  return { maria, bob, post: yield* publish(maria, { title, content }) }
})

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, variables), { excludeTestServices: true })(`Translations (${storage.name})`, (it) => {
    it.effect("are made by the engine for members, in its protocol, and read by everybody from then on", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        strictEqual((yield* ofPost(post)).status, 401)
        deepStrictEqual(engine.requests, [])
        const { body, status } = yield* ofPost(post, bob)
        const { createdAt, ...rest } = Object(body)
        deepStrictEqual(
          [status, rest],
          [
            200,
            {
              ...{ language: "en", to: "de", title: `de:${title}`, engine: "LibreTranslate" },
              content: "de:We waited **de:six years** de:for a name. What helped you?",
              contentHtml: "<p>de:We waited <strong>de:six years</strong> de:for a name. What helped you?</p>"
            }
          ]
        )
        assertTrue(typeof createdAt === "string")
        const q = [title, "We waited", "six years", "for a name. What helped you?"]
        deepStrictEqual(engine.requests, [{ q, source: "en", target: "de", format: "text", api_key: "key" }])
        deepStrictEqual((yield* ofPost(post)).body, body)
        strictEqual(engine.requests.length, 1)
      })
    )

    it.effect("leave code, addresses, names of members and of diseases, and the structure", () =>
      Effect.gen(function* () {
        const { bob, maria } = yield* scene
        const diseaseId = at((yield* send("GET", "/api/diseases?search=marfan+syndrome&limit=1")).body, "data", 0, "id")
        const lines = [
          "# About us",
          "",
          "> My son has Marfan syndrome since",
          "> birth, ask [@Petra](/members/12).",
          "",
          "1. Read [this page](https://example.org/a_b) or https://example.org/c",
          "2. Run `rm -rf` now",
          "",
          "```",
          "some code",
          "```",
          "",
          "| Sign | Age |",
          "|---|---|",
          "| fever | 3 |",
          "",
          "![a picture](https://example.org/p.png)"
        ]
        const given = { title: "Marfan syndrome and we", content: lines.join("\n"), diseaseId: Number(diseaseId) }
        const post = yield* send("POST", "/api/posts", { as: maria.token, body: { ...given, language: "en" } })
        const { body } = yield* ofPost({ id: Number(at(post.body, "id")) }, bob)
        strictEqual(at(body, "title"), "Marfan syndrome de:and we")
        deepStrictEqual(String(at(body, "content")).split("\n"), [
          "# de:About us",
          "",
          "> de:My son has Marfan syndrome de:since birth, ask [@Petra](/members/12).",
          "",
          "1. de:Read [de:this page](https://example.org/a_b) de:or https://example.org/c",
          "2. de:Run `rm -rf` de:now",
          "",
          "```",
          "some code",
          "```",
          "",
          "| de:Sign | de:Age |",
          "|---|---|",
          "| de:fever | 3 |",
          "",
          "![a picture](https://example.org/p.png)"
        ])
      })
    )

    it.effect("of comments are the same, without a title", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const comment = yield* answer(maria, post.id, "We asked the clinic in the next town, which helped a lot.")
        strictEqual((yield* ofComment(comment)).status, 401)
        const { body } = yield* ofComment(comment, bob)
        strictEqual(at(body, "content"), "de:We asked the clinic in the next town, which helped a lot.")
        assertTrue(!("title" in Object(body)))
        deepStrictEqual((yield* ofComment(comment)).body, body)
      })
    )

    it.effect("are 403 and deleted for authors who want none, and for those who have left", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        yield* ofPost(post, bob)
        const set = (translate: boolean) =>
          send("PATCH", "/api/users/me/settings", { as: maria.token, body: { translate } })
        yield* set(false)
        deepStrictEqual([(yield* ofPost(post)).status, (yield* ofPost(post, bob)).status], [403, 403])
        yield* set(true)
        strictEqual((yield* ofPost(post)).status, 401)
        yield* ofPost(post, bob)
        const leaving = { password: "correct horse battery", posts: "keep" }
        strictEqual((yield* send("DELETE", "/api/users/me", { as: maria.token, body: leaving })).status, 200)
        strictEqual((yield* ofPost(post, bob)).status, 403)
      })
    )
  })
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, variables), { excludeTestServices: true })("Translations", (it) => {
    it.effect("are 400 without a language, 404 without a text, and 409 in the same language", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        const to = (query: string) => send("GET", `/api/posts/${post.id}/translation${query}`, { as: bob.token })
        for (const query of ["", "?to=", "?to=xx", "?to=und", "?to=german"]) strictEqual((yield* to(query)).status, 400)
        strictEqual((yield* ofPost({ id: 2_147_483_646 }, bob)).status, 404)
        strictEqual((yield* ofComment({ id: 2_147_483_646 }, bob)).status, 404)
        strictEqual((yield* ofPost(post, bob, "en")).status, 409)
        deepStrictEqual(engine.requests, [])
      })
    )

    it.effect("show what an engine makes up as words: no tags, no links of Markdown, no scripts", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        const hostile =
          "<script>alert(1)</script> [x](javascript:alert(1)) **b** `c` <img src=x onerror=alert(1)>\u202e\0\ud800\n\n# Big"
        engine.answer = texts(() => hostile)
        const { body, status } = yield* ofPost(post, bob)
        strictEqual(status, 200)
        const html = String(at(body, "contentHtml"))
        assertTrue(!/<(?!\/?(?:p|strong)>)/.test(html) && html.includes("&#x3C;script>alert(1)"))
        assertTrue(html.includes("[x](javascript:alert(1)) **b** `c`") && html.includes("# Big"))
        assertTrue(!/<[a-z]/i.test(String(at(body, "title"))))
        assertTrue(!/[\u202e\0]/.test(JSON.stringify(body)))
      })
    )

    it.effect("show the addresses that an engine makes up as words, and link those of the author", () =>
      Effect.gen(function* () {
        const { bob, maria } = yield* scene
        const made = "Voir https://evil.example/a_b, WWW.evil.example, mailto:a@evil.example ou b@evil.example"
        engine.answer = texts(() => made)
        const given = "Please read [our guide](https://example.org/guide) and https://example.org/more today."
        const { body } = yield* ofPost(yield* publish(maria, { title, content: given }), bob, "fr")
        const html = String(at(body, "contentHtml"))
        const links = Array.fromIterable(html.matchAll(/href="([^"]*)"/g)).map(([, link]) => link)
        deepStrictEqual(links, ["https://example.org/guide", "https://example.org/more"])
        assertTrue(html.includes(made))
      })
    )

    it.effect("are 503 where the engine refuses, or answers with something else, and are tried again", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        const wrong = [
          [500, "{}"],
          [403, '{"error":"Invalid API key"}'],
          [200, "no JSON"],
          [200, '{"translatedText":"one"}'],
          [200, '{"translatedText":["one"]}'],
          [200, '{"translatedText":[1,2,3,4]}'],
          [200, '{"translatedText":["","","",""]}'],
          [200, `{"translatedText":["${"a".repeat(600_000)}","","",""]}`]
        ] as const
        for (const [status, text] of wrong) {
          engine.answer = () => [status, text]
          const { body, headers, ...failed } = yield* ofPost(post, bob)
          deepStrictEqual([text.slice(0, 30), failed.status], [text.slice(0, 30), 503])
          assertTrue(
            String(at(body, "error")).includes("could not be translated") && headers["retry-after"] !== undefined
          )
        }
        engine.reset()
        yield* until(Effect.map(ofPost(post, bob), ({ status }) => status === 200))
      })
    )

    it.effect("take a language, and texts theirs, by any tag of it: with a region, and in capitals", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        strictEqual(at((yield* ofPost(post, bob, "de-AT")).body, "to"), "de")
        const written = { title, content, language: "PT-br" }
        const { body, status } = yield* send("POST", "/api/posts", { as: maria.token, body: written })
        deepStrictEqual([status, at(body, "language")], [201, "pt"])
        deepStrictEqual((yield* ofPost(post, bob, "xx-DE")).status, 400)
      })
    )

    it.effect("are asked for once by concurrent readers, and counted once", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        engine.millis = 2_000
        const asked = Array.makeBy(64, (index) => ofPost(post, index % 2 === 0 ? bob : maria))
        const answers = yield* Effect.all(asked, { concurrency: "unbounded" })
        deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
        strictEqual(engine.requests.length, 1)
      })
    )

    it.effect("are 30 a minute for a member, those that are stored aside", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const comments = yield* Effect.forEach(Array.makeBy(30, String), (nth) =>
          answer(maria, post.id, `${content} ${nth}`)
        )
        yield* ofPost(post, bob)
        const statuses = yield* Effect.forEach(comments, (comment) =>
          Effect.map(ofComment(comment, bob), (one) => one.status)
        )
        deepStrictEqual(statuses, [...Array.makeBy(29, () => 200), 429])
        strictEqual((yield* ofPost(post, bob)).status, 200)
        const { body, headers } = yield* ofPost(post, bob, "fr")
        assertTrue(String(at(body, "error")).startsWith("too many translations") && Number(headers["retry-after"]) > 0)
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Translations without an engine", (it) => {
    it.effect("GET /api/posts/:id/translation answers 403, and 404 for a post that does not exist", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        deepStrictEqual([(yield* ofPost(post)).status, (yield* ofPost(post, bob)).status], [403, 403])
        strictEqual((yield* ofPost({ id: 2_147_483_646 }, bob)).status, 404)
      })
    )
  })
}
