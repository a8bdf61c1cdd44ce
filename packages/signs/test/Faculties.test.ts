import { describe, expect, it } from "@effect/vitest"
import { withFaculties } from "../src/build/FacultyWords.ts"
import { noGrammar } from "../src/Grammar.ts"
import { SignWords } from "../src/SignWords.ts"
import { Faculties } from "../src/said/Faculties.ts"

const [heart, platelets] = ["HP:0001627", "HP:0001873"]

const wellIn = (language: string, words: Readonly<Record<string, ReadonlyArray<string>>>, grammar: object) => {
  const whole = withFaculties(language, { ...grammar, faculties: {} }, words, {
    [heart]: ["heart"],
    [platelets]: ["platelet"]
  })
  const known = { ...noGrammar, ...whole }
  const [faculties, reader] = [new Faculties(known), new SignWords(language, known)]
  return (text: string) => faculties.wellIn(text, reader.words(text)).map(({ id }) => id)
}

describe("withFaculties", () => {
  it("reads the words of concepts in all their forms, and with what is measured of them", () => {
    const german = wellIn(
      "de",
      { heart: ["Herz"], platelet: ["Thrombozyt"] },
      { saidToBeWell: ["normal"], inflections: ["en"], compoundLinks: [""], measures: ["werte"], negations: ["nicht"] }
    )
    for (const text of ["Herz normal", "die Herzwerte sind normal"]) expect(german(text), text).toEqual([heart])
    expect(german("Thrombozyten normal")).toEqual([platelets])
    expect(german("Thrombozyten nicht normal")).toEqual([])
    const french = wellIn(
      "fr",
      { heart: ["cœur"] },
      { saidToBeWell: ["normal"], inflections: ["s"], measures: ["bilan"] }
    )
    for (const text of ["cœur normal", "Coeur normal", "coeur bilan normal"])
      expect(french(text), text).toEqual([heart])
    const italian = wellIn("it", { platelet: ["piastrine"] }, { saidToBeWell: ["normale"], inflections: ["e", "a"] })
    expect(italian("piastrina normale")).toEqual([platelets])
  })

  it("takes the name of a concept for its English word, and gives nothing to a language without faculties", () => {
    const english = wellIn("en", {}, { saidToBeWell: ["fine"], measures: ["scan"] })
    for (const text of ["the heart is fine", "heart scan fine"]) expect(english(text), text).toEqual([heart])
    expect(withFaculties("nl", {}, { heart: ["hart"] }, { [heart]: ["heart"] })).toEqual({})
  })
})
