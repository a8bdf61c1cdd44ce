import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serialize } from "node:v8"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { namesIn } from "../../../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import { packagePath } from "../../../../src/adapters/PackageFiles.ts"
import { type PackedTexts, packTexts, textAt } from "../../../../src/search/phenotypes/PhenotypeData.ts"

const program = packagePath("dist/server")

const cachedFiles = () => readdirSync(program).filter((name) => name.startsWith("names-"))

/** A folder of the operator, and the files that are cached for it. Both are removed at the end. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const before = new Set(cachedFiles())
    return {
      path: mkdtempSync(join(tmpdir(), "names-")),
      cached: () => cachedFiles().filter((name) => !before.has(name))
    }
  }),
  ({ cached, path }) =>
    Effect.sync(() => {
      for (const name of cached()) rmSync(join(program, name))
      rmSync(path, { recursive: true })
    })
)

const rowsOf = (rows: PackedTexts): ReadonlyArray<string> =>
  Array.from({ length: rows.offsets.length - 1 }, (_, at) => textAt(rows, at))

describe("namesIn", () => {
  it.scoped("has our German names, each of a disease of its own, after those of an operator's file", () =>
    Effect.gen(function* () {
      const { path } = yield* folder
      const german = Effect.promise(async () =>
        rowsOf((await namesIn(path)).rows).filter((row) => row.includes("\tde\t"))
      )
      const ours = yield* german
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
        const { cached, path } = yield* folder
        const read = (name: string) =>
          Effect.promise(async () => {
            writeFileSync(join(path, "orphanet-names.eo.tsv"), `orpha\tlabel\tsynonyms\n558\t${name}\t\n`)
            const { rows } = await namesIn(path)
            return rowsOf(rows).find((row) => row.startsWith("ORPHA:558\teo"))
          })
        for (const name of ["sindromo", "sindromo", "alia"]) strictEqual(yield* read(name), `ORPHA:558\teo\t${name}`)
        const [file = "", ...others] = cached()
        deepStrictEqual(others, [])
        const old = { key: "other code", data: { rows: packTexts(["what other code has built"]), sources: [] } }
        writeFileSync(join(program, file), serialize(old))
        strictEqual(yield* read("alia"), "ORPHA:558\teo\talia")
      })
  )
})
