import { describe, expect, it } from "@effect/vitest"
import { AdmissionFilter } from "../../../src/transport/cache/AdmissionFilter.ts"

describe("AdmissionFilter", () => {
  it("admits a target on its second request, unless the first was too long ago", () => {
    const recent = new AdmissionFilter(2_000)
    expect(recent.admit("/a", 0)).toBe(false)
    expect(recent.admit("/a", 1)).toBe(true)
    expect(recent.admit("/b", 999)).toBe(false)
    expect(recent.admit("/b", 1_500)).toBe(true)
    expect(recent.admit("/a", 2_100)).toBe(false)
    expect(recent.admit("/b", 2_999)).toBe(true)
    expect(recent.admit("/b", 9_000)).toBe(false)
  })
})
