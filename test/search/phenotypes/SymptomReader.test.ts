import { describe, expect, it } from "@effect/vitest"
import { atOnce, id, reader } from "./SmallOntology.ts"

const read = (text: string) => {
  const { recognised, unknown, unsure } = atOnce(reader.read(text))
  return {
    recognised: recognised.map(({ negated, term }) => (negated ? `not ${id(term)}` : id(term))),
    unsure: unsure.map(({ term, text }) => `${text}: ${id(term)}`),
    unknown
  }
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
      "long slender": ["long slender: HP:0001166"],
      "a skin baby": ["skin baby: HP:0001508"],
      "her baby's skin": ["baby's skin: HP:0001508"],
      Blasen: ["Blasen: HP:0000980"],
      "gros mollets": ["gros: HP:0001513"]
    }
    for (const [text, unsure] of Object.entries(asked))
      expect({ text, ...read(text) }).toMatchObject({ recognised: [], unsure })
    expect(read("keine Blasen")).toEqual({ recognised: [], unsure: [], unknown: ["Blasen"] })
  })

  it("recognises a whole name in other forms of its words, and prefers it to a part of another", () => {
    for (const text of ["skinny babies", "blasse Haut, Blässe", "il est très gros", "seizures", "walks unsteadily"])
      expect(read(text), text).toMatchObject({ recognised: [expect.any(String)], unsure: [] })
    expect(read("confusion")).toMatchObject({ recognised: ["HP:0001289"], unsure: [] })
  })

  it("takes no mistyped word of under six letters for a sign", () => {
    expect(read("piles")).toMatchObject({ recognised: [] })
    expect(read("pailor")).toMatchObject({ recognised: ["HP:0000980"] })
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
