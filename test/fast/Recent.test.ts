import { describe, expect, it } from "@effect/vitest"
import { Recent } from "../../src/fast/Recent.ts"

describe("What was asked for lately", () => {
  it("is known from the second time on, and forgotten after twice the time at most", () => {
    const recent = new Recent(1_000)
    expect(recent.wasAsked("/a", 0)).toBe(false)
    expect(recent.wasAsked("/a", 1)).toBe(true)
    expect(recent.wasAsked("/b", 999)).toBe(false)
    expect(recent.wasAsked("/b", 1_500)).toBe(true)
    expect(recent.wasAsked("/a", 2_100)).toBe(false)
    expect(recent.wasAsked("/b", 2_999)).toBe(true)
    expect(recent.wasAsked("/b", 9_000)).toBe(false)
  })
})
