import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { LeastRecent } from "../../src/services/LeastRecent.ts"

/** Keeps up to a weight of 10, and the keys that were dropped. */
const ten = () => {
  const dropped: Array<string> = []
  const kept = new LeastRecent<string, number>(10, (key) => void dropped.push(key))
  return { dropped, kept }
}

describe("What is kept for a while", () => {
  it("goes in the order in which it came, when there is no more room", () => {
    const { dropped, kept } = ten()
    for (const [index, key] of ["a", "b", "c", "d"].entries()) kept.set(key, index, 4)
    deepStrictEqual([dropped, kept.weight], [["a", "b"], 8])
    deepStrictEqual(
      ["a", "b", "c", "d"].map((key) => kept.get(key)),
      [undefined, undefined, 2, 3]
    )
  })

  it("is what was set last, though all others were used", () => {
    const kept = new LeastRecent<string, number>(3)
    for (const key of ["a", "b", "c"]) {
      kept.set(key, 0, 1)
      kept.get(key)
    }
    kept.set("new", 1, 1)
    strictEqual(kept.get("new"), 1)
    strictEqual(["a", "b", "c"].filter((key) => kept.get(key) !== undefined).length, 2)
  })

  it("stays as long as it is used more than others", () => {
    const { dropped, kept } = ten()
    kept.set("used", 0, 4)
    for (let index = 0; index < 5; index++) {
      strictEqual(kept.get("used"), 0)
      kept.set(`once ${index}`, index, 4)
    }
    deepStrictEqual(dropped, ["once 0", "once 1", "once 2", "once 3"])
  })

  it("is told of when it goes, whether it is outweighed, replaced or deleted", () => {
    const { dropped, kept } = ten()
    kept.set("a", 1, 3)
    kept.set("a", 2, 5)
    kept.set("b", 3, 5)
    strictEqual(kept.delete("a"), true)
    strictEqual(kept.delete("a"), false)
    deepStrictEqual([dropped, kept.weight, kept.get("b")], [["a", "a"], 5, 3])
  })

  it("is not what weighs more than everything may, which leaves the others and not the one before it", () => {
    const { dropped, kept } = ten()
    kept.set("a", 1, 5)
    kept.set("b", 2, 5)
    kept.set("b", 3, 11)
    deepStrictEqual([dropped, kept.weight, kept.get("a"), kept.get("b")], [["b"], 5, 1, undefined])
  })
})
