import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import * as Adapter from "../../../src/adapters/node/LanguageFiles.ts"
import { messageOf } from "../../../src/cli/RunMain.ts"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { LanguageFiles } from "../../../src/ports/LanguageFiles.ts"

/** Runs an effect with the languages of an operator's folder. */
const withFolder = <A, E>(folder: string | undefined, effect: Effect.Effect<A, E, LanguageFiles>) =>
  effect.pipe(
    Effect.provide(Layer.provide(Adapter.layer, NodeContext.layer)),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(folder === undefined ? [] : [["COMMUNITY_DIR", folder]])))
  )

const own = Effect.flatMap(LanguageFiles, (files) => files.own)

const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "languages-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

describe("LanguageFiles", () => {
  it.effect("reads a folder for each language that ships, with messages and documents", () =>
    Effect.gen(function* () {
      const shipped = yield* withFolder(
        undefined,
        Effect.flatMap(LanguageFiles, (files) => files.shipped)
      )
      expect(shipped.map(({ tag }) => tag)).toEqual(shippedLanguages.toSorted())
      for (const { files } of shipped) {
        expect(Object.keys(files)).toEqual(expect.arrayContaining(["home.json", "signs.json", "help.md"]))
      }
    })
  )

  it.scoped("reads those of the operator's folder, and neither other files nor hidden folders", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      for (const name of ["pl", ".git"]) mkdirSync(join(folder, "languages", name), { recursive: true })
      writeFileSync(join(folder, "languages", "README.md"), "notes")
      writeFileSync(join(folder, "languages/pl", "home.json"), "{}")
      writeFileSync(join(folder, "languages/pl", "home.json~"), "{}")
      writeFileSync(join(folder, "languages/.git", "config.json"), "{}")
      // As Kubernetes mounts the files of a ConfigMap.
      mkdirSync(join(folder, "languages/pl/..data"))
      writeFileSync(join(folder, "languages/pl/..data/help.md"), "# Pomoc")
      symlinkSync("..data/help.md", join(folder, "languages/pl/help.md"))
      expect(yield* withFolder(folder, own)).toEqual([
        { tag: "pl", files: { "help.md": "# Pomoc", "home.json": "{}" } }
      ])
    })
  )

  it.scoped("warns of files beside the folders of languages, and reads documents with any ends of lines", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      mkdirSync(join(folder, "languages/pl"), { recursive: true })
      writeFileSync(join(folder, "languages/pl.json"), "{}")
      writeFileSync(join(folder, "languages/pl/help.md"), "\uFEFF# Pomoc\r\n\r\nTak\r\n")
      const lines: Array<string> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => void lines.push(String(message)))
      )
      const read = yield* Effect.provide(withFolder(folder, own), log)
      expect(read).toEqual([{ tag: "pl", files: { "help.md": "# Pomoc\n\nTak\n" } }])
      expect(lines).toEqual([`${folder}/languages: ignores pl.json. It reads folders such as pl, one a language`])
    })
  )

  it.scoped("refuses a file in another encoding", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      mkdirSync(join(folder, "languages/pl"), { recursive: true })
      writeFileSync(join(folder, "languages/pl/home.json"), Buffer.from('{"hello":"Cze\u00e9"}', "latin1"))
      expect(messageOf(yield* Effect.flip(withFolder(folder, own)))).toContain("pl/home.json is not in UTF-8")
    })
  )

  it.scoped("has none where the operator has no folder of languages", () =>
    Effect.gen(function* () {
      expect(yield* withFolder(undefined, own)).toEqual([])
      expect(yield* withFolder(yield* scratch, own)).toEqual([])
    })
  )

  it.scoped("names COMMUNITY_DIR where it is no folder, or none that can be read", () =>
    Effect.gen(function* () {
      const file = join(yield* scratch, "file")
      writeFileSync(file, "")
      for (const folder of ["/nowhere", file]) {
        const failure = yield* Effect.flip(withFolder(folder, own))
        expect(messageOf(failure)).toBe(`COMMUNITY_DIR must be a folder that this user may read, and ${folder} is none`)
      }
    })
  )

  it.scoped("refuses a link out of the folder, which could publish any file, and a file that is too large", () =>
    Effect.gen(function* () {
      for (const plant of [
        (file: string) => symlinkSync("/etc/hostname", file),
        (file: string) => writeFileSync(file, "x".repeat(1_000_001))
      ]) {
        const folder = yield* scratch
        mkdirSync(join(folder, "languages/pl"), { recursive: true })
        plant(join(folder, "languages/pl/help.md"))
        expect(String(yield* Effect.flip(withFolder(folder, own)))).toContain(
          "pl/help.md must be a file of at most 1 MB in its folder"
        )
      }
    })
  )

  it.scoped("names COMMUNITY_DIR where the folder of languages cannot be read", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      writeFileSync(join(folder, "languages"), "a file")
      expect(String(yield* Effect.flip(withFolder(folder, own)))).toMatch(/COMMUNITY_DIR/)
    })
  )
})
