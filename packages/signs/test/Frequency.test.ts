import { describe, expect, it } from "@effect/vitest"
import { classOf, countsOf, type FrequencyFact, frequencyText, percentOf, statementOf } from "../src/Frequency.ts"

const nothing: FrequencyFact = { class: null, observed: null, percent: null }
const counted = (count: number, of: number): FrequencyFact => ({ ...nothing, observed: { count, of } })
const row = (found: number, all: number, references: ReadonlyArray<string>, sex = "") => ({
  found,
  all,
  references,
  sex
})

describe("countsOf", () => {
  it("adds up distinct publications, also those that did not find the sign", () =>
    expect(countsOf([row(1, 2, ["PMID:1"]), row(0, 7, ["PMID:2"]), row(3, 3, ["PMID:3"])])).toEqual({
      count: 4,
      of: 12
    }))

  it("counts the people of one publication once, and men and women apart", () => {
    expect(countsOf([row(2, 3, ["PMID:1"]), row(4, 5, ["PMID:2", "PMID:1"])])).toEqual({ count: 4, of: 5 })
    expect(countsOf([row(1, 7, ["PMID:1"]), row(0, 15, ["PMID:1"])])).toEqual({ count: 1, of: 7 })
    const bySex = [row(2, 5, ["PMID:1"], "MALE"), row(12, 38, ["PMID:1"], "FEMALE")]
    expect(countsOf(bySex)).toEqual({ count: 14, of: 43 })
  })
})

describe("statementOf", () => {
  const [orphanet, hpo] = ["ORPHA:1", "OMIM:1"]

  it("takes Orphanet's class before HPO's class, and both before counts", () => {
    const facts = [
      { ...counted(30, 30), code: "OMIM:2" },
      { ...nothing, class: "obligate" as const, code: hpo },
      { ...nothing, class: "occasional" as const, code: orphanet },
      { ...nothing, class: "very_frequent" as const, code: "ORPHA:2" }
    ] as const
    expect(statementOf(facts)).toEqual({
      class: "occasional",
      observed: { count: 30, of: 30 },
      percent: null,
      source: orphanet,
      observedSource: "OMIM:2"
    })
    expect(statementOf([facts[0], facts[1]])).toMatchObject({ class: "obligate", source: hpo })
  })

  it("takes the counts with the most people, not those with the greatest share", () =>
    expect(
      statementOf([
        { ...counted(2, 2), code: hpo },
        { ...counted(3, 9), code: "OMIM:2" }
      ])
    ).toMatchObject({ class: null, observed: { count: 3, of: 9 }, source: "OMIM:2" }))
})

describe("frequencyText", () => {
  it("says classes in words, counts as counts, and a percentage as about that", () => {
    expect(frequencyText({ ...nothing, class: "frequent" })).toBe("frequent (30-79 %)")
    expect(frequencyText({ ...counted(1, 1), class: "frequent" })).toBe("frequent (30-79 %)")
    expect(frequencyText(counted(2, 2))).toBe("seen in 2 of 2 people described")
    expect(frequencyText({ ...nothing, percent: 12 })).toBe("occasional (about 12 %)")
    expect(frequencyText(nothing)).toBeNull()
  })

  it("adds the people to a class where 20 or more had the sign less than half as often", () => {
    const both = "very frequent (80-99 %), but seen in 2 of 137 people described"
    expect(frequencyText({ ...counted(2, 137), class: "very_frequent" })).toBe(both)
    expect(frequencyText({ ...counted(49, 100), class: "obligate" })).toContain("but seen in 49 of 100")
    for (const fact of [counted(2, 19), counted(55, 137)])
      expect(frequencyText({ ...fact, class: "very_frequent" })).toBe("very frequent (80-99 %)")
    expect(frequencyText({ ...counted(0, 50), class: "very_rare" })).toBe("very rare (1-4 %)")
  })

  it("says always only for the class of that name", () => {
    expect(frequencyText({ ...nothing, class: "obligate" })).toBe("always (100 %)")
    for (const fact of [counted(1, 1), counted(400, 400), { ...nothing, percent: 100 }]) {
      expect(frequencyText(fact)).not.toContain("always")
      expect(classOf(fact)).not.toBe("obligate")
    }
  })
})

describe("percentOf", () => {
  it("takes few people for weak evidence", () => {
    const shares = [counted(1, 1), counted(2, 2), counted(5, 5), counted(50, 50)].map(percentOf)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares[0]).toBeLessThan(70)
    expect(shares[3]).toBeGreaterThan(95)
    expect(percentOf(counted(0, 2))).toBeGreaterThan(percentOf(counted(0, 40)))
  })
})
