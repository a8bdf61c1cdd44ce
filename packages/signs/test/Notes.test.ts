import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia] = ["HP:0001250", "HP:0002066"]

const read = readWith(wordings)

const idsOf = (signs: ReadonlyArray<string>) => signs.map((sign) => sign.slice(sign.indexOf("HP:")))

/** What is said of seizures and ataxia in each language, by its words: present, denied, asked about or a relative's. */
const expectRead = (
  texts: Readonly<Record<string, ReadonlyArray<string>>>,
  wanted: { readonly recognised: ReadonlyArray<string>; readonly unsure?: ReadonlyArray<string> }
) => {
  for (const [lang, some] of Object.entries(texts))
    for (const text of some) {
      const { recognised, unsure } = read(text, lang)
      expect({ recognised, unsure: idsOf(unsure) }, text).toEqual({ unsure: [], ...wanted })
    }
}

const ofRelatives = (text: string, lang: string) => read(text, lang).unsure.map((one) => one.replace(/,.*HP/, ", HP"))

describe("what doctors and laboratories write", () => {
  it("denies a change, cause, treatment or doubt, and not the sign behind that word", () =>
    expectRead(
      {
        en: ["no change in the seizures", "not responding to treatment for seizures", "no doubt about the seizures"],
        de: [
          "keine Änderung der Krampfanfälle",
          "kein Ansprechen der Krampfanfälle",
          "die Krampfanfälle sind nicht besser"
        ],
        fr: ["pas d'amélioration des convulsions", "aucune cause aux convulsions", "pas de réponse des convulsions"],
        es: ["ninguna mejoría de las convulsiones", "no responde al tratamiento de las convulsiones"],
        it: ["nessun peggioramento delle convulsioni", "nessuna causa delle convulsioni"],
        pt: ["nenhuma melhoria das convulsões", "sem resposta das convulsões"]
      },
      { recognised: [seizure] }
    ))

  it("denies each sign of a list behind 'denies', also one behind a change", () => {
    expect(read("denies changes in seizures, ataxia").recognised).toEqual([seizure, `not ${ataxia}`])
    expect(read("no change in seizures, no ataxia").recognised).toEqual([seizure, `not ${ataxia}`])
  })

  it("denies that somebody is free of a sign, who has it", () =>
    expectRead(
      {
        en: ["he is not free of seizures", "she is not seizure-free", "never free from seizures"],
        de: ["er ist nicht frei von Krampfanfällen", "er ist nicht anfallsfrei"],
        fr: ["elle n'est pas libre de convulsions"],
        es: ["no está libre de convulsiones"],
        it: ["non è libero da convulsioni"],
        pt: ["não está livre de convulsões"]
      },
      { recognised: [seizure] }
    ))

  it("has signs with 'absence' in their names, and denies signs by the same word before them", () => {
    const names = {
      en: ["absence seizure"],
      fr: ["crise d'absence"],
      es: ["crisis de ausencia"],
      it: ["crisi di assenza"]
    }
    const alone = { fr: ["crises"], es: ["crisis"], it: ["crisi"] }
    const read = readWith({ [ataxia]: names, [seizure]: alone })
    for (const [lang, [name, denial]] of Object.entries({
      en: ["absence seizures", "absence of seizures"],
      fr: ["crises d'absence", "absence de crises"],
      es: ["crisis de ausencia", "ausencia de crisis"],
      it: ["crisi di assenza", "assenza di crisi"]
    })) {
      expect(read(name ?? "", lang).recognised, name).toEqual([ataxia])
      expect(read(denial ?? "", lang).recognised, denial).toEqual([`not ${seizure}`])
    }
  })

  it("doubts a sign before or behind it, by a word, an abbreviation or a question mark", () =>
    expectRead(
      {
        en: ["possible seizures", "seizures unlikely", "? seizures", "r/o seizures", "seizures?", "maybe seizures"],
        de: ["V. a. Krampfanfälle", "mögliche Krampfanfälle", "Krampfanfälle sind unwahrscheinlich", "?Krampfanfälle"],
        fr: [
          "possibles convulsions",
          "convulsions peu probables",
          "suspicion de convulsions",
          "éliminer des convulsions"
        ],
        es: ["posibles convulsiones", "convulsiones a descartar", "descartar convulsiones", "¿convulsiones?"],
        it: ["possibili convulsioni", "convulsioni improbabili", "diagnosi differenziale: convulsioni"],
        pt: ["possíveis convulsões", "convulsões por esclarecer", "hipótese de convulsões"]
      },
      { recognised: [], unsure: [seizure] }
    ))

  it("does not doubt a sign that an answer affirms, or that something else is possible with", () => {
    expect(read("seizures? yes").recognised).toEqual([seizure])
    expect(read("as soon as possible, seizures").recognised).toEqual([seizure])
    expect(read("maybe ten seizures").recognised).toEqual([seizure])
  })

  it("denies a sign for which a screening was negative", () => {
    expect(read("seizure screening negative").recognised).toEqual([`not ${seizure}`])
    expect(read("Krampfanfälle-Screening negativ", "de").recognised).toEqual([`not ${seizure}`])
    expect(read("ataxia neg., seizures pos.").recognised).toEqual([`not ${ataxia}`, seizure])
  })

  it.each([
    "[x] ataxia [ ] seizures",
    "ataxia [X] seizures [ ]",
    "- [x] ataxia\n- [ ] seizures",
    "ataxia (x) seizures ( )",
    "☑ ataxia ☐ seizures",
    "☒ ataxia ☐ seizures",
    "✓ ataxia ✗ seizures",
    "ataxia +, seizures -",
    "ataxia (+), seizures (-)",
    "+ataxia, -seizures",
    "| ataxia | yes |\n| seizures | no |"
  ])("says by the mark beside a sign whether it is there: %j", (text) =>
    expect(read(text).recognised).toEqual([ataxia, `not ${seizure}`])
  )

  it.each([
    "-ataxia\n-seizures",
    "- ataxia\n- seizures",
    "ataxia - seizures",
    "ataxia ( seizures )",
    "ataxia () seizures"
  ])("has no mark in bullets, dashes and brackets: %j", (text) =>
    expect(read(text).recognised).toEqual([ataxia, seizure])
  )

  it("denies by a mark only the sign beside it", () => {
    expect(read("hearing loss, ataxia -, seizures +").recognised).toEqual(["HP:0001083", `not ${ataxia}`, seizure])
    expect(read("[ ] ataxia. He has seizures [x]").recognised).toEqual([`not ${ataxia}`, seizure])
    expect(read("☒ ataxia ☑ seizures").recognised).toEqual([`not ${ataxia}`, seizure])
  })

  it("says whose a sign is without a verb", () => {
    const texts = {
      en: [
        "mother with seizures, daughter with ataxia",
        "FHx: seizures. He has ataxia",
        "in the family seizures; he has ataxia"
      ],
      de: ["FA: Krampfanfälle. Er hat Ataxie", "in der Familie Krampfanfälle; er hat Ataxie"],
      fr: ["mère avec convulsions, fille avec ataxie", "ATCD fam. : convulsions. Il a une ataxie"],
      es: ["madre con convulsiones, hija con ataxia", "AF: convulsiones. Él tiene ataxia"],
      it: ["madre con convulsioni, figlio con atassia", "anamnesi familiare: convulsioni. Ha atassia"],
      pt: ["mãe com convulsões; filho com ataxia", "AF: convulsões. Ele tem ataxia"]
    }
    expectRead(texts, { recognised: [ataxia], unsure: [seizure] })
    for (const [lang, some] of Object.entries(texts))
      for (const text of some) expect(ofRelatives(text, lang)[0], text).toMatch(/^.+, HP/)
  })

  it("says of a twin that one is a brother or a sister, and that several are the patients", () => {
    const twins = {
      en: "his twin has seizures",
      de: "sein Zwilling hat Krampfanfälle",
      es: "su gemelo tiene convulsiones"
    }
    for (const [lang, text] of Object.entries(twins)) expect(read(text, lang).recognised, text).toEqual([])
    expect(read("my twins have seizures").recognised).toEqual([seizure])
  })

  it("tells relatives apart that are named directly before their signs", () => {
    expect(read("mother ataxia, father hearing loss, child with seizures").recognised).toEqual([seizure])
    expect(idsOf(read("mother ataxia, father hearing loss, child with seizures").unsure)).toEqual([
      ataxia,
      "HP:0001083"
    ])
  })
})
