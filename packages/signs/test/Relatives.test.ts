import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia, hearing] = ["HP:0001250", "HP:0002066", "HP:0001083"]

const read = readWith(wordings)

/** Texts of a patient who has hearing loss, with a sign of a relative. */
const eachOfRelative = (texts: ReadonlyArray<readonly [text: string, lang: string, sign: string]>) => {
  for (const [text, lang, sign] of texts)
    expect(read(text, lang), text).toMatchObject({ recognised: [hearing], unsure: [sign] })
}

describe("Relatives", () => {
  const ofMother = (sign: string, whose: string) => ({ recognised: [hearing], unsure: [`${whose}, ${sign}`] })

  it("have signs of their own, which are asked about and are said to be theirs", () => {
    expect(read("Her mother has ataxia. She has hearing loss.")).toMatchObject(
      ofMother(`ataxia: ${ataxia}`, "Her mother")
    )
    expect(read("Seine Mutter hat Ataxie. Er hat Hörverlust.", "de")).toMatchObject(
      ofMother(`Ataxie: ${ataxia}`, "Seine Mutter")
    )
    expect(read("Sa mère a une ataxie. Elle a une surdité.", "fr")).toMatchObject(
      ofMother(`ataxie: ${ataxia}`, "Sa mère")
    )
    expect(read("Su madre tiene ataxia. Ella tiene sordera.", "es")).toMatchObject(
      ofMother(`ataxia: ${ataxia}`, "Su madre")
    )
    expect(read("Her mother has ataxia and she has hearing loss")).toMatchObject(
      ofMother(`ataxia: ${ataxia}`, "Her mother")
    )
    expect(read("Her aunt: seizures").unsure).toEqual([`Her aunt, seizures: ${seizure}`])
  })

  it("are a family: 'family history of', 'runs in the family'", () => {
    const texts = [
      ["Family history of seizures.", "en", "Family history, seizures"],
      ["Seizures run in the family", "en", "run in the family, Seizures"],
      ["Familienanamnese: Krampfanfälle", "de", "Familienanamnese, Krampfanfälle"],
      ["Antécédents familiaux de convulsions", "fr", "Antécédents familiaux, convulsions"],
      ["En la familia hay convulsiones", "es", "En la familia, convulsiones"]
    ] as const
    for (const [text, lang, sign] of texts)
      expect(read(text, lang), text).toMatchObject({ recognised: [], unsure: [`${sign}: ${seizure}`] })
  })

  it("whom a text names first are the patient, unless it tells of a child of ours too", () => {
    eachOfRelative([
      ["My mother has ataxia, but my little daughter has hearing loss", "en", `My mother, ataxia: ${ataxia}`],
      ["My husband has ataxia. Our son has hearing loss.", "en", `My husband, ataxia: ${ataxia}`],
      ["Meine Mutter hat Ataxie, mein Baby hat Hörverlust", "de", `Meine Mutter, Ataxie: ${ataxia}`],
      ["Ma mère a une ataxie, ma fille a une surdité", "fr", `Ma mère, ataxie: ${ataxia}`],
      ["Mi madre tiene ataxia, mi hijo tiene sordera", "es", `Mi madre, ataxia: ${ataxia}`],
      ["Mia madre ha atassia, mio figlio ha sordità", "it", `Mia madre, atassia: ${ataxia}`],
      ["Minha mãe tem ataxia, meu filho tem surdez", "pt", `Minha mãe, ataxia: ${ataxia}`]
    ])
    expect(read("My mother has ataxia. My doctor says it is hearing loss.").recognised).toContain(ataxia)
    for (const text of ["Minha mãe tem ataxia", "A minha mãe tem ataxia", "O meu marido tem ataxia"])
      expect(read(text, "pt"), text).toMatchObject({ recognised: [ataxia], unsure: [] })
  })

  it("are not the patient where the writer tells of signs of their own", () => {
    eachOfRelative([
      ["My mother has ataxia, I have hearing loss", "en", `My mother, ataxia: ${ataxia}`],
      ["Mein Bruder hat Ataxie, ich selbst habe nur Hörverlust", "de", `Mein Bruder, Ataxie: ${ataxia}`],
      ["Meine Schwester hat Ataxie. Bei mir ist es eher Hörverlust", "de", `Meine Schwester, Ataxie: ${ataxia}`],
      [
        "Ma mère et ma tante ont une ataxie, chez moi c'est une surdité",
        "fr",
        `Ma mère et ma tante, ataxie: ${ataxia}`
      ],
      ["Mi madre tiene ataxia, yo solo sordera", "es", `Mi madre, ataxia: ${ataxia}`],
      ["Mia madre ha atassia, io ho sordità", "it", `Mia madre, atassia: ${ataxia}`],
      ["Minha mãe tem ataxia, eu tenho surdez", "pt", `Minha mãe, ataxia: ${ataxia}`]
    ])
    for (const text of ["My mother has ataxia, I am worried", "My mother has ataxia, I think she has hearing loss"])
      expect(read(text).recognised, text).toContain(ataxia)
  })

  it("do not deny a sign of the patient", () => {
    expect(read("No family history of seizures.")).toMatchObject({ recognised: [], unsure: [] })
  })

  it("only tell of the patient: 'mother reports', 'her mother says she has', 'his mother and his seizures'", () => {
    for (const text of [
      "Mother reports seizures",
      "Her mother says she has seizures",
      "I am his mother. He has seizures."
    ])
      expect(read(text), text).toMatchObject({ recognised: [seizure], unsure: [] })
    expect(read("my mum has seizures").recognised).toEqual([seizure])
  })

  it("are nobody who has a sign: it is neither the patient's nor denied, and what a patient has stays theirs", () => {
    const texts = [
      ["Nobody in our family has ataxia. He has hearing loss.", "en"],
      ["No one else has ataxia, but he has hearing loss", "en"],
      ["Keiner in der Familie hat Ataxie, er hat Hörverlust", "de"],
      ["In unserer Familie hat niemand Ataxie. Er hat Hörverlust.", "de"],
      ["Personne dans la famille n'a d'ataxie. Il a une surdité.", "fr"],
      ["Nadie en mi familia tiene ataxia. Él tiene sordera.", "es"],
      ["Nessuno in famiglia ha atassia. Lui ha sordità.", "it"],
      ["Ninguém na família tem ataxia. Ele tem surdez.", "pt"]
    ] as const
    for (const [text, lang] of texts)
      expect(read(text, lang), text).toMatchObject({ recognised: [hearing], unsure: [] })
    for (const text of ["Nobody has explained the ataxia", "Nobody is sure that he has ataxia"])
      expect(read(text).recognised, text).toEqual([ataxia])
  })
})
