import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotations, ontology } from "../../packages/signs/test/SmallOntology.ts"
import { unlimited } from "../support/Unlimited.ts"
import { command, dataDir, launch, start, type Variables } from "./Program.ts"

/** Orphanet's nomenclature in German, in the encoding of the real one. */
const german = Buffer.from(
  `<?xml version="1.0" encoding="ISO-8859-1"?>
<JDBOR date="2026-01-02 03:04:05" version="1.3.50">
  <DisorderList count="1"><Disorder id="1">
    <OrphaCode>558</OrphaCode>
    <Name lang="de">Wunderliche Prüfkrankheit</Name>
    <SynonymList count="1"><Synonym lang="de">Übermutssyndrom</Synonym></SynonymList>
  </Disorder></DisorderList>
</JDBOR>`,
  "latin1"
)

const imported = (variables: Variables, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const program = yield* launch(variables, command("import", "signs", ...args))
    const { code } = yield* program.ended
    return { code, stdout: yield* program.stdout, stderr: yield* program.stderr }
  })

const read = (url: string) => Effect.promise(async () => JSON.parse(await (await fetch(url)).text()))

describe("npm run import -- signs", () => {
  it.scoped("keeps an operator's German names, which the next start finds, shows and names the source of", () =>
    Effect.gen(function* () {
      const folder = yield* dataDir
      const [given, kept] = [join(folder, "given"), join(folder, "kept")]
      mkdirSync(given)
      writeFileSync(join(given, "de_product1.xml"), german)
      writeFileSync(join(given, "other.csv"), "a,b\n1,2\n")
      const variables = { DATA_DIR: join(folder, "data"), FILES_DIR: kept }
      const { code, stderr, stdout } = yield* imported(variables, given)
      expect(code, stderr).toBe(0)
      expect(stdout).toContain("de_product1.xml: 1 diseases with names (de)")
      expect(stderr).toMatch(/other\.csv: not a file that can be imported: skipped/)
      expect(readFileSync(join(kept, "de_product1.xml")).equals(german)).toBe(true)

      const { url } = yield* start({ ...variables, ...unlimited })
      for (const search of ["Wunderliche Prüfkrankheit", "ubermutssyndrom", "Wunderliche Prufkrankeit"]) {
        const { data } = yield* read(`${url}/api/diseases?lang=de&search=${encodeURIComponent(search)}`)
        expect(data[0]).toMatchObject({ name: "Marfan syndrome", localName: "Wunderliche Prüfkrankheit" })
        expect(data[0].matchedOn.lang).toBe("de")
      }
      const { names, sources } = yield* read(`${url}/api/diseases/ORPHA:558?lang=de`)
      expect(names).toContainEqual({ lang: "de", name: "Übermutssyndrom" })
      expect(JSON.stringify(sources)).toContain("2026-01-02")
    })
  )

  it.scoped(
    "keeps releases of HPO unmodified, in place of earlier ones, and refuses what is broken or of another kind",
    () =>
      Effect.gen(function* () {
        const folder = yield* dataDir
        const kept = join(folder, "kept")
        const file = (name: string, bytes: string | Uint8Array) => {
          writeFileSync(join(folder, name), bytes)
          return join(folder, name)
        }
        const variables = { FILES_DIR: kept }
        const given = [file("hp.json", ontology), file("phenotype.hpoa", annotations)]
        const first = yield* imported(variables, "--json", ...given)
        expect(JSON.parse(first.stdout).files).toEqual([
          { name: "hp.json", holds: "10 phenotypes, release 2025-05-06" },
          { name: "phenotype.hpoa", holds: "3 annotated entries" }
        ])
        expect(readFileSync(join(kept, "hp.json"), "utf8")).toBe(ontology)
        yield* imported(variables, file("hp.json.gz", gzipSync(ontology)))
        expect(readdirSync(kept).sort()).toEqual(["hp.json.gz", "phenotype.hpoa"])

        const other = yield* imported(variables, file("other.json", '{"a": 1}'))
        expect(other.stderr).toBe(
          `rare-disease-community: ${join(folder, "other.json")}: it cannot be read ` +
            "(it is JSON, but not a whole hp.json of the Human Phenotype Ontology)\n"
        )
        // Of a folder other files are left out, but not a broken hp.json.
        const whole = join(folder, "whole")
        mkdirSync(whole)
        writeFileSync(join(whole, "hp.json"), ontology)
        writeFileSync(join(whole, "dev-cases.jsonl.gz"), gzipSync('{"a": 1}\n{"a": 2}\n'))
        writeFileSync(join(whole, "other.json"), '{"a": 1}')
        const ofFolder = yield* imported({ FILES_DIR: join(folder, "of-folder") }, "--json", whole)
        expect(JSON.parse(ofFolder.stdout).files).toEqual([
          { name: "hp.json", holds: "10 phenotypes, release 2025-05-06" }
        ])
        expect(ofFolder.stderr).toContain("other.json: not a file that can be imported: skipped")
        writeFileSync(join(whole, "hp.json"), '{"a": 1}')
        expect((yield* imported(variables, whole)).stderr).toContain("but not a whole hp.json")

        const below = join(folder, "hp.json", "files")
        expect((yield* imported({ FILES_DIR: below }, join(folder, "hp.json"))).stderr).toContain(
          `FILES_DIR ${below} cannot be written`
        )

        for (const bad of [file("hp.cut.json", ontology.slice(0, 100)), file("some.csv", "a,b"), "/nowhere/hp.json"]) {
          const { code, stderr } = yield* imported(variables, bad)
          expect([code, stderr.includes("\n    at ")], bad).toEqual([1, false])
        }
        expect(readdirSync(kept).sort()).toEqual(["hp.json.gz", "phenotype.hpoa"])
      })
  )
})
