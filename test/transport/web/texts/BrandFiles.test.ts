import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { describe, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import * as LanguageFiles from "../../../../src/adapters/node/LanguageFiles.ts"
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
const written = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "brand-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  ),
  (path) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
    return path
  }
)

const folder = Layer.unwrapScoped(
  Effect.map(written, (path) => community(Memory.layer, { ...unlimited, COMMUNITY_DIR: path }))
)

const read = (path: string, language: string) =>
  Effect.map(open(path, { headers: { "accept-language": language } }), ({ text }) => text)

describe("The files of COMMUNITY_DIR", () => {
  it.scoped("are named in one warning where none is read under their name", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
      )
      const config = Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["COMMUNITY_DIR", yield* written]])))
      const languages = Layer.provide(Languages.layer, Layer.provide(LanguageFiles.layer, NodeContext.layer))
      yield* Layer.build(Layer.provide(Layer.provide(Brand.layer, languages), [log, config]))
      deepStrictEqual(
        lines.map((line) => line.split(". ")[0]),
        ["WARN COMMUNITY_DIR has what is not read: Logo.svg, help.xx.md, impressum.de.md, terms.md"]
      )
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
