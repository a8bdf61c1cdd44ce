import { describe, expect, it } from "vitest"
import { countOf, HashedIds, type Ids, idsOf, withId, withoutId } from "../src/IndexedIds.ts"

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

describe("HashedIds", () => {
  it("has the ids of a key, rising, and none of an unknown one", () => {
    const ids = new HashedIds()
    for (const id of [7, 0, 3]) ids.add("marfan", id)
    ids.add("mucolipidosis", 4)
    expect([ids.at("marfan"), ids.at("mucolipidosis"), ids.at("fabry")]).toEqual([[0, 3, 7], [4], []])
  })

  it("has the ids of other keys with the same hash", () => {
    const ids = new HashedIds()
    ids.add("costarring", 1)
    ids.add("liquid", 2) // FNV-1a has one hash for both.
    expect(ids.at("liquid")).toEqual([1, 2])
  })

  it("removes an id of a key once, and finds those behind it", () => {
    const ids = new HashedIds()
    for (const id of [1, 2, 2, 3]) ids.add("marfan", id)
    ids.remove("marfan", 1)
    ids.remove("marfan", 2)
    ids.remove("marfan", 9)
    ids.remove("fabry", 3)
    expect(ids.at("marfan")).toEqual([2, 3])
  })

  it("grows, and does not grow by ids that come and go", () => {
    const ids = new HashedIds()
    const keys = Array.from({ length: 5_000 }, (_, id) => `key ${id}`)
    for (const [id, key] of keys.entries()) ids.add(key, id)
    for (let round = 0; round < 20; round++)
      for (const [id, key] of keys.entries()) {
        ids.remove(key, id)
        ids.add(key, id)
      }
    expect(keys.every((key, id) => ids.at(key).includes(id))).toBe(true)
    expect(keys.flatMap((key) => ids.at(key)).length).toBe(5_000)
  })
})
