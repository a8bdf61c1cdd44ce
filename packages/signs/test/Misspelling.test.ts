import { describe, expect, it } from "@effect/vitest"
import { isMisspelling } from "../src/Misspelling.ts"
import { readWith } from "./SmallOntology.ts"

describe("isMisspelling", () => {
  it("is true for a word as it is heard, for two letters exchanged, and for one error in a long word", () => {
    for (const [typed, meant] of [
      ["convulciones", "convulsiones"],
      ["diarea", "diarrhea"],
      ["seizrue", "seizure"],
      ["krampfamfall", "krampfanfall"],
      ["erschoepft", "erschopft"]
    ] as const)
      expect(isMisspelling(typed, meant), typed).toBe(true)
  })

  it("is false for a word that may as well be another", () => {
    for (const [typed, meant] of [
      ["academia", "acidemia"],
      ["artista", "autista"],
      ["camping", "cramps"],
      ["conclusiones", "convulsiones"],
      ["militaire", "miliaire"],
      ["popular", "papula"]
    ] as const)
      expect(isMisspelling(typed, meant), typed).toBe(false)
  })

  it("asks about such a word alone, and denies nothing by it, but reads it beside others", () => {
    const read = readWith({ "HP:0001250": { pt: ["acidemia", "autista grave"] } })
    expect(read("academia", "pt")).toMatchObject({ recognised: [], unsure: ["academia: HP:0001250"] })
    expect(read("não vai à academia", "pt")).toMatchObject({ recognised: [], unsure: [] })
    expect(read("acidemmia", "pt").recognised).toEqual(["HP:0001250"])
    expect(read("artista grave", "pt").recognised).toEqual(["HP:0001250"])
  })
})
