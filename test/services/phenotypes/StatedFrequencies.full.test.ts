import { expect, it } from "@effect/vitest"
import { buildPhenotypes } from "@rare-disease-community/signs/build/BuildPhenotypes"
import { joinCatalogue } from "@rare-disease-community/signs/build/JoinCatalogue"
import { atOnce, wordFiles } from "../../../packages/signs/test/SmallOntology.ts"
import {
  hpoa,
  hpoJson,
  orphanetPhenotypes,
  saidByEntry,
  signsIn,
  textOf,
  untruthIn
} from "../../../packages/signs/test/SourceFiles.ts"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import { phenotypesOf } from "../../../src/services/phenotypes/DiseasePhenotypes.ts"

it("every statement about a sign of a disease of the catalogue is that of its source files", () => {
  const files = [
    { name: "hp.json", text: textOf(hpoJson) },
    { name: "phenotype.hpoa", text: textOf(hpoa) },
    { name: "orphanet-phenotypes.tsv", text: textOf(orphanetPhenotypes) }
  ]
  const data = buildPhenotypes(files, wordFiles({}), "1")
  if (data === undefined) throw new Error("the files make no phenotypes")
  const [, ...lines] = textOf("catalogue.ndjson.gz").trim().split("\n")
  const catalogue = lines.map((line, at) => {
    const codes: Readonly<Record<string, ReadonlyArray<string>>> = JSON.parse(line).codes
    return { id: DiseaseId.make(at + 1), codes: Object.values(codes).flat(), parentIds: [] }
  })
  const profiles = atOnce(joinCatalogue(data, catalogue))
  const said = saidByEntry()
  const known = new Set(Array.from(data.ids, (id) => `HP:${String(id).padStart(7, "0")}`))
  let statements = 0
  const untruths: Array<string> = []
  for (const { codes, id } of catalogue) {
    const stated = phenotypesOf(data, profiles, id)
    statements += stated.length
    untruths.push(...stated.flatMap((sign) => untruthIn(said, codes, sign) ?? []))
    const wanted = Array.from(signsIn(said, codes)).filter((sign) => known.has(sign))
    if (wanted.length !== stated.length || stated.some((sign) => !wanted.includes(sign.id)))
      untruths.push(`${codes.join()} has ${wanted.length} signs, and ${stated.length} are stated`)
  }
  expect(untruths.slice(0, 20)).toEqual([])
  expect(statements).toBeGreaterThan(200_000)
})
