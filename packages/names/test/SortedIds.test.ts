import { describe, expect, it } from "vitest"
import { countOf, type Ids, idsOf, withId, withoutId } from "../src/SortedIds.ts"

const of = (...ids: ReadonlyArray<number>) => ids.reduce<Ids | undefined>(withId, undefined)

describe("Rising ids", () => {
  it.each([[[]], [[0]], [[4, 2]], [[3, 1, 2]]])("have each added id, in order: %j", (added) => {
    const ids = of(...added)
    expect([idsOf(ids), countOf(ids)]).toEqual([added.toSorted(), added.length])
  })

  it("lose an id of several, one alone, and none that they lack", () => {
    expect(idsOf(withoutId(of(5, 6, 7), 6))).toEqual([5, 7])
    expect(idsOf(withoutId(of(5), 5))).toEqual([])
    expect(idsOf(withoutId(of(5), 6))).toEqual([5])
    expect(idsOf(withoutId(undefined, 6))).toEqual([])
  })

  it("have an id again that was removed", () => {
    expect(idsOf(withId(withoutId(of(5), 5), 9))).toEqual([9])
  })
})
