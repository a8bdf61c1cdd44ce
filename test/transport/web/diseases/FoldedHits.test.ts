import { it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Option } from "effect"
import { h } from "preact"
import type { Disease } from "../../../../src/domain/diseases/Disease.ts"
import { DiseaseId } from "../../../../src/domain/Ids.ts"
import { renderFor } from "../../../../src/transport/web/Layout.tsx"
import { type Folded, foldedHits } from "../../../../src/transport/web/pages/phenotypes/FoldedHits.ts"
import { Hits } from "../../../../src/transport/web/pages/phenotypes/SignHits.tsx"
import type { WebRequest } from "../../../../src/transport/web/WebRequest.ts"
import { said } from "../../../support/languages/Said.ts"

const ofPublished = { frequency: null, frequencyClass: null, source: "", observed: null, observedSource: null }

const sign = (id: string, by: string) => ({ id, name: id, by, byName: by, ...ofPublished })

const [same, similar] = [sign("HP:1", "HP:1"), sign("HP:1", "HP:2")]

const disease = (id: number, match: typeof same, group?: number): Disease => ({
  id: DiseaseId.make(id),
  name: `disease ${id}`,
  synonyms: [],
  codes: {},
  categories: [],
  postCount: 0,
  matchedOn: Option.none(),
  matched: [match],
  ...(group === undefined
    ? {}
    : { group: { id: DiseaseId.make(group), name: `group ${group}`, forms: 2, postCount: 0 } })
})

const seen = (some: ReadonlyArray<Folded>): ReadonlyArray<unknown> =>
  some.map(({ group, hits }) => [group?.id, hits.map(({ disease, place }) => [disease.id, place])])

it("Folded hits: a group stays at the place of its first disease, which may be the group itself", () => {
  const named = [disease(1, similar, 1), disease(2, same), disease(3, similar, 1), disease(4, similar, 4)]
  deepStrictEqual(seen(foldedHits(named, true).shown), [
    [1, [[3, 3]]],
    [undefined, [[2, 2]]]
  ])
  deepStrictEqual(seen(foldedHits(named, true).similar), [[4, []]])
})

it("Folded hits: none is apart where no disease has the very sign, or where all are to be shown", () => {
  const others = [disease(1, similar), disease(2, similar)]
  deepStrictEqual(foldedHits(others, true).similar, [])
  deepStrictEqual(foldedHits([disease(1, same), ...others], false).similar, [])
  deepStrictEqual(seen(foldedHits([disease(3, same), ...others], true).similar), [
    [undefined, [[1, 2]]],
    [undefined, [[2, 3]]]
  ])
})

const shown = (data: ReadonlyArray<Disease>) => {
  const pagination = { page: 1, limit: 10, total: data.length, totalPages: 1, hasMore: false }
  const page = { data, pagination, categories: Option.none() }
  return renderFor(
    { language: "en", t: said("en") } as unknown as WebRequest,
    h("div", null, h(Hits, { isPrinted: false, page }))
  )
}

it("Hits: each disease has the number of its own place, also within a group that is before it", () => {
  const data = [disease(1, same, 1), disease(2, same), disease(3, same, 1), disease(4, same, 1)]
  deepStrictEqual(shown(data).match(/id="hit-\d+"/g), ['id="hit-3"', 'id="hit-4"', 'id="hit-2"'])
})

it("Hits: a group says how many of its forms are elsewhere only where some of them are in the list", () => {
  const isSaid = (data: ReadonlyArray<Disease>) => shown(data).includes("in this list")
  deepStrictEqual([isSaid([disease(1, same, 1), disease(2, same, 1)]), isSaid([disease(1, same, 1)])], [true, false])
})

it("Hits: no sign of a disease stands both under the matches and under what is only similar", () => {
  const twice = shown([{ ...disease(1, same), matched: [same, sign("HP:3", "HP:1")] }])
  deepStrictEqual([twice.includes("<dt>Matches"), twice.includes("<dt>Similar, but not the same")], [true, false])
  const apart = shown([{ ...disease(1, same), matched: [same, sign("HP:3", "HP:2")] }])
  deepStrictEqual(apart.includes("<dt>Similar, but not the same"), true)
})
