import { describe, expect, it } from "@effect/vitest"
import { buildPhenotypes } from "../../../src/search/phenotypes/BuildPhenotypes.ts"
import { idOf, type PhenotypeData } from "../../../src/search/phenotypes/PhenotypeData.ts"
import { PhenotypeNames } from "../../../src/search/phenotypes/PhenotypeNames.ts"
import { SymptomReader } from "../../../src/search/phenotypes/SymptomReader.ts"
import { atOnce, data, files } from "./SmallOntology.ts"

const readerOf = (data: PhenotypeData) => {
  const reader = new SymptomReader(data, new PhenotypeNames(data))
  return (text: string) => {
    const { recognised, unknown, unsure } = atOnce(reader.read(text))
    return {
      recognised: recognised.map(({ negated, term }) => (negated ? `not ${idOf(data, term)}` : idOf(data, term))),
      unsure: unsure.map(({ term, text }) => `${text}: ${idOf(data, term)}`),
      unknown
    }
  }
}

const read = readerOf(data)

/** A reader of the same phenotypes with everyday words whose parts or stems occur in other words. */
const readEveryday = () => {
  const words = {
    "HP:0000252": { en: ["cold blue stiff swollen hands"] },
    "HP:0000152": { de: ["Blässe"], en: ["piles"] },
    "HP:0000256": { fr: ["très gros"] },
    "HP:0001083": { en: ["confused", "confusion"] },
    "HP:0002066": { en: ["skinny baby"] }
  }
  const data = buildPhenotypes(files, words, "1.3.42")
  if (data === undefined) throw new Error("the files make no phenotypes")
  return readerOf(data)
}

const [seizure, ataxia, small, large] = ["HP:0001250", "HP:0002066", "HP:0000252", "HP:0000256"]

describe("SymptomReader.read", () => {
  it("recognises phenotypes by words near each other, in any order, with typing errors", () => {
    expect(read("My son has fits and a head that is too small").recognised).toEqual([seizure, small])
    expect(read("an unsteedy walk, microcefaly").recognised).toEqual([ataxia, small])
  })

  it("tells denied signs from those that are there, up to the end of the clause or to 'and'", () => {
    expect(read("no seizures, small head").recognised).toEqual([`not ${seizure}`, small])
    expect(read("he never had fits but walks like a drunk").recognised).toEqual([`not ${seizure}`, ataxia])
    expect(read("no fits and a large head").recognised).toEqual([`not ${seizure}`, large])
  })

  it("reads other languages, with their negations, and scripts without spaces", () => {
    expect(read("Krampfanfall, kein großer Kopf").recognised).toEqual([seizure])
    expect(read("keine Krampfanfälle").recognised).toEqual([`not ${seizure}`])
    expect(read("てんかん発作と小頭症があります").recognised).toEqual([seizure, small])
    expect(read("てんかん発作はありません").recognised).toEqual([`not ${seizure}`])
  })

  it("names what says something but is not known, once", () => {
    expect(read("fits, qwertyish, qwertyish").unknown).toEqual(["qwertyish"])
    expect(read("my son is 3 years old").unknown).toEqual([])
  })

  it("asks about a name that is there in part only, in a stem that looks alike, or without its degree", () => {
    const asked = {
      "cold blue stiff hands": "cold blue stiff hands: HP:0000252",
      "a skin baby": "skin baby: HP:0002066",
      "blisters on her baby's skin": "baby's skin: HP:0002066",
      Blasen: "Blasen: HP:0000152",
      "gros mollets": "gros: HP:0000256"
    }
    const everyday = readEveryday()
    for (const [text, unsure] of Object.entries(asked))
      expect(everyday(text), text).toMatchObject({ recognised: [], unsure: [unsure] })
    expect(everyday("keine Blasen")).toEqual({ recognised: [], unsure: [], unknown: ["Blasen"] })
  })

  it("recognises a whole name in other forms of its words, before a part of another", () => {
    const everyday = readEveryday()
    for (const text of ["skinny babies", "Blässe", "il est très gros", "seizures", "walks unsteadily", "confusion"])
      expect(everyday(text), text).toMatchObject({ recognised: [expect.any(String)], unsure: [] })
  })

  it("takes no mistyped word of under six letters for a sign", () => {
    const everyday = readEveryday()
    for (const typed of ["pilse", "pilas", "pites"]) expect(everyday(typed), typed).toMatchObject({ recognised: [] })
    expect(everyday("seizrue, microcefaly").recognised).toHaveLength(2)
  })

  it("reads any text", () => {
    for (const text of [
      "",
      "\0",
      "<b>fits</b>",
      "no no no",
      "🦓".repeat(500),
      "a\u0301 ".repeat(600),
      "头".repeat(2_000)
    ])
      expect(Array.isArray(read(text).recognised)).toBe(true)
  })
})
