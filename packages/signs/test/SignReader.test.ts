import { describe, expect, it } from "@effect/vitest"
import { buildPhenotypes } from "../src/build/BuildPhenotypes.ts"
import { data, files, readerOf, readWith, wordFiles } from "./SmallOntology.ts"

const read = readerOf(data)

/** A reader of the same phenotypes with everyday words, and with glossaries. */
const readEveryday = () => {
  const words = {
    "HP:0000252": {
      en: ["cold blue stiff swollen hands", "(small|tiny) head"],
      es: ["dedos de más", "mancha (clara|) (grande|)"],
      fr: ["mange mal"]
    },
    "HP:0000152": {
      de: ["Blässe", "nimmt nicht zu"],
      en: ["piles", "does not gain weight"],
      fr: ["ne prend pas de poids"]
    },
    "HP:0000256": { fr: ["très gros"], es: ["año difícil"] },
    "HP:0001083": { en: ["confused", "confusion", "bleeding", "large unsteady walk", "cough after cough"] },
    "HP:0002066": { en: ["skinny baby", "unsteady walk"] }
  }
  const glossaries = {
    en: { common: ["baby", "son", "year", "old", "short"] },
    de: {
      words: {
        small: ["klein"],
        large: ["groß"],
        head: ["Kopf", "Schädel"],
        "small head": ["Köpfchen"],
        walk: ["Gang", "läuft"],
        unsteady: ["wackelig"],
        fits: ["Anfall"],
        sugar: ["Zucker"],
        twitch: ["zucken"]
      },
      common: ["jedem", "mein", "immer"]
    },
    fr: { words: { head: ["tête"], suckle: ["tète"] }, common: ["mange", "mal"] }
  }
  return readWith(words, glossaries)
}

const everyday = readEveryday()
const [seizure, ataxia, small, large] = ["HP:0001250", "HP:0002066", "HP:0000252", "HP:0000256"]
const [head, lens] = ["HP:0000152", "HP:0001083"]

