import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { joinCatalogue } from "../src/build/JoinCatalogue.ts"
import { diseasesWith, evidenceFor } from "../src/DiseaseProfiles.ts"
import { Term } from "../src/PhenotypeData.ts"
import { PhenotypeRanking } from "../src/PhenotypeRanking.ts"
import { atOnce, catalogue, data, id, profiles, term } from "./SmallOntology.ts"

const ranking = new PhenotypeRanking(data, profiles)
const all = { isWanted: (_: number) => true }
const signs = (present: ReadonlyArray<string>, absent: ReadonlyArray<string> = []) => ({
  present: present.map(term),
  absent: absent.map(term)
})
const ranked = (present: ReadonlyArray<string>, absent: ReadonlyArray<string> = [], options = all) =>
  atOnce(ranking.rank(signs(present, absent), 10, options))

describe("joinCatalogue", () => {
  it("joins annotated diseases by any of their codes, and leaves out the others", () => {
    expect(profiles.ids).toEqual([11, 12, 13])
    expect(profiles.entriesOf.map(({ length }) => length)).toEqual([1, 1, 2])
  })

  it("gives the same profiles with those of an earlier catalogue as without, of diseases that came, went and changed", () => {
    const [one, two, three] = catalogue
    const earlier = [
      { id: DiseaseId(10), codes: ["OMIM:3"], parentIds: [] },
      ...(one && two && three ? [{ ...one, codes: ["OMIM:2"] }, two, { ...three, codes: ["OMIM:3"] }] : [])
    ]
    expect(atOnce(joinCatalogue(data, catalogue, atOnce(joinCatalogue(data, earlier))))).toEqual(profiles)
    expect(atOnce(joinCatalogue(data, catalogue, profiles))).toEqual(profiles)
  })

  it("counts the diseases with a phenotype or a kind of it, each once", () => {
    expect(diseasesWith(data, profiles, term("HP:0001250"))).toBe(2)
    expect(diseasesWith(data, profiles, term("HP:0002066"))).toBe(1)
  })
})

describe("PhenotypeRanking.rank", () => {
  it("ranks first what is annotated with the signs, or with kinds of them", () => {
    expect(ranked(["HP:0001166", "HP:0001083"])[0]?.id).toBe(11)
    expect(ranked(["HP:0001250", "HP:0000252"])[0]?.id).toBe(12)
    expect(ranked(["HP:0002066"])[0]?.id).toBe(13)
  })

  it("scores from 0 to 1, falling", () => {
    const scores = ranked(["HP:0001250"]).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
  })

  it("ranks nothing without a sign that is there", () => expect(ranked([], ["HP:0001250"])).toEqual([]))

  it("ranks only the wanted diseases, and adds a bonus", () => {
    expect(ranked(["HP:0001250"], [], { isWanted: (wanted: number) => wanted === 13 }).map(({ id }) => id)).toEqual([
      13
    ])
    const bonus = { ...all, bonus: (wanted: number) => (wanted === 11 ? 1_000 : 0) }
    expect(ranked(["HP:0001250", "HP:0001083"], [], bonus)[0]?.id).toBe(11)
    expect(ranked(["HP:0001250"], [], bonus).map(({ id }) => id)).not.toContain(11)
  })

  it("prefers what has all of few signs to a better known disease that has one", () => {
    const first = (areFew: boolean, bonus: number) => {
      const options = { ...all, areFew, bonus: (id: number) => (id === 13 ? bonus : 0) }
      return ranked(["HP:0001250", "HP:0000252"], [], options)[0]?.id
    }
    expect(first(false, 6)).toBe(13)
    expect(first(true, 6)).toBe(12)
  })

  it("lowers a disease that has an absent sign", () => {
    const scoreOf = (absent: ReadonlyArray<string>) =>
      ranked(["HP:0001166", "HP:0002066"], absent).find(({ id }) => id === 11)?.score ?? 0
    expect(scoreOf(["HP:0001083"])).toBeLessThan(scoreOf([]))
  })
})

describe("evidenceFor", () => {
  it("reads what is above a phenotype once for all signs, not for each of them", () => {
    let read = 0
    const offsets = new Proxy(data.ancestors.offsets, {
      get: (target, name) => {
        if (typeof name === "string" && /^\d+$/.test(name)) read++
        return Reflect.get(target, name)
      }
    })
    const counted = { ...data, ancestors: { ...data.ancestors, offsets } }
    const present = Array.from(data.ids, (_, place) => Term(place))
    const evidence = evidenceFor(counted, profiles, { present, absent: [] })
    for (const disease of [11, 12, 13]) evidence(disease)
    // Two offsets for each list: of each sign three times, and of each annotation for signs that are there and that are absent.
    expect(read).toBeLessThanOrEqual(2 * 5 * present.length)
  })

  it("names the annotation of each match, with its frequency and entry", () => {
    const { codes, matched } = evidenceFor(data, profiles, signs(["HP:0001250"]))(12)
    expect(matched.map(({ by, term }) => [id(term), id(by.term), by.percent, by.source])).toEqual([
      ["HP:0001250", "HP:0002197", 90, "OMIM:2"]
    ])
    expect(codes).toEqual(["OMIM:2"])
  })

  it("quotes Orphanet's class of a sign where HPO has counts of it", () => {
    const [match] = evidenceFor(data, profiles, signs(["HP:0002066"]))(13).matched
    expect([match?.by.class, match?.by.source]).toEqual(["very_frequent", "ORPHA:30"])
    expect([match?.by.observed, match?.by.observedSource]).toEqual([{ count: 1, of: 2 }, "OMIM:3"])
  })

  it("names absent signs that the disease has, and signs that patients with it did not have", () => {
    const against = (present: ReadonlyArray<string>, absent: ReadonlyArray<string>, disease: number) =>
      evidenceFor(data, profiles, signs(present, absent))(disease).against.map(({ by, term }) => [id(term), by.source])
    expect(against(["HP:0001166"], ["HP:0001083"], 11)).toEqual([["HP:0001083", "OMIM:1"]])
    expect(against(["HP:0000252"], [], 11)).toEqual([["HP:0000252", "OMIM:1"]])
    expect(against(["HP:0001083"], [], 12)).toEqual([["HP:0001083", "OMIM:2"]])
  })
})
