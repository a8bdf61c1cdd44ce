import { expect, it } from "@effect/vitest"
import { isOneErrorApart, ranked, searchableOf } from "../../src/memory/DiseaseRanking.ts"

interface Given {
  readonly synonyms?: ReadonlyArray<string>
  readonly abbreviations?: ReadonlyArray<string>
  readonly orpha?: string
  readonly gard?: string
}

const disease = (id: number, name: string, { abbreviations = [], gard, orpha, synonyms = [] }: Given = {}) => ({
  id,
  name,
  searchable: searchableOf({
    name,
    synonyms,
    abbreviations,
    codes: { ...(orpha === undefined ? {} : { orpha: [orpha] }), ...(gard === undefined ? {} : { gard: [gard] }) }
  })
})

const marfan = disease(1, "Marfan syndrome", { abbreviations: ["MFS"], orpha: "ORPHA:558" })
const loeysDietz = disease(2, "Loeys-Dietz syndrome", { synonyms: ["Marfan syndrome type 2"], orpha: "ORPHA:60030" })
const sjogren = disease(3, "Sjögren syndrome", { gard: "GARD:0010252" })
const als = disease(4, "Amyotrophic lateral sclerosis", { synonyms: ["Charcot disease"], abbreviations: ["ALS"] })
const sma = disease(5, "Spinal muscular atrophy", { abbreviations: ["SMA"] })
const dystrophy = disease(6, "Duchenne muscular dystrophy", { abbreviations: ["DMD"] })
const all = [dystrophy, sma, als, sjogren, loeysDietz, marfan]

const found = (search: string, diseases = all) => ranked(search, diseases).map((result) => result.disease.name)
const matchedOn = (search: string) => ranked(search, all).map((result) => result.match.matchedOn)

it("puts a whole name before the beginning of one, and that before a word inside", () => {
  const short = disease(7, "Marfan")
  const inside = disease(8, "Neonatal Marfan disorder")
  expect(found("marfan", [inside, marfan, short])).toEqual(["Marfan", "Marfan syndrome", "Neonatal Marfan disorder"])
})

it("puts a name before a synonym, and says which matched", () => {
  expect(matchedOn("marfan syn")).toEqual([
    { field: "name", text: "Marfan syndrome" },
    { field: "synonym", text: "Marfan syndrome type 2" }
  ])
})

it("finds a code however it is written, and its bare number without leading zeros", () => {
  for (const typed of ["ORPHA:558", "orphanet 558", "orpha558", "558"]) {
    expect(ranked(typed, all)[0]).toMatchObject({
      disease: { id: 1 },
      match: { matchedOn: { field: "code", text: "ORPHA:558" } }
    })
  }
  expect(found("0010252")).toEqual(["Sjögren syndrome"])
  expect(found("55")).toEqual([])
})

it("finds every word of the search in any order, whole or begun", () => {
  expect(found("atrophy musc")).toEqual(["Spinal muscular atrophy"])
  expect(found("dietz loeys")).toEqual(["Loeys-Dietz syndrome"])
})

it("finds whatever the case, the accents and the spaces", () => {
  expect(found("  SJOGREN   Syndrome ")[0]).toBe("Sjögren syndrome")
})

it("finds what was typed with one error: a letter changed, missing, added or swapped", () => {
  for (const typed of ["mardan", "marfn", "marrfan", "mafran"]) expect(found(typed)).toContain("Marfan syndrome")
  expect(found("duchene muscular distrophy")[0]).toBe("Duchenne muscular dystrophy")
})

it("looks for no error in short names and words, of which it would leave too little", () => {
  expect(found("asl")).toEqual([])
})

it("lists a disease once, on its best match", () => {
  expect(matchedOn("als")).toEqual([{ field: "abbreviation", text: "ALS" }])
  expect(found("charcot")).toEqual(["Amyotrophic lateral sclerosis"])
})

it("orders equals by likeness and then by name, code point by code point", () => {
  const [b, a, z] = [disease(9, "Syndrome B"), disease(10, "Syndrome a"), disease(11, "Syndrome zeta")]
  expect(found("syndrome", [z, b, a])).toEqual(["Syndrome a", "Syndrome B", "Syndrome zeta"])
})

it("finds nothing for what folds to nothing, or holds no word", () => {
  expect(found("   ")).toEqual([])
  expect(found("--")).toEqual([])
})

it("tells one error from two", () => {
  const apart = (one: string, other: string) => isOneErrorApart([...one], [...other])
  expect(apart("marfan", "marfan")).toBe(true)
  expect(apart("abcd", "abdc")).toBe(true)
  expect(apart("abcd", "bacd")).toBe(true)
  expect(apart("abcd", "abc")).toBe(true)
  expect(apart("abcd", "badc")).toBe(false)
  expect(apart("abcd", "cbad")).toBe(false)
  expect(apart("abx", "abyz")).toBe(false)
  expect(apart("abcd", "ab")).toBe(false)
})
