import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type MergedCatalogue, mergeSources } from "../src/Merge.ts"
import { SourceFacts } from "../src/SourceFacts.ts"
import { byKey, mergedOf } from "./Fixtures.ts"

const mondo = [
  "mondo_subsets.csv",
  "class-stats.tsv",
  "new-rare-diseases.tsv",
  "mondo-rare_edges.tsv",
  "mondo_exactmatch_orphanet.sssom.tsv",
  "mondo_exactmatch_icd10who.sssom.tsv",
  "mondo_exactmatch_mesh.sssom.tsv",
  "mondo_exactmatch_doid.sssom.tsv",
  "mondo_hasdbxref_gard.sssom.tsv",
  "mondo_hasdbxref_orphanet.sssom.tsv"
]
const xml = ["en_product1.xml", "en_product3_1.xml", "en_product6.xml", "en_product7.xml", "en_product9_ages.xml"]
const all = [...mondo, ...xml, "en_product9_prev.xml", "doid.obo", "orphadata_epidemiology.csv"]

const conflicts = ({ conflicts }: MergedCatalogue, kind: string) =>
  conflicts.filter((conflict) => conflict.kind === kind).map(({ about }) => about)

describe("mergeSources", () => {
  it.effect("includes each rare disease of Mondo once, without obsolete ones and those without a label", () =>
    Effect.gen(function* () {
      const merged = yield* mergedOf(...all)
      expect(merged.diseases.map(({ key }) => key)).toEqual([
        "MONDO:9000001",
        "MONDO:9000002",
        "MONDO:9000004",
        "MONDO:9000006"
      ])
      expect(conflicts(merged, "obsolete")).toEqual(["MONDO:9000003"])
      expect(conflicts(merged, "no label")).toEqual(["MONDO:9000007"])
    })
  )

  it.effect("gives a disease all facts about its codes", () =>
    Effect.gen(function* () {
      const merged = yield* mergedOf(...all)
      expect(yield* byKey(merged, "MONDO:9000001")).toEqual({
        key: "MONDO:9000001",
        name: "Amber syndrome",
        synonyms: [
          "Amber disease",
          "Amber skin",
          "Böök amber & honey disease",
          "Honey-coloured skin disease",
          "Amber retardation",
          "Amber-like dwarfism"
        ],
        abbreviations: ["AMBS", "AHSD"],
        codes: {
          orpha: ["ORPHA:900001"],
          omim: ["OMIM:900100"],
          mondo: ["MONDO:9000001"],
          gard: ["GARD:0000042"],
          icd11: ["ICD11:LD24.61"],
          mesh: ["MESH:D900001"],
          doid: ["DOID:9000"]
        },
        retiredCodes: ["DOID:8999", "MONDO:9000005", "ORPHA:900009"],
        categories: ["Rare skin disease"],
        description: "An invented disorder of amber skin.",
        parents: [],
        onset: ["Neonatal", "Childhood"],
        inheritance: ["Autosomal recessive"],
        prevalence: [
          { type: "Point prevalence", class: "1-9 / 100 000", value: 2.5, region: "Worldwide", validated: true },
          { type: "Prevalence at birth", class: "<1 / 1 000 000", value: null, region: "France", validated: true },
          { type: "Cases/families", class: null, value: 4, region: "Worldwide", validated: true },
          { type: "Point prevalence", class: "<1 / 1 000 000", value: null, region: "Europe", validated: false }
        ],
        genes: [
          { symbol: "AMB1", name: "amber synthase 1", association: "Disease-causing germline mutation(s) in" },
          { symbol: "HNYR", name: "honey receptor", association: "Candidate gene tested in" }
        ],
        prominence: expect.any(Number),
        sources: [
          expect.objectContaining({ name: "Mondo Disease Ontology", licence: "CC BY 4.0", version: "2026-08-04" }),
          expect.objectContaining({ name: "Orphadata Science", licence: "CC BY 4.0", version: "December 2024" }),
          expect.objectContaining({ name: "Human Disease Ontology", licence: "CC0", version: "2026-07-31" })
        ]
      })
    })
  )

  it.effect("attributes each disease as the licences of its sources demand", () =>
    Effect.gen(function* () {
      const { sources } = yield* byKey(yield* mergedOf(...all), "MONDO:9000001")
      const [first, second, third] = sources.map(({ attribution }) => attribution)
      expect(first).toMatch(
        /^Mondo Disease Ontology, Monarch Initiative, CC BY 4\.0 \(https:\/\/mondo\.monarchinitiative\.org\)\. .*changed/
      )
      expect(second).toMatch(
        /^Orphadata Science: Free access data from Orphanet\. \(c\) INSERM 1999\. Available on https:\/\/www\.orphadata\.com\. Data version: December 2024\. CC BY 4\.0\. .*modified/
      )
      expect(third).toMatch(/^Human Disease Ontology, release 2026-07-31/)
    })
  )

  it.effect("gives the same from Orphadata's tables as from its XML", () =>
    Effect.gen(function* () {
      const tables = yield* mergedOf(...mondo, "orphadata_specialties.csv")
      const products = yield* mergedOf(...mondo, "en_product7.xml")
      expect((yield* byKey(tables, "MONDO:9000001")).categories).toEqual(["Rare skin disease"])
      expect(yield* byKey(tables, "MONDO:9000001")).toEqual(yield* byKey(products, "MONDO:9000001"))
    })
  )

  it.effect("accepts codes of exactly the same disease only, and no ranges", () =>
    Effect.gen(function* () {
      const merged = yield* mergedOf(...all)
      expect((yield* byKey(merged, "MONDO:9000002")).codes).toEqual({ mondo: ["MONDO:9000002"] })
      expect((yield* byKey(merged, "MONDO:9000004")).codes.icd10).toEqual(["ICD10:E83.0"])
      expect((yield* byKey(merged, "MONDO:9000001")).codes.icd10).toBeUndefined()
      expect(conflicts(merged, "code of another")).toEqual(["ICD10:E83.0"])
    })
  )

  it.effect("gives a disease no name of another disease", () =>
    Effect.gen(function* () {
      const merged = yield* mergedOf(...all)
      expect((yield* byKey(merged, "MONDO:9000004")).synonyms).toEqual([])
      expect(new Set(conflicts(merged, "name of another"))).toEqual(new Set(["MONDO:9000004"]))
      expect(conflicts(merged, "label differs")).toEqual(["MONDO:9000001", "MONDO:9000006"])
    })
  )

  it.effect("puts a disease under its nearest ancestors in the catalogue", () =>
    Effect.gen(function* () {
      const merged = yield* mergedOf(...all)
      expect(yield* byKey(merged, "MONDO:9000002")).toMatchObject({
        parents: ["MONDO:9000001"],
        categories: ["Rare skin disease"]
      })
      expect(yield* byKey(merged, "MONDO:9000006")).toMatchObject({
        parents: [],
        categories: ["Rare neurologic disease"]
      })
      const alone = yield* mergedOf("mondo_subsets.csv", "class-stats.tsv")
      expect(new Set(alone.diseases.flatMap(({ categories }) => categories))).toEqual(new Set(["Unclassified"]))
    })
  )

  it.effect("uses Orphanet's classification for a disease without a parent in Mondo", () =>
    Effect.gen(function* () {
      expect((yield* byKey(yield* mergedOf(...all), "MONDO:9000004")).parents).toEqual(["MONDO:9000001"])
    })
  )

  it.effect("removes the quotes of tables and keeps those of names", () =>
    Effect.gen(function* () {
      const { abbreviations, name, synonyms } = yield* byKey(yield* mergedOf(...all), "MONDO:9000006")
      expect(name).toBe('Dimness, "grey" type')
      expect(synonyms).toEqual(["Dimness, grey type", 'Dimness (formerly "fog")', "Dimness of Böök"])
      expect(abbreviations).toEqual(["DGT"])
    })
  )

  it.effect("merges mondo.obo without other files too", () =>
    Effect.gen(function* () {
      const merged = yield* mergedOf("mondo.obo")
      expect(merged.diseases.map(({ key }) => key)).toEqual(["MONDO:9100001", "MONDO:9100002"])
      expect(yield* byKey(merged, "MONDO:9100001")).toMatchObject({
        name: "Ember syndrome",
        synonyms: ["Ember disease"],
        abbreviations: ["EMBS"],
        codes: { orpha: ["ORPHA:910001"], mondo: ["MONDO:9100001"], gard: ["GARD:0000077"] },
        retiredCodes: ["MONDO:9100009"],
        description: "An invented disorder."
      })
      expect(yield* byKey(merged, "MONDO:9100002")).toMatchObject({
        parents: ["MONDO:9100001"],
        retiredCodes: ["MONDO:9100003"]
      })
    })
  )

  it("gives a disease the codes of an obsolete term that it replaces, and those that only its name still has", () => {
    const facts = new SourceFacts()
    const mapping = (id: string, code: string, exact: boolean, label: string) =>
      facts.add({ kind: "mapping", id, subject: "", code, exact, label })
    for (const [id, label] of [
      ["MONDO:0000001", "ember dysplasia"],
      ["MONDO:0000002", "obsolete ember dysplasia"],
      ["MONDO:0000003", "cinder syndrome"]
    ] as const)
      facts.add({ kind: "label", id, label })
    for (const id of ["MONDO:0000001", "MONDO:0000003"]) facts.add({ kind: "rare", id })
    mapping("MONDO:0000002", "OMIM:300001", true, "")
    mapping("MONDO:0000001", "Orphanet:70001", false, "Ember dysplasia")
    mapping("MONDO:0000001", "Orphanet:70002", false, "Ash dysplasia")
    mapping("MONDO:0000001", "Orphanet:70003", false, "Ember dysplasia")
    mapping("MONDO:0000003", "Orphanet:70003", true, "Cinder syndrome")
    const retired = new Map(mergeSources(facts).diseases.map(({ key, retiredCodes }) => [key, retiredCodes]))
    expect(retired.get("MONDO:0000001")).toEqual(["MONDO:0000002", "OMIM:300001", "ORPHA:70001"])
    expect(retired.get("MONDO:0000003")).toEqual([])
  })

  it("gives an ORPHAcode without a disease to the one disease of its name, which has none", () => {
    const facts = new SourceFacts()
    const labels = ["ember dysplasia", "cinder syndrome", "ash syndrome", "ash syndrome"]
    for (const [at, label] of labels.entries()) {
      facts.add({ kind: "label", id: `MONDO:000000${at}`, label })
      facts.add({ kind: "rare", id: `MONDO:000000${at}` })
    }
    const codes = {
      "1": "Ember dysplasia",
      "2": "Cinder syndrome",
      "3": "Cinder syndrome of adults",
      "4": "Ash syndrome"
    }
    for (const [orpha, name] of Object.entries(codes)) {
      facts.add({ kind: "specialty", orpha, name, specialty: "" })
      facts.add({ kind: "gene", orpha, gene: { symbol: `GENE${orpha}`, name: "", association: "causes" } })
    }
    facts.add({ kind: "mapping", id: "MONDO:0000001", subject: "", code: "Orphanet:3", exact: true, label: "" })
    const merged = new Map(
      mergeSources(facts).diseases.map(({ codes, genes, key }) => [
        key,
        [codes.orpha, genes.map(({ symbol }) => symbol)]
      ])
    )
    expect(merged.get("MONDO:0000000")).toEqual([["ORPHA:1"], ["GENE1"]])
    expect(merged.get("MONDO:0000001")).toEqual([["ORPHA:3"], ["GENE3"]])
    expect(merged.get("MONDO:0000002")).toEqual([undefined, []])
  })

  it.effect("is empty without Mondo's list of rare diseases, and the same for any order of the files", () =>
    Effect.gen(function* () {
      expect((yield* mergedOf(...all.slice(1))).diseases).toEqual([])
      expect((yield* mergedOf(...all.toReversed())).diseases).toEqual((yield* mergedOf(...all)).diseases)
      expect((yield* mergedOf(...all, ...mondo)).diseases).toEqual((yield* mergedOf(...all)).diseases)
    })
  )
})
