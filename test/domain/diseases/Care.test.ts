import { describe, expect, it } from "@effect/vitest"
import { type CareNetwork, maxNetworks, networksFor } from "../../../src/domain/diseases/Care.ts"

const network = (name: string, given: Partial<CareNetwork>): CareNetwork => ({
  name,
  about: { en: name, de: name, fr: name },
  url: "https://example.org",
  categories: [],
  groups: [],
  source: "https://example.org",
  date: "2026-11-23",
  ...given
})

const networks = [
  network("Bones", { categories: ["Rare bone disease"] }),
  network("Skin", { categories: ["Rare skin disease"], groups: ["MONDO:1"] }),
  network("Vessels", { groups: ["MONDO:2", "MONDO:1"] }),
  network("Eyes", { categories: ["Rare eye disease"] }),
  network("Ears", { categories: ["Rare ear disease"] })
]

const namesFor = (codes: ReadonlyArray<string>, categories: ReadonlyArray<string>) =>
  networksFor({ networks, alliances: [] }, new Set(codes), new Set(categories)).map(({ name }) => name)

describe("networksFor", () => {
  it("puts networks for a group of the disease before those for its category, each once", () => {
    expect(namesFor(["MONDO:2"], ["Rare bone disease"])).toEqual(["Vessels", "Bones"])
    expect(namesFor(["MONDO:1"], ["Rare skin disease"])).toEqual(["Skin", "Vessels"])
  })

  it("names three networks at most, and none for a disease without group and category", () => {
    const all = ["Rare bone disease", "Rare eye disease", "Rare ear disease"]
    expect(namesFor(["MONDO:2"], all)).toEqual(["Vessels", "Bones", "Eyes"])
    expect(namesFor(["MONDO:2"], all)).toHaveLength(maxNetworks)
    expect(namesFor([], [])).toEqual([])
  })
})
