import { describe, expect, it } from "@effect/vitest"
import { rangeAt, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { buildPhenotypes } from "../../src/build/BuildPhenotypes.ts"
import { type Annotations, readHpoAnnotations, readOntology, readOrphanetPhenotypes } from "../../src/build/HpoFiles.ts"
import { nameKinds, termOf, termsInsteadOf } from "../../src/PhenotypeData.ts"
import { annotations, data, files, id, names, ontology, term, wordFiles } from "../SmallOntology.ts"

describe("readOntology", () => {
  const { aliases, terms, version } = readOntology(ontology)

  it("takes what is below Phenotypic abnormality, and its release", () => {
    expect(version).toBe("2025-05-06")
    expect(terms.map(({ id }) => id)).toContain(1250)
    expect(terms.map(({ id }) => id)).not.toContain(5)
    expect(terms.map(({ label }) => label)).not.toContain("obsolete Fits")
  })

  it("knows what replaced alternative and obsolete ids", () => {
    expect([aliases.get(2279), aliases.get(9999)]).toEqual([1250, 1250])
    expect([term("HP:0002279"), term("HP:0009999"), termOf(data, 7777777)]).toEqual([
      term("HP:0001250"),
      term("HP:0001250"),
      undefined
    ])
  })
})

describe("termsInsteadOf", () => {
  it("finds the terms to consider instead of an id that was given up without a successor", () => {
    expect(termOf(data, 9885)).toBeUndefined()
    expect(termsInsteadOf(data, 9885)).toEqual([term("HP:0001250"), term("HP:0001166")])
    expect(termsInsteadOf(data, 1250)).toEqual([])
  })
})

describe("readHpoAnnotations", () => {
  const read: Annotations = new Map()
  readHpoAnnotations(annotations, read)

  const nothing = { class: null, observed: null, percent: null }
  const present = (code: string, term: number) => read.get(code)?.present.get(term)

  it("adds up the patients of several publications", () => {
    expect(present("OMIM:1", 1166)).toEqual({ ...nothing, observed: { count: 4, of: 8 } })
    expect(read.get("OMIM:1")?.publications.size).toBe(2)
  })

  it("reads terms, percentages and unknown frequencies", () => {
    expect(present("OMIM:1", 1083)).toEqual({ ...nothing, class: "frequent" })
    expect(present("OMIM:2", 2197)).toEqual({ ...nothing, percent: 90 })
    expect(present("OMIM:2", 252)).toEqual(nothing)
  })

  it("takes NOT and 0 of 7 for absent, and only phenotypes of OMIM and Orphanet", () => {
    expect(Array.from(read.get("OMIM:1")?.absent ?? [])).toEqual([[252, { ...nothing, observed: { count: 0, of: 7 } }]])
    expect(Array.from(read.get("OMIM:2")?.absent ?? [])).toEqual([[1083, { ...nothing, class: "excluded" }]])
    expect(present("OMIM:1", 5)).toBeUndefined()
    expect(read.has("DECIPHER:4")).toBe(false)
  })
})

describe("readOrphanetPhenotypes", () => {
  it("takes the most frequent of two classes of one sign, of which one is of a merged sign, and replaces what HPO says", () => {
    const read: Annotations = new Map()
    readHpoAnnotations("ORPHA:30\tname\t\tHP:0001250\tORPHA:30\tTAS\t\tHP:0040280\t\t\tP\tHPO", read)
    readOrphanetPhenotypes("orpha\thpo_id\tfrequency\n30\tHP:0002066\tfrequent\n30\tHP:0002066\tvery_frequent", read)
    expect(Array.from(read.get("ORPHA:30")?.present ?? [])).toEqual([
      [2066, { class: "very_frequent", observed: null, percent: null }]
    ])
  })
})

describe("buildPhenotypes", () => {
  it("makes nothing without the ontology or its annotations", () => {
    for (const missing of ["hp.v2025", "phenotype"]) {
      const rest = files.filter(({ name }) => !name.startsWith(missing))
      expect(buildPhenotypes(rest, wordFiles({}), "1")).toBeUndefined()
    }
  })

  it("names a phenotype as its own translation does, and finds it by those of ids that were merged into it", () => {
    const namesIn = (rows: ReadonlyArray<string>) => {
      const text = ["subject_id\tpredicate_id\ttranslation_value\ttranslation_status", ...rows].join("\n")
      const built = buildPhenotypes([...files, { name: "hp-es.babelon.tsv", text }], wordFiles({}), "1")
      if (built === undefined) throw new Error("the files make no phenotypes")
      const { names } = built
      const { from, to } = rangeAt(names.offsets, termOf(built, 1250) ?? 0)
      return Array.from({ length: to - from }, (_, place) => from + place)
        .filter((name) => built.languages[names.languages[name] ?? 0] === "es")
        .map((name) => `${nameKinds[names.kinds[name] ?? 0]}: ${textAt(names.texts, name)}`)
    }
    const merged = "HP:0002279\trdfs:label\tcrisis con feocromocitoma\tOFFICIAL"
    expect(namesIn([merged, "HP:0001250\trdfs:label\tcrisis\tOFFICIAL"])).toEqual([
      "synonym: crisis con feocromocitoma",
      "name: crisis"
    ])
    expect(namesIn([merged])).toEqual(["synonym: crisis con feocromocitoma"])
  })

  it("has Orphanet's entries instead of older ones, and the releases", () => {
    expect(data.versions).toEqual({ hpo: "2025-05-06", orphanet: "1.3.42" })
    const codes = Array.from(data.annotations.publications, (_, entry) => textAt(data.annotations.codes, entry))
    expect(codes).toEqual(["OMIM:1", "OMIM:2", "OMIM:3", "ORPHA:30"])
  })
})

describe("PhenotypeNames.search", () => {
  const first = (search: string) => names.search(search).map((found) => id(found.term))[0]

  it("finds names, synonyms, everyday and own words, beginnings, typing errors, and other languages", () => {
    for (const search of [
      "seizure",
      "FITS",
      "epileptic seiz",
      "seizurs",
      "Krampfanfall",
      "krampfanfal",
      "てんかん発作"
    ])
      expect(first(search), search).toBe("HP:0001250")
    for (const search of ["unsteady walk", "walks like a drunk", "gangataxie"]) expect(first(search)).toBe("HP:0002066")
  })

  it("finds nothing for other words, or for none", () => {
    for (const search of ["qwertyish", "", "!!!", "no not"]) expect(names.search(search)).toEqual([])
  })
})
