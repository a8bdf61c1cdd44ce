import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ClockCache, memoize } from "../src/ClockCache.ts"

/** A cache of weight 10, and the keys that it dropped. */
const ten = () => {
  const dropped: Array<string> = []
  const cache = new ClockCache<string, number>(10, (key) => void dropped.push(key))
  return { dropped, cache }
}

describe("ClockCache", () => {
  it("evicts entries that were never read in the order in which they were set", () => {
    const { cache, dropped } = ten()
    for (const [index, key] of ["a", "b", "c", "d"].entries()) cache.set(key, index, 4)
    deepStrictEqual([dropped, cache.weight], [["a", "b"], 8])
    deepStrictEqual(
      ["a", "b", "c", "d"].map((key) => cache.get(key)),
      [undefined, undefined, 2, 3]
    )
  })

  it("never evicts the entry that was just set, though all others were read", () => {
    const cache = new ClockCache<string, number>(3)
    for (const key of ["a", "b", "c"]) {
      cache.set(key, 0)
      cache.get(key)
    }
    cache.set("new", 1)
    strictEqual(cache.get("new"), 1)
    strictEqual(["a", "b", "c"].filter((key) => cache.get(key) !== undefined).length, 2)
  })

  it("keeps an entry that is read again before each of its turns", () => {
    const { cache, dropped } = ten()
    cache.set("used", 0, 4)
    for (let index = 0; index < 5; index++) {
      strictEqual(cache.get("used"), 0)
      cache.set(`once ${index}`, index, 4)
    }
    deepStrictEqual(dropped, ["once 0", "once 1", "once 2", "once 3"])
  })

  it("reports each entry that was evicted, replaced, deleted or cleared", () => {
    const { cache, dropped } = ten()
    cache.set("a", 1, 3)
    cache.set("a", 2, 5)
    cache.set("b", 3, 5)
    strictEqual(cache.delete("a"), true)
    strictEqual(cache.delete("a"), false)
    deepStrictEqual([dropped, cache.weight, cache.get("b")], [["a", "a"], 5, 3])
    cache.clear()
    deepStrictEqual([dropped, cache.weight], [["a", "a", "b"], 0])
  })

  it("does not store a value heavier than the whole cache, and drops the value before it", () => {
    const { cache, dropped } = ten()
    cache.set("a", 1, 5)
    cache.set("b", 2, 5)
    cache.set("b", 3, 11)
    deepStrictEqual([dropped, cache.weight, cache.get("a"), cache.get("b")], [["b"], 5, 1, undefined])
  })
})

describe("memoize", () => {
  it("computes the result of an argument once, and again after the argument was evicted", () => {
    const computed: Array<string> = []
    const lengthOf = memoize((text) => {
      computed.push(text)
      return text.length
    }, 2)
    deepStrictEqual(["a", "bb", "a", "ccc", "a", "bb"].map(lengthOf), [1, 2, 1, 3, 1, 2])
    deepStrictEqual(computed, ["a", "bb", "ccc", "bb"])
  })
})
