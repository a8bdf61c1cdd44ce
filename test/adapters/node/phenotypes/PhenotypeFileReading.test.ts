import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serialize } from "node:v8"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { namesIn } from "../../../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import { packagePath } from "../../../../src/adapters/PackageFiles.ts"
import { packTexts, textAt } from "../../../../src/search/phenotypes/PhenotypeData.ts"

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

describe("namesIn", () => {
  it.scoped(
    "gives the names of the operator's files as they are now, and keeps one file of what this code has built of them",
    () =>
      Effect.gen(function* () {
        const { cached, path } = yield* folder
        const read = (name: string) =>
          Effect.promise(async () => {
            writeFileSync(join(path, "orphanet-names.eo.tsv"), `orpha\tlabel\tsynonyms\n558\t${name}\t\n`)
            const { rows } = await namesIn(path)
            return textAt(rows, rows.offsets.length - 2)
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
