import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { sizeOf } from "@rare-disease-community/messages/Translations"
import { ConfigError, Effect, Layer } from "effect"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { LanguageFiles, type LanguageFolder } from "../../../src/ports/LanguageFiles.ts"
import { Languages } from "../../../src/services/languages/Languages.ts"
import { folderOf } from "../../support/languages/Said.ts"

/** The languages where the operator's folder has these. */
const withOwn = (own: Readonly<Record<string, LanguageFolder["files"]>>) =>
  Layer.provide(
    Languages.layer,
    Layer.succeed(LanguageFiles, {
      shipped: Effect.succeed(shippedLanguages.map(folderOf)),
      own: Effect.succeed(Object.entries(own).map(([tag, files]) => ({ tag, files })))
    })
  )

const json = (value: unknown) => JSON.stringify(value, null, 2)

describe("Languages", () => {
  it.effect("has those that ship, and English for a language that is gone", () =>
    Effect.gen(function* () {
      const { document, gaps, messages, tags } = yield* Languages
      deepStrictEqual([tags, gaps], [shippedLanguages, []])
      strictEqual(messages("es").home.hello({ name: "Ana" }), "Hola, Ana")
      strictEqual(messages("pl").home.hello({ name: "Ana" }), "Hello Ana")
      deepStrictEqual(document("pl", "help").language, "en")
    }).pipe(Effect.provide(withOwn({})))
  )

  it.effect(
    "adds a language of the operator's folder, in English where that lacks a text, and lists what it lacks",
    () =>
      Effect.gen(function* () {
        const { document, gaps, messages, signLabel, tags } = yield* Languages
        deepStrictEqual(tags, [...shippedLanguages, "pl"])
        const polish = messages("pl")
        strictEqual(polish.home.hello({ name: "Ana" }), "Cześć, Ana")
        strictEqual(polish.home.welcome, messages("en").home.welcome)
        strictEqual(polish.reading.found({ count: 1234 }), messages("en").reading.found({ count: 1234 }))
        strictEqual(polish.reading.likes({ count: 3 }), "3 polubienia")
        deepStrictEqual(document("pl", "help"), { text: "# Pomoc", language: "pl", isOwn: true })
        strictEqual(document("pl", "terms").language, "en")
        strictEqual(signLabel("pl", "HP:0001250").label, "Napady")
        const told = gaps
          .filter(({ file }) => file === "home.json")
          .map(({ key, line, what }) => `${line} ${key} ${what}`)
        assertTrue(told.includes("1 welcome is missing") && told.includes("3 old is not in English"), told.join())
        assertTrue(gaps.some(({ file, what }) => file === "mail.json" && what === "is missing"))
      }).pipe(
        Effect.provide(
          withOwn({
            pl: {
              "home.json": json({ hello: "Cześć, {name}", old: "x" }),
              "reading.json": json({
                likes: "{count, plural, one {# polubienie} few {# polubienia} many {# polubień} other {# polubienia}}"
              }),
              "signs.json": json({ "HP:0001250": { label: "Napady" } }),
              "help.md": "# Pomoc"
            }
          })
        )
      )
  )

  it.effect("changes single texts of a language that ships", () =>
    Effect.gen(function* () {
      const { gaps, messages, tags } = yield* Languages
      deepStrictEqual([tags, gaps], [shippedLanguages, []])
      strictEqual(messages("de").home.hello({ name: "Ana" }), "Servus Ana")
      strictEqual(messages("de").layout.signIn, "Anmelden")
    }).pipe(Effect.provide(withOwn({ de: { "home.json": json({ hello: "Servus {name}" }) } })))
  )

  it.effect("shows the operator's English where they have no text of the language, before our own", () =>
    Effect.gen(function* () {
      const { document, known, messages } = yield* Languages
      deepStrictEqual(document("es", "terms"), { text: "# House rules", language: "en", isOwn: true })
      strictEqual(document("es", "help").language, "es")
      strictEqual(messages("pl").home.welcome, "Our house")
      strictEqual(messages("es").home.welcome === "Our house", false)
      deepStrictEqual([known("pl"), known("ru"), known(null)], ["pl", "en", "en"])
    }).pipe(
      Effect.provide(
        withOwn({ en: { "home.json": json({ welcome: "Our house" }), "terms.md": "# House rules" }, pl: {} })
      )
    )
  )

  it.effect("takes a language of a region, and joins our label of a sign with the operator's words", () =>
    Effect.gen(function* () {
      const { gaps, signLabel, tags } = yield* Languages
      deepStrictEqual(tags, [...shippedLanguages, "es-419", "pt-BR"])
      const { label, plain } = signLabel("de", "HP:0000028")
      deepStrictEqual([label, plain], ["Hodenhochstand", "Hoden nicht unten"])
      deepStrictEqual(
        gaps.filter(({ tag }) => tag === "de").map(({ key }) => key),
        ["helo"]
      )
    }).pipe(
      Effect.provide(
        withOwn({
          "es-419": {},
          "pt-BR": {},
          de: { "signs.json": json({ "HP:0000028": { plain: "Hoden nicht unten" } }), "home.json": json({ helo: "x" }) }
        })
      )
    )
  )

  it.effect(
    "shows a variant of a language in that language where it lacks a text, marked with it, and then in English",
    () =>
      Effect.gen(function* () {
        const { document, messages, pageMessages, signLabel } = yield* Languages
        const [brazilian, portuguese] = [messages("pt-BR"), messages("pt")]
        deepStrictEqual(
          [brazilian.home.hello({ name: "Ana" }), brazilian.home.welcome],
          ["Oi, Ana", portuguese.home.welcome]
        )
        strictEqual(brazilian.reading.found({ count: 2 }), portuguese.reading.found({ count: 2 }))
        const page = pageMessages("pt-BR").home
        deepStrictEqual(
          [page.hello({ name: "Ana" }), page.welcome],
          ["Oi, Ana", `\uFDD2${portuguese.home.welcome}\uFDD1`]
        )
        deepStrictEqual([document("pt-BR", "help").language, document("sr-Latn", "help").language], ["pt", "en"])
        deepStrictEqual(signLabel("pt-BR", "HP:0000028"), signLabel("pt", "HP:0000028"))
      }).pipe(Effect.provide(withOwn({ "pt-BR": { "home.json": json({ hello: "Oi, {name}" }) }, "sr-Latn": {} })))
  )

  it.effect("starts with empty texts, labels and documents, which are missing and shown in English", () =>
    Effect.gen(function* () {
      const { document, gaps, messages, signLabel } = yield* Languages
      deepStrictEqual(
        gaps.flatMap(({ file, isBroken, key, what }) =>
          key === "hello" || file === "help.md" ? [[file, what, isBroken]] : []
        ),
        [
          ["home.json", "is missing", false],
          ["help.md", "is missing", false]
        ]
      )
      strictEqual(messages("pl").home.hello({ name: "Ana" }), messages("en").home.hello({ name: "Ana" }))
      strictEqual(document("pl", "help").language, "en")
      deepStrictEqual(signLabel("pl", "HP:0000001"), { plain: "Napady" })
    }).pipe(
      Effect.provide(
        withOwn({
          pl: {
            "home.json": json({ hello: "" }),
            "help.md": " \n",
            "signs.json": json({ "HP:0000001": { label: "", plain: "Napady" } })
          }
        })
      )
    )
  )

  it.effect("tells texts that are still English from those that are missing, and counts those of a missing file", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Languages
      const english = folderOf("en")
      const of = (name: string) => gaps.filter(({ file }) => file === name)
      assertTrue(
        of("home.json").length > 5 && of("home.json").every(({ what }) => what === "is the same as in English")
      )
      deepStrictEqual(
        of("help.md").map(({ texts, what }) => [what, texts]),
        [["is the same as in English", 1]]
      )
      const [account] = of("account.json")
      strictEqual(account?.what, "is missing")
      strictEqual(account?.texts, sizeOf(JSON.parse(english.files["account.json"] ?? "")))
      deepStrictEqual(of("signs.json"), [])
    }).pipe(
      Effect.provide(
        withOwn({
          pl: Object.fromEntries(
            ["home.json", "help.md", "signs.json"].map((name) => [name, folderOf("en").files[name] ?? ""])
          )
        })
      )
    )
  )

  const refused: ReadonlyArray<readonly [what: string, tag: string, files: LanguageFolder["files"], message: string]> =
    [
      [
        "a file that is not valid JSON",
        "pl",
        { "home.json": "{\n  oops\n}" },
        "languages/pl/home.json, line 2: is not valid JSON: "
      ],
      [
        "another argument",
        "pl",
        { "home.json": json({ welcome: "x", hello: "Cześć, {imię}" }) },
        "languages/pl/home.json, line 3, hello: it "
      ],
      [
        "a message that is not closed",
        "pl",
        { "reading.json": json({ counted: { posts: "{count, plural, one {#}" } }) },
        "languages/pl/reading.json, line 3, counted.posts: it is no ICU message: "
      ],
      [
        "a text that is a number",
        "pl",
        { "home.json": json({ hello: 1 }) },
        "languages/pl/home.json, line 2, hello: must be a text"
      ],
      [
        "a file that is a list",
        "pl",
        { "home.json": "[]" },
        "languages/pl/home.json, line 1: must be an object of texts"
      ],
      [
        "labels of signs that are none",
        "pl",
        { "signs.json": json({ "HP:0000001": { label: "Napady" }, "HP:0000002": { plain: 7 } }) },
        "languages/pl/signs.json, line 6, HP:0000002.plain: must hold "
      ],
      [
        "a key that is there twice",
        "pl",
        { "home.json": `{\n  "hello": "Cześć, {name}",\n  "hello": "Witaj, {name}"\n}` },
        "languages/pl/home.json, line 3, hello: is there twice"
      ],
      ["a name that is no tag", "polski", {}, "languages/polski: is not a tag of a language, such as pl or pt-BR"]
    ]
  for (const [what, tag, files, message] of refused) {
    it.effect(`does not start with ${what}: one line names file, line and key`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(Effect.provide(Languages, withOwn({ [tag]: files })))
        assertTrue(ConfigError.isConfigError(failure))
        const line = String(failure)
        assertTrue(line.includes(message) && !line.includes("\n"), line)
      })
    )
  }
})
