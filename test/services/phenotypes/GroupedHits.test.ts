import { describe, expect, it } from "@effect/vitest"
import { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import { withFirstGroups, withGroups } from "../../../src/services/phenotypes/GroupedHits.ts"

const names = [
  ...["Blister disease", "Blister disease 1", "Blister disease 2", "Blister disease 3", "Another", "A third"],
  ...["A fourth", "Spot disease", "Spot disease 1", "Spot disease 2", "Spot disease 3"]
]

/** The group of a disease: the first of the next three, of which the last is the commonest, and the eighth. */
const groupOf = (at: number) => (at >= 1 && at <= 3 ? [DiseaseId.make(1)] : at >= 8 ? [DiseaseId.make(8)] : [])

const perMillion: Readonly<Record<number, number>> = { 3: 9, 8: 300, 9: 20 }

const index = new DiseaseIndex()
for (const [at, name] of names.entries())
  index.put({
    id: DiseaseId.make(at + 1),
    retired: false,
    name,
    synonyms: [],
    abbreviations: [],
    codes: [],
    retiredCodes: [],
    categoryIds: [],
    parentIds: groupOf(at),
    description: null,
    genes: [],
    otherGenes: [],
    prominence: 0,
    perMillion: perMillion[at] ?? null
  })

const grouped = (scores: Readonly<Record<number, number>>, putsGroups: boolean, isWanted = () => true) => {
  const hits = Object.entries(scores).map(([id, score]) => ({ id: DiseaseId.make(Number(id)), score }))
  const sorted = hits.sort((one, other) => other.score - one.score)
  const reading = withGroups(sorted, { index, isWanted, putsGroups })
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

const idsOf = (hits: ReturnType<typeof grouped>) => hits.map(({ id }) => Number(id))

describe("withGroups", () => {
  const fitting = { 5: 1, 2: 0.9, 6: 0.87, 3: 0.85, 4: 0.82 }

  it("puts a group of three fitting forms before its commonest form and the others, never first", () => {
    const hits = grouped(fitting, true)
    expect(idsOf(hits)).toEqual([5, 1, 4, 2, 6, 3])
    expect(hits[1]).toMatchObject({ group: { id: 1, forms: 3 }, bestForm: 4 })
    expect(idsOf(grouped({ 2: 1, 3: 0.95, 4: 0.92 }, true))).toEqual([2, 1, 4, 3])
  })

  it("takes the commonest of the forms that fit best, not one that has fewer of the signs", () => {
    const hits = grouped({ 5: 1, 2: 0.9, 3: 0.7, 4: 0.6 }, true)
    expect(hits[1]).toMatchObject({ id: 1, bestForm: 2 })
  })

  it("puts no group of which nearly all people have one form: both would be one result", () => {
    expect(idsOf(grouped({ 7: 1, 9: 0.9, 10: 0.8, 11: 0.7 }, true))).toEqual([7, 9, 10, 11])
    expect(idsOf(grouped({ 7: 1, 10: 0.9, 11: 0.8, 9: 0.7 }, true))).toEqual([7, 8, 10, 11, 9])
  })

  it("puts no group whose commonest form is the first hit, which names it", () => {
    const hits = grouped({ 4: 1, 2: 0.9, 3: 0.8 }, true)
    expect(idsOf(hits)).toEqual([4, 2, 3])
    expect(hits[0]?.group).toEqual({ id: 1, forms: 3 })
  })

  it("names the group of each fitting form, and leaves the order as it is, where groups are not to be put", () => {
    const hits = grouped(fitting, false)
    expect(idsOf(hits)).toEqual([5, 2, 6, 3, 4])
    expect(hits.map(({ group }) => group?.forms)).toEqual([undefined, 3, undefined, 3, 3])
  })

  it("counts no form with less than half the score of the first, and puts no group of two", () => {
    const hits = grouped({ 5: 1, 2: 0.9, 3: 0.7, 4: 0.4 }, true)
    expect(idsOf(hits)).toEqual([5, 2, 3, 4])
    expect(hits.map(({ group }) => group?.forms)).toEqual([undefined, 2, 2, undefined])
  })

  it("moves a group that is a hit itself, once, and puts none that is not wanted", () => {
    expect(idsOf(grouped({ ...fitting, 1: 0.55 }, true))).toEqual([5, 1, 4, 2, 6, 3])
    expect(idsOf(grouped(fitting, true, () => false))).toEqual([5, 2, 6, 3, 4])
  })
})

describe("withFirstGroups", () => {
  const hits = grouped({ 5: 1, 2: 0.9, 6: 0.87, 3: 0.85, 4: 0.82 }, true)
  const isCounted = (id: number) => (hit: { readonly id: number }) => hit.id === id

  it("puts groups before the hits above them of which nobody counted how many have the sign", () => {
    const put = withFirstGroups(hits, new Set([DiseaseId.make(1)]), isCounted(4))
    expect(idsOf(put)).toEqual([1, 5, 4, 2, 6, 3])
    expect(put.map(({ score }) => score)).toEqual(put.map(({ score }) => score).toSorted((one, other) => other - one))
  })

  it("leaves counted hits where they are, and all of them where no group is to come first", () => {
    expect(withFirstGroups(hits, new Set([DiseaseId.make(1)]), isCounted(5))).toEqual(hits)
    expect(withFirstGroups(hits, new Set(), isCounted(4))).toEqual(hits)
  })
})
