import { describe, expect, it } from "@effect/vitest"
import { readWith } from "./SmallOntology.ts"

describe("SignGates", () => {
  it("reads what is said of two parts of the body, and two words about one, of each of them", () => {
    const read = readWith({
      "HP:0000252": { en: ["sore back", "itchy skin"] },
      "HP:0001083": { en: ["sore knees", "red skin"] }
    })
    expect(read("my back and knees are sore").recognised).toEqual(["HP:0000252", "HP:0001083"])
    expect(read("the skin is red and itchy").recognised).toEqual(["HP:0000252", "HP:0001083"])
    expect(read("sore throat and her back is fine").recognised).toEqual([])
  })

  it("reads one sign of two words no more across 'or' than across 'and'", () => {
    const read = readWith({
      "HP:0000252": { en: ["fever shaking"], de: ["Fieber Zittern"], fr: ["fièvre tremble"] },
      "HP:0001083": { en: ["fever"] },
      "HP:0001166": { en: ["dry eyes", "dry mouth"] }
    })
    for (const text of ["fever and shaking", "fever or shaking"])
      expect(read(text).recognised, text).toEqual(["HP:0001083"])
    expect(read("no fever or shaking").recognised).toEqual(["not HP:0001083"])
    expect(read("shaking with fever").recognised).toEqual(["HP:0000252"])
    expect(read("Fieber oder Zittern", "de").recognised).toEqual([])
    expect(read("une fièvre ou tremble", "fr").recognised).toEqual([])
    expect(read("dry eyes or mouth").recognised).toEqual(["HP:0001166"])
  })

  it("takes 'not only' for no part of a sign, as it does 'will not stop'", () => {
    const read = readWith({
      "HP:0000252": { en: ["fits won't stop"], es: ["no paran las crisis"] },
      "HP:0001250": { en: ["fits"], es: ["crisis"] }
    })
    for (const text of ["not only fits", "he doesn't just have fits", "they are not only fits"])
      expect(read(text).recognised, text).toEqual(["HP:0001250"])
    expect(read("no solo crisis", "es").recognised).toEqual(["HP:0001250"])
    for (const text of ["fits won't stop", "the fits did not stop"])
      expect(read(text).recognised, text).toEqual(["HP:0000252"])
  })

  it("is sure of a missing part only where a text says that it is missing, not that it cannot be moved", () => {
    const read = readWith({ "HP:0000252": { en: ["no thumb", "no feeling in her feet"] } })
    expect(read("born without a thumb").recognised).toEqual(["HP:0000252"])
    expect(read("she does not have thumbs").recognised).toEqual(["HP:0000252"])
    expect(read("he can't bend his thumb").recognised).toEqual([])
    expect(read("I can't feel my feet").recognised).toEqual(["HP:0000252"])
    const readGerman = readWith({ "HP:0000252": { de: ["ohne Daumen"] } }, { de: { common: ["befund"] } })
    expect(readGerman("Daumen ohne Knochen, ohne Daumen", "de").recognised).toEqual(["HP:0000252"])
    for (const text of ["Daumen ohne Befund", "Daumen ohne krankhaften Befund"])
      expect(readGerman(text, "de"), text).toMatchObject({ recognised: [], unsure: [] })
  })

  it("takes an English word alone for a sign in the form of its name only", () => {
    const read = readWith({ "HP:0000252": { en: ["tapping", "wart"] } })
    expect(read("he taps and had warts").recognised).toEqual(["HP:0000252"])
    expect(read("a tap on the shoulder, a warted toad").recognised).toEqual([])
  })

  it("takes a word alone for a sign in each form of a name's only word", () => {
    const read = readWith({ "HP:0001250": { it: ["pallido"] } }, { it: { common: ["molto"] } })
    for (const text of ["è pallido", "è pallida", "sono pallidi"])
      expect(read(text, "it").recognised, text).toEqual(["HP:0001250"])
  })

  it("asks about a word that has only a short stem in common with our wording, or is no abbreviation", () => {
    const read = readWith({
      "HP:0001250": { es: ["TOC", "pedos", "cansada"], pt: ["tremer"], it: ["saliva"], de: ["Krämpfe"] }
    })
    for (const text of ["les tocan", "lo pedimos"]) expect(read(text, "es").recognised, text).toEqual([])
    expect(read("he salito", "it").recognised).toEqual([])
    for (const text of ["tiene toc", "un pedo", "está cansado", "se cansa"])
      expect(read(text, "es").recognised, text).toEqual(["HP:0001250"])
    expect(read("Krampf", "de").recognised).toEqual(["HP:0001250"])
  })

  it("takes a part of the body for no inflammation of it", () => {
    const read = readWith({ "HP:0001250": { en: ["prostatitis"] } })
    expect(read("my prostate").recognised).toEqual([])
    expect(read("prostatitis").recognised).toEqual(["HP:0001250"])
  })

  it("asks nobody about a frequent word, or one that has another before it in its wording", () => {
    const read = readWith({ "HP:0000252": { en: ["the runs"] } })
    expect(read("she has the runs").recognised).toEqual(["HP:0000252"])
    expect(read("he runs fast")).toMatchObject({ recognised: [], unsure: [] })
    const readFrequent = readWith({ "HP:0000252": { en: ["cut"] } }, { en: { common: ["cut"] } })
    expect(readFrequent("we cut the cake").unsure).toEqual([])
  })

  it("asks about a size alone, and is sure of it where it is said of somebody", () => {
    const read = readWith({ "HP:0000252": { en: ["small"] } }, { en: { common: ["small"] } })
    expect(read("in a small town").unsure).toEqual(["small: HP:0000252"])
    for (const text of ["she is small", "my son's very small and tired", "he is small for his age"])
      expect(read(text).recognised, text).toEqual(["HP:0000252"])
    expect(read("he is small boned").recognised).toEqual([])
  })

  it("denies no sign that somebody is only not able to show", () => {
    const read = readWith({ "HP:0000252": { en: ["bends thumb"] } })
    expect(read("he can't bend his thumb")).toMatchObject({ recognised: [], unsure: [] })
    expect(read("he never bends his thumb").recognised).toEqual(["not HP:0000252"])
  })

  it("denies no sign in a clause that goes on with a pronoun and a denial", () => {
    const read = readWith({ "HP:0000252": { en: ["tired work"] } })
    expect(read("so tired I can't work").recognised).toEqual(["HP:0000252"])
    expect(read("tired from no work").recognised).toEqual(["not HP:0000252"])
    const readGerman = readWith({ "HP:0000252": { de: ["Schmerzen Beine"] } })
    expect(readGerman("Schmerzen hat er nicht in den Beinen", "de").recognised).toEqual(["not HP:0000252"])
  })

  it("takes no small child for a small head", () => {
    const read = readWith({ "HP:0000252": { de: ["kleiner Kopf"] } })
    expect(read("mein kleiner hat einen warmen Kopf", "de").recognised).toEqual([])
    expect(read("der Kopf von meinem Kleinen", "de").recognised).toEqual([])
    expect(read("mein Kleiner hat einen kleinen Kopf", "de").recognised).toEqual(["HP:0000252"])
  })

  it("takes words that are written as two for one, and an adverb for another word than its adjective", () => {
    const read = readWith({ "HP:0000252": { en: ["lump belly", "hard legs"] }, "HP:0001083": { en: ["eyelid lump"] } })
    expect(read("a lump at her belly button").recognised).toEqual([])
    expect(read("a lump on her eye lid").recognised).toEqual(["HP:0001083"])
    expect(read("his legs hardly carry him").recognised).toEqual([])
  })
})
