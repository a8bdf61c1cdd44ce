import { describe, expect, it } from "@effect/vitest"
import { perMillion, rateOf, widestPrevalence } from "../src/Prevalence.ts"

const figure = { type: "Point prevalence", class: "1-9 / 100 000", value: null, region: "Worldwide", validated: true }

describe("widestPrevalence", () => {
  it("prefers a validated figure, then a rate, then the widest area, then people who are alive", () => {
    const worse = [
      { ...figure, type: "Annual incidence" },
      { ...figure, region: "Europe" },
      { ...figure, region: "France" },
      { ...figure, type: "Cases/families", class: null, value: 30 },
      { ...figure, validated: false },
      { ...figure, region: "Specific population" }
    ]
    for (const [at] of worse.entries()) expect(widestPrevalence(worse.slice(at).toReversed())).toEqual(worse[at])
    expect(widestPrevalence([...worse, figure])).toEqual(figure)
  })

  it("has nothing to say without a figure", () => {
    expect(widestPrevalence([])).toBeUndefined()
    expect(widestPrevalence([{ ...figure, class: null }])).toBeUndefined()
  })
})

describe("perMillion", () => {
  it("is the greater end of the range, and leaves out figures of a specific population", () => {
    const village = { ...figure, class: ">1 / 1000", region: "Specific population" }
    expect(perMillion([figure])).toBe(90)
    expect(perMillion([village, { ...figure, class: "<1 / 1 000 000", validated: false }])).toBe(1)
    expect(perMillion([village])).toBeNull()
  })
})

describe("rateOf", () => {
  it("reads the classes of Orphanet, and means", () => {
    const of = (range: string | null, value: number | null = null) => rateOf({ ...figure, class: range, value })
    expect(of("1-9 / 1 000 000")).toEqual({ least: 1, most: 9, of: 1_000_000 })
    expect(of("<1 / 1 000 000")).toEqual({ least: undefined, most: 1, of: 1_000_000 })
    expect(of(">1 / 1000")).toEqual({ least: 1, most: undefined, of: 1_000 })
    expect(of(null, 6.8)).toEqual({ least: 6.8, most: 6.8, of: 100_000 })
    expect(rateOf({ ...figure, type: "Cases/families", class: null, value: 30 })).toBeUndefined()
  })
})
