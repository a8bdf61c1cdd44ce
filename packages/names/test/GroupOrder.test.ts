import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { packTexts } from "@rare-disease-community/text/arrays/PackedTexts"
import type { DiseaseIndex, IndexedDisease } from "../src/DiseaseIndex.ts"
import { DiseaseIndex as Index } from "../src/DiseaseIndex.ts"
import { LocalNames } from "../src/LocalNames.ts"
import { disease } from "./SmallCatalogue.ts"

const under = (...ids: ReadonlyArray<number>) => ({ parentIds: ids.map((id) => DiseaseId(id)) })

/** Names in other languages, as rows of a code, a language and names. */
const rows = [
  "ORPHA:3\tes\tepidermólisis bullosa letal",
  "ORPHA:2\tes\tepidermólisis bullosa distrófica",
  "ORPHA:4\tes\tepidermólisis bullosa tipo Disentis",
  "ORPHA:21\tfr\tostéopétrose létale",
  "ORPHA:31\tja\t致死性骨異形成症",
  "ORPHA:51\tes\tcalvaria sindactilia"
]

/** Fillers give the words of the others the weight that they have in a whole catalogue. */
const fillers = Array.from({ length: 400 }, (_, at) => disease(1_000 + at, `filler ${at} condition of somebody`))

const diseases: ReadonlyArray<IndexedDisease> = [
  disease(1, "Epidermolysis bullosa", { codes: ["ORPHA:1"] }),
  disease(2, "Epidermolysis bullosa dystrophica", { codes: ["ORPHA:2"], ...under(1), prominence: 90 }),
  disease(3, "Junctional epidermolysis bullosa, Herlitz type", {
    codes: ["ORPHA:3"],
    synonyms: ["Epidermolysis bullosa letalis"],
    prominence: 90,
    ...under(5)
  }),
  disease(4, "Junctional epidermolysis bullosa, Disentis type", { codes: ["ORPHA:4"], ...under(5), prominence: 90 }),
  disease(5, "Junctional epidermolysis bullosa", under(1)),
  disease(20, "Osteopetrosis"),
  disease(21, "Osteopetrosis, infantile", { codes: ["ORPHA:21"], prominence: 500, ...under(20) }),
  disease(30, "Bone growth disorder"),
  disease(31, "Bone growth disorder, severe", { codes: ["ORPHA:31"], prominence: 500, ...under(30) }),
  disease(40, "Marden syndrome and related conditions"),
  disease(41, "Marden syndrome", { ...under(40) }),
  disease(60, "Lip carcinoma", { prominence: 100 }),
  disease(61, "Lip carcinoma in situ", under(60)),
  disease(62, "Mitral malformation", { synonyms: ["Mitral malformation, congenital"], prominence: 100 }),
  disease(63, "Mitral stenosis", { synonyms: ["Mitral malformation stenosis"], ...under(62) }),
  disease(51, "Frontal skull disease", { codes: ["ORPHA:51"], prominence: 900 }),
  disease(52, "Calvaria syndactilia"),
  ...fillers
]

const indexOf = (): DiseaseIndex => {
  const index = new Index()
  index.useNames(new LocalNames({ rows: packTexts(rows), sources: [] }))
  for (const one of diseases) index.put(one)
  return index
}

const index = indexOf()
const found = (search: string, lang?: string) => index.find(search, undefined, lang).map(({ id }) => Number(id))
const isBefore = (search: string, group: number, form: number, lang?: string) => {
  const ids = found(search, lang)
  return ids.includes(group) && (!ids.includes(form) || ids.indexOf(group) < ids.indexOf(form))
}

/** A name with each letter left out, doubled, and replaced as people do who know the word from another language. */
const mistyped = (name: string): ReadonlyArray<string> => [
  ...Array.from(name, (letter, at) => (/\p{L}/u.test(letter) ? name.slice(0, at) + name.slice(at + 1) : name)),
  ...Array.from(name, (letter, at) => name.slice(0, at) + letter + name.slice(at)),
  name.replaceAll("y", "i").replaceAll("ll", "l"),
  name.replaceAll("th", "t").replaceAll("ph", "f")
]

describe("DiseaseIndex.find", () => {
  it("finds a group before its forms where a search is mistyped as a name in another language", () => {
    expect(found("epidermolisis bulosa")[0]).toBe(1)
    expect(isBefore("epidermolisis bulosa", 1, 2)).toBe(true)
  })

  it("finds no form that one of its names calls lethal before its group, in any language and with typing errors", () => {
    const groups: ReadonlyArray<readonly [group: number, form: number, name: string]> = [
      [1, 3, "epidermolysis bullosa"],
      [5, 3, "junctional epidermolysis bullosa"],
      [20, 21, "osteopetrosis"],
      [30, 31, "bone growth disorder"]
    ]
    for (const [group, form, name] of groups)
      for (const search of [name, ...mistyped(name)])
        for (const lang of [undefined, "es", "fr", "ja"])
          expect(found(search, lang).length === 0 || isBefore(search, group, form, lang), `${search} ${lang}`).toBe(
            true
          )
  })

  it("finds the lethal form first where the search says so, or names it", () => {
    for (const search of [
      "epidermolysis bullosa letalis",
      "epidermolisis bullosa letal",
      "herlitz epidermolysis bullosa"
    ])
      expect(found(search)[0], search).toBe(3)
  })

  it("offers the group of a hit that has all words of the search and was not found itself", () =>
    expect(found("epidermolisis bullosa").slice(0, 1)).toEqual([1]))

  it("keeps a form before a group that has more other words", () =>
    expect(found("marden").slice(0, 2)).toEqual([41, 40]))

  it("finds names in English and in the language of the search before those of other languages that are no nearer", () => {
    expect(found("calvaria sindactilia").slice(0, 1)).toEqual([51])
    expect(found("calvaria syndactilia").slice(0, 1)).toEqual([52])
    expect(found("calvaria sxndactilia", "es").slice(0, 1)).toEqual([51])
    expect(found("calvaria sxndactilia").slice(0, 1)).toEqual([52])
  })

  it("finds nothing for letters whose sound alone is that of a name", () => {
    const sounding = new Index()
    sounding.put(disease(1, "psychic paralysis"))
    sounding.put(disease(2, "cystic kidneys"))
    sounding.put(disease(3, "collodion baby", { abbreviations: ["SICI"] }))
    for (const search of ["xyzzyqq", "zyxxyqq", "xizzikk", "qsyzzyc"]) expect(sounding.find(search), search).toEqual([])
  })

  it("puts a form first whose name completes a half-typed search, where no name of the group does", () => {
    for (const search of ["lip carcinoma in si", "Lip carcinoma in sit"]) expect(found(search)[0], search).toBe(61)
    for (const search of ["mitral malformation sten", "Mitral malformation ste"])
      expect(found(search)[0], search).toBe(63)
    expect(found("lip carcin")[0]).toBe(60)
    expect(found("mitral malf")[0]).toBe(62)
  })
})
