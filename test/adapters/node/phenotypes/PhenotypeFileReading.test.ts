import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { idOf } from "@rare-disease-community/signs/PhenotypeData"
import { PhenotypeNames } from "@rare-disease-community/signs/PhenotypeNames"
import { SignReader } from "@rare-disease-community/signs/SignReader"
import { type PackedTexts, packTexts, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { Effect } from "effect"
import { packBuilt } from "../../../../src/adapters/node/phenotypes/BuiltFile.ts"
import { namesIn, phenotypesIn, readBuilt } from "../../../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"

/** A folder of the operator, and what is built of its files, which is kept in it. It is removed at the end. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "names-"))
    return { path, built: () => readdirSync(path).filter((name) => name.startsWith("names-")) }
  }),
  ({ path }) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const rowsOf = (rows: PackedTexts): ReadonlyArray<string> =>
  Array.from({ length: rows.offsets.length - 1 }, (_, at) => textAt(rows, at))

describe("namesIn", () => {
  it.scoped(
    "has our German names after those of an operator's file, each of a disease of its own, and last everyday ones",
    () =>
      Effect.gen(function* () {
        const { path } = yield* folder
        const german = Effect.promise(async () =>
          rowsOf((await namesIn(path)).rows).filter((row) => row.includes("\tde\t"))
        )
        const all = yield* german
        const [ours, everyday] = [all.filter((row) => !/\tde\t\t/.test(row)), all.filter((row) => /\tde\t\t/.test(row))]
        deepStrictEqual(all, [...ours, ...everyday])
        strictEqual(everyday.includes("MONDO:0006541\tde\t\tSchmetterlingskinder"), true)
        strictEqual(ours.includes("ORPHA:586\tde\tMukoviszidose\tZystische Fibrose"), true)
        deepStrictEqual(new Set(ours.map((row) => row.split("\t")[0])).size, ours.length)
        writeFileSync(
          join(path, "orphanet-names.de.tsv"),
          "orpha\tlabel\tsynonyms\n586\tZystische Fibrose (Orphanet)\t\n"
        )
        deepStrictEqual(
          (yield* german).filter((row) => row.startsWith("ORPHA:586\t")),
          ["ORPHA:586\tde\tZystische Fibrose (Orphanet)", "ORPHA:586\tde\tMukoviszidose\tZystische Fibrose"]
        )
      })
  )

  it.scoped(
    "gives the names of the operator's files as they are now, and keeps one file of what this code has built of them",
    () =>
      Effect.gen(function* () {
        const { built, path } = yield* folder
        const read = (name: string) =>
          Effect.promise(async () => {
            writeFileSync(join(path, "orphanet-names.eo.tsv"), `orpha\tlabel\tsynonyms\n558\t${name}\t\n`)
            const { rows } = await namesIn(path)
            return rowsOf(rows).find((row) => row.startsWith("ORPHA:558\teo"))
          })
        for (const name of ["sindromo", "sindromo", "alia"]) strictEqual(yield* read(name), `ORPHA:558\teo\t${name}`)
        const [file = "", ...others] = built()
        deepStrictEqual(others, [])
        const old = { rows: packTexts(["what other code has built"]), sources: [] }
        writeFileSync(join(path, file), packBuilt("other code", old))
        strictEqual(yield* Effect.promise(() => readBuilt({ what: "names", folder: path })), undefined)
        strictEqual(yield* read("alia"), "ORPHA:558\teo\talia")
      })
  )
})

describe("phenotypesIn", () => {
  it.effect("makes a reader that knows the names of signs that pages show in six languages", () =>
    Effect.gen(function* () {
      const data = yield* Effect.promise(() => phenotypesIn(""))
      if (data === undefined) return yield* Effect.dieMessage("no phenotypes ship")
      const reader = new SignReader(data, new PhenotypeNames(data))
      const signsOf = (text: string, language: string) => {
        const steps = reader.read(text, [language])
        for (let step = steps.next(); ; step = steps.next())
          if (step.done === true) return step.value.recognised.map(({ term }) => idOf(data, term))
      }
      for (const [language, text, sign] of [
        ["de", "Große Ohren", "HP:0000400"],
        ["fr", "visage inhabituel", "HP:0000271"],
        ["es", "tendencia a los hematomas", "HP:0000978"],
        ["it", "atresia delle coane alla nascita", "HP:0000453"],
        ["it", "pene curvo", "HP:0000041"],
        ["pt", "o médico fala de quisto renal", "HP:0000107"]
      ] as const)
        deepStrictEqual([text, signsOf(text, language)], [text, [sign]])
    })
  )
})
