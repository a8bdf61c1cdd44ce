import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { describe, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Context, Effect, Layer, Logger } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import * as LanguageFiles from "../../../../src/adapters/node/LanguageFiles.ts"
import { messageOf } from "../../../../src/cli/RunMain.ts"
import { Languages } from "../../../../src/services/languages/Languages.ts"
import { Brand } from "../../../../src/transport/web/Brand.ts"
import { community } from "../../../support/Community.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { open } from "../support/Browse.ts"

const files = {
  "imprint.de.md": "# Impressum\n\nVerein Ataxie, Hauptstraße 1",
  "privacy.pt.md": "# A nossa privacidade\n\nGuardamos pouco.",
  "privacy.fr.md": "# Notre confidentialité\n\nNous gardons peu.",
  "terms.md": "# Terms",
  "Logo.svg": "<svg/>",
  "impressum.de.md": "# Impressum",
  "help.xx.md": "# Help",
  ".gitignore": ""
}

/** A folder with these files. */
const written = (files: Readonly<Record<string, string | Uint8Array>>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "brand-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    ),
    (path) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
      return path
    }
  )

/** The brand that these files make, and the log of its start. */
const brandWith = Effect.fnUntraced(function* (files: Readonly<Record<string, string | Uint8Array>>) {
  const lines: Array<string> = []
  const log = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
  )
  const config = Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["COMMUNITY_DIR", yield* written(files)]])))
  const languages = Layer.provide(Languages.layer, Layer.provide(LanguageFiles.layer, NodeContext.layer))
  const built = yield* Layer.build(Layer.provide(Layer.provide(Brand.layer, languages), [log, config]))
  return { ...Context.get(built, Brand), lines }
})

const folder = Layer.unwrapScoped(
  Effect.map(written(files), (path) => community(Memory.layer, { ...unlimited, COMMUNITY_DIR: path }))
)

const read = (path: string, language: string) =>
  Effect.map(open(path, { headers: { "accept-language": language } }), ({ text }) => text)

describe("The files of COMMUNITY_DIR", () => {
  it.scoped("are named in one warning where none is read under their name", () =>
    Effect.gen(function* () {
      const { lines } = yield* brandWith(files)
      deepStrictEqual(
        lines.map((line) => line.split(". ")[0]),
        ["WARN COMMUNITY_DIR: ignores Logo.svg, help.xx.md, impressum.de.md, terms.md"]
      )
    })
  )

  it.scoped("are read alike with a byte order mark and with the ends of lines of any system", () =>
    Effect.gen(function* () {
      const { document, lines, wording } = yield* brandWith({
        "terms.en.md": "\uFEFF# Terms\r\n\r\n## Be kind\r\n\r\nPlease.\r\n\r\n---\r\n\r\n## Who we are\r\n"
      })
      strictEqual(document("en", "terms").text, "# Terms\n\n## Be kind\n\nPlease.\n\n---\n\n## Who we are\n")
      deepStrictEqual([wording("en").rules, lines], [["Be kind"], []])
    })
  )

  const latin = Uint8Array.from(Buffer.from("# Über uns", "latin1"))
  for (const [what, name, text, fault] of [
    ["in another encoding", "imprint.de.md", latin, "has imprint.de.md, which is not in UTF-8"],
    ["that is empty", "help.fr.md", "\uFEFF\r\n", "has help.fr.md, which is empty"],
    ["that is no SVG", "logo.svg", "<html></html>", "has logo.svg, which is no picture in SVG"]
  ] as const) {
    it.scoped(`stop the start with one ${what}: one line names it`, () =>
      Effect.gen(function* () {
        const said = messageOf(yield* Effect.flip(brandWith({ [name]: text })))
        assertTrue(said.startsWith(`COMMUNITY_DIR ${fault}`) && !said.includes("\n"), said)
      })
    )
  }

  const long = `## ${"very ".repeat(20)}kind`

  it.scoped("translate a rule by the place of its heading, one too long for a rule among them", () =>
    Effect.gen(function* () {
      const { lines, wording } = yield* brandWith({
        "terms.en.md": `# Terms\n\n${long}\n\n## Health\n`,
        "terms.de.md": "# Regeln\n\n## Freundlich\n\n## Gesundheit\n"
      })
      deepStrictEqual(wording("en").rules, ["Health"])
      deepStrictEqual([wording("de").ruleIn("Health"), wording("en").ruleIn("Gesundheit")], ["Gesundheit", "Health"])
      deepStrictEqual(lines, [
        "WARN The terms of COMMUNITY_DIR have headings of more than 100 characters, which are no rules: terms.en.md"
      ])
    })
  )

  it.scoped("show a rule as it was chosen where the terms of two languages have different numbers of headings", () =>
    Effect.gen(function* () {
      const { lines, wording } = yield* brandWith({
        "terms.en.md": "# Terms\n\n## Be kind\n\n## Health\n",
        "terms.de.md": "# Regeln\n\n## Freundlich\n\n## Werbung\n\n## Gesundheit\n"
      })
      deepStrictEqual([wording("de").ruleIn("Health"), wording("en").ruleIn("Werbung")], ["Health", "Werbung"])
      deepStrictEqual(lines, [
        "WARN The terms of COMMUNITY_DIR have other numbers of rules in other languages, which are shown untranslated: " +
          "terms.en.md has 2, terms.de.md has 3"
      ])
    })
  )

  it.scoped("are warned of where the terms have no heading that moderators could choose as a rule", () =>
    Effect.gen(function* () {
      const { lines } = yield* brandWith({ "terms.en.md": "# Terms\n\nBe kind.\n\n---\n\n## Who we are\n" })
      deepStrictEqual(lines, [
        'WARN The terms of COMMUNITY_DIR have no headings (##) above the first "---", from which moderators choose a ' +
          "rule: terms.en.md"
      ])
    })
  )

  layer(folder, { excludeTestServices: true })((it) => {
    it.effect("make a page of an imprint in any language, marked with it for readers of others", () =>
      Effect.gen(function* () {
        assertTrue((yield* read("/", "fr")).includes('href="/imprint"'))
        for (const language of ["en", "fr"]) {
          assertTrue((yield* read("/imprint", language)).includes('<div lang="de"><h1>Impressum</h1>'), language)
        }
        assertTrue((yield* read("/imprint", "de")).includes("<div><h1>Impressum</h1>"))
      })
    )

    it.effect("replace our document in all languages, though they have it in some", () =>
      Effect.gen(function* () {
        assertTrue((yield* read("/privacy", "pt")).includes("<div><h1>A nossa privacidade</h1>"))
        for (const language of ["en", "de"]) {
          assertTrue((yield* read("/privacy", language)).includes('<div lang="fr"><h1>Notre confidentialité</h1>'))
        }
      })
    )
  })
})
