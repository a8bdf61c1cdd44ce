import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia] = ["HP:0001250", "HP:0002066"]

const read = readWith(wordings)

const ids = (signs: ReadonlyArray<string>) => signs.map((sign) => sign.slice(sign.indexOf("HP:")))

const each = (texts: Readonly<Record<string, ReadonlyArray<string>>>, found: ReadonlyArray<string>) => {
  for (const [lang, some] of Object.entries(texts))
    for (const text of some) expect(read(text, lang).recognised, text).toEqual(found)
}

describe("short notes", () => {
  it("have a sign that is denied to have ended, or to have a cause", () =>
    each(
      {
        en: ["the seizures have not stopped", "no clear trigger for the seizures", "no longer free of seizures"],
        de: ["die Krampfanfälle haben nicht aufgehört", "die Krampfanfälle sind nicht weg"],
        fr: ["les convulsions n'ont pas disparu", "il n'est pas exempt de convulsions"],
        es: ["las convulsiones no han desaparecido", "no está exento de convulsiones"],
        it: ["le convulsioni non sono scomparse", "non è esente da convulsioni"],
        pt: ["as convulsões não desapareceram", "não está isento de convulsões"]
      },
      [seizure]
    ))

  it("have a sign whose change is denied, also where another sign is named by both", () => {
    const names = { [ataxia]: { en: ["progressive seizures"] }, [seizure]: { en: ["seizures"] } }
    expect(readWith(names)("no progressive seizures").recognised).toEqual([seizure])
    expect(readWith(names)("progressive seizures").recognised).toEqual([ataxia])
  })

  it("have a sign in a denied list that is said to be present", () => {
    expect(read("absence of ataxia, seizures present").recognised).toEqual([`not ${ataxia}`, seizure])
    expect(read("no ataxia present").recognised).toEqual([`not ${ataxia}`])
    expect(read("absence d'ataxie, convulsions présentes", "fr").recognised).toEqual([`not ${ataxia}`, seizure])
  })

  it("doubt a sign behind a colon or in brackets, by an abbreviation, and by '+/-'", () => {
    const texts = {
      en: ["seizures: unlikely", "seizures (doubtful)", "d/dx seizures", "seizures +/-", "seizures improbable"],
      de: ["Krampfanfälle (fraglich)", "Krampfanfälle: unwahrscheinlich", "Krampfanfälle ±"],
      fr: ["DD : convulsions"],
      es: ["d/c convulsiones", "Dx diferencial: convulsiones"],
      pt: ["HD: convulsões"]
    }
    each(texts, [])
    for (const [lang, some] of Object.entries(texts))
      for (const text of some) expect(ids(read(text, lang).unsure), text).toEqual([seizure])
  })

  it("doubt a whole list behind a differential diagnosis, but nothing behind another head or a verb", () => {
    const both = wordings
    const lists = {
      en: ["d/dx ataxia, seizures", "DDx: ataxia, seizures"],
      de: ["DD Ataxie, Krampfanfälle", "D.D. Ataxie, Krampfanfälle"],
      fr: ["dd : ataxie, convulsions", "diagnostic différentiel : ataxie, convulsions"],
      es: ["diagnóstico diferencial: ataxia, convulsiones", "DD ataxia, convulsiones"],
      it: ["d.d. atassia, convulsioni", "diagnosi differenziale: atassia, convulsioni"],
      pt: ["diagnóstico diferencial: ataxia, convulsões", "HD: ataxia, convulsões"]
    }
    each(lists, [])
    for (const [lang, some] of Object.entries(lists))
      for (const text of some)
        expect(ids(readWith(both)(text, lang).unsure).toSorted(), text).toEqual([seizure, ataxia].toSorted())
    expect(read("d/dx: ataxia; seizures").recognised).toEqual([seizure])
    expect(read("DDx ataxia, she has seizures").recognised).toEqual([seizure])
    expect(read("V. a. Ataxie, Krampfanfälle", "de").recognised).toEqual([seizure])
  })

  it.each(["+ ataxia, - seizures", "ataxia+ seizures-", "ataxia: Y, seizures: N"])(
    "say by a sign or a letter beside a word whether it is there: %j",
    (text) => expect(read(text).recognised).toEqual([ataxia, `not ${seizure}`])
  )

  it("say whose a sign is by a colon, an abbreviation, and words behind it", () => {
    for (const [text, lang] of [
      ["mother w/ seizures, son w/ ataxia", "en"],
      ["brother w/ seizures, she has ataxia", "en"],
      ["Bruder mit Krampfanfällen, sie hat Ataxie", "de"],
      ["frère avec convulsions, elle a une ataxie", "fr"],
      ["hermano c/ convulsiones, ella tiene ataxia", "es"],
      ["fratello con convulsioni, lei ha un'atassia", "it"],
      ["irmão c/ convulsões, ela tem ataxia", "pt"],
      ["FH: seizures; PMH: ataxia", "en"],
      ["FHx seizures. PMHx ataxia", "en"],
      ["FA: Krampfanfälle; EA: Ataxie", "de"],
      ["AF : convulsions ; AP : ataxie", "fr"],
      ["AF: convulsiones; AP: ataxia", "es"],
      ["AF: convulsioni; AP: atassia", "it"],
      ["AF: convulsões; AP: ataxia", "pt"],
      ["mother's side: seizures; patient: ataxia", "en"],
      ["MGM with seizures, patient with ataxia", "en"],
      ["In der Familie: Krampfanfälle. Er hat Ataxie", "de"],
      ["antécédents familiaux de convulsions, ataxie chez l'enfant", "fr"],
      ["En la familia: convulsiones. Él tiene ataxia", "es"]
    ] as const) {
      expect(read(text, lang).recognised, text).toEqual([ataxia])
      expect(ids(read(text, lang).unsure), text).toEqual([seizure])
    }
  })
})