describe("SignReader.read", () => {
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
    expect(read("Krampfanfall, kein großer Kopf", "de").recognised).toEqual([seizure])
    expect(read("keine Krampfanfälle", "de").recognised).toEqual([`not ${seizure}`])
    expect(read("Krampfanfälle hatte er nie", "de").recognised).toEqual([`not ${seizure}`])
    expect(read("てんかん発作と小頭症があります").recognised).toEqual([seizure, small])
    expect(read("てんかん発作はありません").recognised).toEqual([`not ${seizure}`])
  })

  it("reads two signs on both sides of 'and', and no third one of words of both", () => {
    expect(everyday("her head is large and an unsteady walk").recognised).toEqual([large, ataxia])
    expect(everyday("large and unsteady walk").recognised).toEqual([lens])
  })

  it("is not sure of a wording with a word twice where a text has it once", () => {
    expect(everyday("cough after cough").recognised).toEqual([lens])
    expect(everyday("it came after a cough").recognised).toEqual([])
  })

  it("names what says something but is not known, once", () => {
    expect(everyday("fits, qwertyish, qwertyish").unknown).toEqual(["qwertyish"])
    expect(everyday("my son is 3 year old").unknown).toEqual([])
  })

  it("asks about a name that is there in part only, and recognises a whole one in other forms of its words", () => {
    expect(everyday("cold blue stiff hands")).toMatchObject({
      recognised: [],
      unsure: ["cold blue stiff hands: HP:0000252"]
    })
    for (const text of ["skinny babies", "seizures", "walks unsteadily", "confusion"])
      expect(everyday(text), text).toMatchObject({ recognised: [expect.any(String)], unsure: [] })
    expect(everyday("Blässe", "de").recognised).toEqual([head])
    expect(everyday("il est très gros", "fr").recognised).toEqual([large])
    for (const text of ["a skin baby", "short", "gros mollets", "blisters"])
      expect(everyday(text, text.startsWith("gros") ? "fr" : "en").recognised, text).toEqual([])
    expect(everyday("Blasen", "de").recognised).toEqual([])
  })

  it("joins part and quality by the words of a glossary, and is sure where a clause says no more than the wording", () => {
    expect(everyday("sein Kopf ist klein", "de").recognised).toEqual([small])
    expect(everyday("sein Kopf ist klein unter der Wolldecke", "de")).toMatchObject({
      recognised: [],
      unsure: [`Kopf ist klein: ${small}`]
    })
    expect(everyday("Kleinschädel", "de")).toMatchObject({ recognised: [], unsure: [`Kleinschädel: ${small}`] })
    expect(everyday("das Köpfchen", "de").recognised).toEqual([small])
    expect(everyday("er läuft ganz wackelig", "de").unsure).toEqual([`läuft ganz wackelig: ${ataxia}`])
    expect(everyday("ein Anfall", "de").recognised).toEqual([])
  })

  it("asks about a medical name of two words that a text says in another language word by word", () => {
    expect(everyday("sein Kopf ist groß", "de")).toMatchObject({ recognised: [], unsure: [`Kopf ist groß: ${large}`] })
  })

  it("reads each alternative of a wording, and a diminutive as its base", () => {
    expect(everyday("a tiny head").recognised).toEqual([small])
    expect(everyday("manchitas claras", "es").recognised).toEqual([small])
    expect(everyday("manchas", "es").recognised).toEqual([])
  })

  it("reads no sign in a short word with a typing error, and none in two words with others between", () => {
    expect(everyday("sezure").recognised).toEqual([])
    expect(everyday("bleizure, keizure").recognised).toEqual([])
    expect(everyday("tiny yellow flowers and curtains, head").recognised).toEqual([])
    expect(everyday("a skinny nice quick baby").recognised).toEqual([])
  })

  it("tells words apart that have one stem but other meanings, and letters that are no accents", () => {
    expect(everyday("il tète", "fr").recognised).toEqual([])
    expect(everyday("ano difícil", "es").recognised).toEqual([])
    expect(everyday("año difícil", "es").recognised).toEqual([large])
    expect(everyday("dedos de más", "es").recognised).toEqual([small])
    expect(everyday("elle mange mal", "fr").recognised).toEqual([small])
    expect(everyday("elle mange", "fr").recognised).toEqual([])
  })

  it("takes a denial that is a part of a name for the name, and what only seems to deny for nothing", () => {
    expect(everyday("he does not gain weight").recognised).toEqual([head])
    expect(everyday("il ne prend pas de poids", "fr").recognised).toEqual([head])
    expect(everyday("sie nimmt nicht zu", "de").recognised).toEqual([head])
    expect(everyday("it does not stop bleeding").recognised).toEqual([lens])
    expect(everyday("il n'a pas de très gros", "fr").recognised).toEqual([`not ${large}`])
    expect(everyday("keine Anfälle, Blässe", "de").recognised).toEqual([`not ${seizure}`, head])
  })

  it("takes a denied word that it would ask about for the sign", () => {
    expect(everyday("Kleinschädel", "de").unsure).toEqual([`Kleinschädel: ${small}`])
    expect(everyday("kein Kleinschädel", "de")).toMatchObject({ recognised: [`not ${small}`], unsure: [] })
  })

  it("corrects long words only, towards words that are not frequent, in the language of the text", () => {
    for (const typed of ["pilse", "pilas", "pites"]) expect(everyday(typed), typed).toMatchObject({ recognised: [] })
    expect(everyday("seizrue, microcefaly").recognised).toEqual([seizure, small])
    expect(everyday("Krampfamfall", "de").recognised).toEqual([seizure])
    expect(everyday("seizrue", "de").recognised).toEqual([])
  })

  it("compares forms of a word as the word, but makes no sign of one that a name has in another form only", () => {
    const german = { "HP:0001250": { de: ["Krämpfe bei Fieber"] }, "HP:0002066": { de: ["fallen"] } }
    const { grammars, ...others } = wordFiles(german)
    const de = { ...grammars["de"], forms: { fallen: ["gestürzt"], krampf: ["krampft", "Krämpfe"] } }
    const data = buildPhenotypes(files, { ...others, grammars: { ...grammars, de } }, "1.3.42")
    if (data === undefined) throw new Error("the files make no phenotypes")
    const read = readerOf(data)
    expect(read("er krampft oft bei Fieber", "de").recognised).toEqual(["HP:0001250"])
    expect(read("er ist gestürzt", "de")).toMatchObject({ recognised: [], unsure: ["gestürzt: HP:0002066"] })
    expect(read("er krampft auch ohne Fieber", "de").recognised).toEqual([])
  })

  it("asks about what was only thought of and what a relative has, but not about the first who is named", () => {
    expect(read("they thought it was seizures")).toMatchObject({ recognised: [], unsure: ["seizures: HP:0001250"] })
    expect(read("she has small head, her uncle had seizures").unsure).toEqual(["her uncle, seizures: HP:0001250"])
    expect(read("my uncle has seizures").recognised).toEqual(["HP:0001250"])
  })

  it("finds no sign in a phrase that only sounds like it", () => {
    const read = readWith({ [small]: { en: ["eye drops", "eyelid drops"] } })
    expect(read("cystinosis eye drops", "en").recognised).toEqual([])
    expect(read("her eyelid drops", "en").recognised).toEqual([small])
  })

  it("denies what was ruled out, where that is said before it or after it, and asks about what something is only like", () => {
    const read = readWith({ [seizure]: { de: ["Epilepsie"], fr: ["épilepsie"] }, [small]: { de: ["Pickel"] } })
    expect(read("Epilepsie wurde ausgeschlossen", "de").recognised).toEqual([`not ${seizure}`])
    expect(read("ils ont exclu l'épilepsie", "fr").recognised).toEqual([`not ${seizure}`])
    expect(read("Epilepsie ist nicht auszuschließen", "de")).toMatchObject({
      recognised: [],
      unsure: [`Epilepsie: ${seizure}`]
    })
    expect(read("Epilepsie und ausgeschlossen", "de").recognised).toEqual([seizure])
    expect(read("Knötchen wie Pickel", "de")).toMatchObject({ recognised: [], unsure: [`Pickel: ${small}`] })
  })

  it("denies each of two signs that are joined by 'or' before the denial", () => {
    const read = readWith(
      { [seizure]: { de: ["Juckreiz"] }, [ataxia]: { de: ["Quaddeln"] } },
      { de: { common: ["dabei"] } }
    )
    expect(read("Juckreiz oder Quaddeln nie dabei", "de").recognised).toEqual([`not ${seizure}`, `not ${ataxia}`])
    expect(read("Juckreiz, Quaddeln nie", "de").recognised).toEqual([seizure, `not ${ataxia}`])
  })

  it("knows words without their accents, and which word with accents one inflects", () => {
    const read = readWith(
      { [seizure]: { fr: ["n'aime pas la lumière"] }, [lens]: { fr: ["respire par la bouche"] } },
      { fr: { words: { mouth: ["bouche"], blocked: ["bouché"] } } }
    )
    expect(read("il n'aime pas la lumiere", "fr").recognised).toEqual([seizure])
    expect(read("respire bouche ouverte", "fr").recognised).toEqual([lens])
    expect(read("narines bouchées il respire", "fr").recognised).toEqual([])
  })

  it("reads a denial in French without its first part, but not that part after what it denies", () => {
    const read = readWith({ [seizure]: { fr: ["ne tète pas"] } })
    expect(read("elle tète pas", "fr").recognised).toEqual([seizure])
    expect(read("elle tète n'est pas", "fr").recognised).toEqual([])
  })

  it("is sure of the meaning that three times as many diseases have, of several words, and else asks", () => {
    const row = (code: string, hpo: string) => [code, "name", "", hpo, "PMID:1", "PCS", "", "", "", "", "P", "HPO"]
    const rows = [1, 2, 3].map((disease) => row(`OMIM:${disease}`, ataxia))
    const annotated = (...more: ReadonlyArray<ReadonlyArray<string>>) => ({
      name: "phenotype.v2025-05-06.hpoa",
      text: ["database_id\tdisease_name", ...[...rows, ...more].map((row) => row.join("\t"))].join("\n")
    })
    const readOf = (...more: ReadonlyArray<ReadonlyArray<string>>) => {
      const both = { en: ["wobbles sideways", "wobbly"] }
      const all = files.map((file) => (file.name.endsWith(".hpoa") ? annotated(...more) : file))
      const data = buildPhenotypes(all, wordFiles({ [ataxia]: both, [lens]: both }), "1.3.42")
      if (data === undefined) throw new Error("the files make no phenotypes")
      return readerOf(data)
    }
    const read = readOf(row("OMIM:4", lens))
    expect(read("he wobbles sideways").recognised).toEqual([ataxia])
    expect(read("he is wobbly")).toMatchObject({ recognised: [], unsure: [`wobbly: ${ataxia}`] })
    const even = readOf(row("OMIM:4", lens), row("OMIM:5", lens))
    expect(even("he wobbles sideways")).toMatchObject({ recognised: [], unsure: [`wobbles sideways: ${ataxia}`] })
  })

  it("corrects a mistyped word to how another is spelt, and none that is nearest to a frequent one", () => {
    const read = readWith({ [seizure]: { en: ["very irritable", "swollen"] } }, { en: { common: ["husband"] } })
    expect(read("he is very iritable, swolen").recognised).toEqual([seizure])
    expect(read("swolen")).toMatchObject({ recognised: [], unsure: [`swolen: ${seizure}`] })
    expect(read("swollne").recognised).toEqual([seizure])
    const beside = (word: string) =>
      readWith({ [seizure]: { en: ["housband"] } }, { en: { common: [word] } })("my hubsand")
    expect(beside("husband").unsure).toEqual([])
  })

  it("reads digits that are words of a name", () => {
    const read = readWith({ [small]: { de: ["6 Finger"] } })
    expect(read("sie hat 6 Finger", "de").recognised).toEqual([small])
    expect(read("sie hat Finger", "de").recognised).toEqual([])
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

  it("denies no sign in a script without spaces where no words are known that deny there", () => {
    const unknown = readerOf({ ...data, meanings: { ...data.meanings, unspacedDenials: {} } })
    expect([unknown("小頭症", "ja"), read("小頭症", "ja")].map(({ recognised }) => recognised)).toEqual([
      ["HP:0000252"],
      ["HP:0000252"]
    ])
  })
})
