import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import { HelpLinesFile } from "../../../src/ports/ContentFiles.ts"

const line = {
  country: "AT",
  name: "Telefonseelsorge",
  phone: "142",
  url: "https://www.telefonseelsorge.at",
  source: "https://www.telefonseelsorge.at",
  date: "2026-11-20"
}

const readWith = (file: string | undefined) =>
  Effect.flatMap(HelpLinesFile, ({ read }) => read).pipe(
    Effect.provide(ContentFilesJson.layer.pipe(Layer.provide(NodeContext.layer))),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(file === undefined ? [] : [["HELP_LINES", file]])))
  )

describe("ContentFilesJson", () => {
  it.scoped("reads an operator's own file, refuses a malformed one by the name of its variable, and ships one", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "help-lines-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const written = (text: string) => {
        const file = join(folder, "lines.json")
        writeFileSync(file, text)
        return readWith(file)
      }
      const { date: _, source: __, ...shown } = line
      expect(yield* written(JSON.stringify([line]))).toEqual([shown])
      for (const text of ["", "[]", "{", JSON.stringify([{ ...line, date: "today" }]), JSON.stringify([shown])]) {
        expect(String(yield* Effect.flip(written(text)))).toMatch(/HELP_LINES.*it needs a list of lines/s)
      }
      expect(String(yield* Effect.flip(readWith("/nowhere")))).toMatch(/HELP_LINES.*it cannot be read/s)
      const countries = (yield* readWith(undefined)).map(({ country }) => country)
      expect(countries).toEqual(expect.arrayContaining(["DE", "FR", "GB", "US", "CA", "AU"]))
    })
  )
})
