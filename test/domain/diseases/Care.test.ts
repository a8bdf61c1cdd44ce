import { describe, expect, it } from "@effect/vitest"
import { type CareNetwork, maxNetworks, networksFor } from "../../../src/domain/diseases/Care.ts"

const network = (name: string, given: Partial<CareNetwork>): CareNetwork => ({
  name,
  about: { en: name, de: name, fr: name },
  url: "https://example.org",
  categories: [],
  groups: [],
  except: [],
  source: "https://example.org",
  date: "2026-11-23",
  ...given
})

const networks = [
  network("Bones", { categories: ["Rare bone disease"] }),
  network("Skin", { categories: ["Rare skin disease"], groups: ["MONDO:1"] }),
  network("Vessels", { groups: ["MONDO:2", "MONDO:1"] }),
  network("Eyes", { categories: ["Rare eye disease"] }),
  network("Ears", { categories: ["Rare ear disease"] }),
  network("Cancers of adults", { ages: "adults", categories: ["Rare neoplastic disease"], except: ["MONDO:3"] }),
  network("Cancers of children", { ages: "children", categories: ["Rare neoplastic disease"] })
]

const namesFor = (
  codes: ReadonlyArray<string>,
  categories: ReadonlyArray<string>,
  onset: ReadonlyArray<string> = []
): ReadonlyArray<string> =>
  networksFor({ networks, alliances: [] }, { codes: new Set(codes), categories: new Set(categories), onset }).map(
    ({ name }) => name
  )

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

  it("names no network of adults for a disease that begins in childhood only, and none of children for adults'", () => {
    const cancer = (...onset: ReadonlyArray<string>) => namesFor([], ["Rare neoplastic disease"], onset)
    expect(cancer("Antenatal", "Infancy", "Childhood")).toEqual(["Cancers of children"])
    expect(cancer("Adult", "Elderly")).toEqual(["Cancers of adults"])
    const both = ["Cancers of adults", "Cancers of children"]
    expect([cancer("Childhood", "Adult"), cancer("All ages"), cancer()]).toEqual([both, both, both])
  })

  it("names no network for what is excepted from it, although it has the category", () => {
    expect(namesFor(["MONDO:3"], ["Rare neoplastic disease"])).toEqual(["Cancers of children"])
  })
})
