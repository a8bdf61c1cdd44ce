import { describe, expect, it } from "@effect/vitest"
import { partsOf } from "../src/CompoundWords.ts"

const words = ["kopf", "haut", "schmerz", "augen", "auge", "lid"]
const idsOf = (part: string) => (words.includes(part) ? [words.indexOf(part)] : [])
const named = (written: string, links = ["", "s", "en"]) =>
  partsOf(written, links, idsOf).map((ids) => ids.map((id) => words[id]).join())

/** The parts that are looked up for a word. */
const lookedUp = (written: string, ids: typeof idsOf = idsOf) => {
  const asked: Array<string> = []
  partsOf(written, ["", "s", "n"], (part) => {
    asked.push(part)
    return ids(part)
  })
  return asked
}

describe("partsOf", () => {
  it("finds the parts of a compound, the longest first, with letters between them", () => {
    expect(named("kopfschmerz")).toEqual(["kopf", "schmerz"])
    expect(named("augenlidhaut")).toEqual(["augen", "lid", "haut"])
    expect(named("kopfshautschmerz")).toEqual(["kopf", "haut", "schmerz"])
  })

  it("finds none where a part is unknown, in a language without compounds, and of more than four parts", () => {
    expect(named("kopfqualschmerz")).toEqual([])
    expect(named("kopfschmerz", [])).toEqual([])
    expect(named("kopfhautkopfhaut")).toEqual(["kopf", "haut", "kopf", "haut"])
    expect(named("kopfhautkopfhautkopf")).toEqual([])
  })

  it("takes no word above 40 letters apart", () => {
    expect(named("kopf".repeat(10) + "haut")).toEqual([])
    expect(lookedUp("augen".repeat(400))).toEqual([])
    expect(lookedUp(`${"kopf".repeat(10)}x`)).toEqual([])
  })

  it("looks each part up once, however many ways there are to divide a word", () => {
    const asked = lookedUp("au".repeat(20), (part) => (part.endsWith("u") ? [1] : []).filter(() => part.length < 30))
    expect(new Set(asked).size).toBe(asked.length)
    const worst = lookedUp(`${"abcdefghijklm".repeat(3)}`, (part) => (part.length < 20 ? [1] : []))
    expect(worst.length).toBeLessThan((39 * 39) / 2)
  })
})
