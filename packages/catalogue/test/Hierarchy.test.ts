import { describe, expect, it } from "@effect/vitest"
import { allAbove, membersAbove, nearestAbove, topologicalOrder } from "../src/Hierarchy.ts"

const parentsOf = (links: Readonly<Record<string, ReadonlyArray<string>>>) => new Map(Object.entries(links))

describe("Hierarchy", () => {
  it("ends every walk at a cycle", () => {
    const circle = parentsOf({ a: ["b"], b: ["c"], c: ["a"], d: ["d", "a"] })
    expect(nearestAbove(circle, "a", (id) => id === "x")).toEqual([])
    expect(Array.from(allAbove(circle, "a"))).toEqual(["b", "c"])
    expect(membersAbove(circle, "a", (id) => id !== "b")).toEqual(["c"])
    expect(membersAbove(circle, "d", () => true)).toEqual(["a"])
  })

  it("sorts ids topologically, and reports the links that close a cycle", () => {
    const { cyclic, order, parents } = topologicalOrder(
      ["a", "b", "c", "d"],
      parentsOf({ a: ["b"], b: ["c"], c: ["a"], d: ["a"] })
    )
    expect(cyclic).toEqual([["c", "a"]])
    expect(order).toEqual(["c", "b", "a", "d"])
    for (const [id, above] of parents)
      for (const one of above) expect(order.indexOf(one)).toBeLessThan(order.indexOf(id))
  })

  it("sorts a chain of thousands", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `n${String(index).padStart(5, "0")}`)
    const chain = new Map(ids.map((id, index) => [id, ids.slice(index + 1, index + 2)]))
    expect(topologicalOrder(ids, chain).order[0]).toBe(ids.at(-1))
  })
})
