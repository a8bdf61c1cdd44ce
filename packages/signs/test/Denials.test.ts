import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia, hearing, head] = ["HP:0001250", "HP:0002066", "HP:0001083", "HP:0000252"]

const heads = {
  en: ["very tiny head"],
  de: ["kleiner Kopf", "sehr winziger Kopf"],
  fr: ["petite tête"],
  es: ["cabeza pequeña"],
  pt: ["cabeça muito pequena"]
}

const read = readWith({ ...wordings, [head]: heads }, { fr: { common: ["eu"] }, pt: { common: ["enquanto"] } })
const [generalized, fingers] = ["HP:0002197", "HP:0001166"]

/** The same with signs whose names deny, or say that something is wrong. */
const readNames = readWith({
  ...wordings,
  [head]: { de: ["läuft nicht"], es: ["no puede caminar"], fr: ["ne marche pas"] },
  [fingers]: { en: ["wrong with her hands"], de: ["Hörgerät", "taub"], es: ["problema para caminar"] },
  [generalized]: { en: ["seizures that do not stop"], es: ["convulsiones no paran"] }
})
const [all, noSeizure] = [[`not ${seizure}`, `not ${ataxia}`, `not ${hearing}`], `not ${seizure}`]

const each = (lang: string, texts: ReadonlyArray<string>, found: ReadonlyArray<string>) => {
  for (const text of texts) expect(read(text, lang).recognised, text).toEqual(found)
}

describe("Denials", () => {
  it("of what is named first are in a clause of their own, behind words such as 'so far', or repeat it", () => {
    each(
      "pt",
      ["Convulsões, nunca.", "Convulsões, por enquanto, não teve.", "Convulsões graças a Deus nunca teve."],
      [noSeizure]
    )
    each(
      "pt",
      ["Convulsões, nunca teve convulsões.", "Zero convulsões", "Convulsões o exame não mostrou."],
      [noSeizure]
    )
    each("pt", ["Convulsões, sempre."], [seizure])
  })

  it("behind their own sign cover nothing behind the next comma", () => {
    each("en", ["Seizures ruled out, ataxia"], [noSeizure, ataxia])
    each("de", ["Krampfanfälle ausgeschlossen, Ataxie, kleiner Kopf"], [noSeizure, ataxia, head])
  })

  it("cover a list to its end where it ends with 'or', and each sign behind a verb of denial", () => {
    each("en", ["No seizures, ataxia or hearing loss.", "Denies seizures, ataxia and hearing loss."], all)
    each("en", ["Negative for seizures, ataxia and hearing loss", "No evidence of seizures, ataxia, hearing loss"], all)
    each("de", ["Keine Krampfanfälle, Ataxie oder Hörverlust.", "Verneint Krampfanfälle, Ataxie und Hörverlust"], all)
    each(
      "de",
      ["Weder Krampfanfälle noch Ataxie noch Hörverlust", "Kein Anhalt für Krampfanfälle, Ataxie, Hörverlust"],
      all
    )
    each("fr", ["Pas de convulsions, d'ataxie ou de surdité.", "Pas de convulsions, ni d'ataxie, ni de surdité"], all)
    each(
      "fr",
      ["Elle nie des convulsions, une ataxie et une surdité", "Absence de convulsions, d'ataxie et de surdité"],
      all
    )
    each("es", ["Sin convulsiones, ataxia ni sordera.", "Niega convulsiones, ataxia y sordera"], all)
    each("es", ["Ausencia de convulsiones, ataxia y sordera", "No tiene convulsiones ni ataxia ni sordera"], all)
    each("it", ["Nessuna convulsione, atassia o sordità.", "Non ha convulsioni, né atassia, né sordità"], all)
    each("pt", ["Sem convulsões, ataxia ou surdez.", "Nega convulsões, ataxia e surdez"], all)
    each("pt", ["Ausência de convulsões, ataxia e surdez", "Não tem convulsões nem ataxia nem surdez"], all)
  })

  it("end at the end of a sentence, at 'but', at a new verb, and at a sign that begins another item", () => {
    const found = [noSeizure, ataxia]
    each(
      "en",
      ["No seizures. Ataxia.", "no seizures but ataxia", "No seizures, has ataxia", "no seizures, and he has ataxia"],
      found
    )
    each(
      "de",
      ["Keine Krampfanfälle. Ataxie.", "keine Krampfanfälle, aber Ataxie", "Keine Krampfanfälle, hat eine Ataxie"],
      found
    )
    each(
      "fr",
      ["Pas de convulsions. Ataxie.", "pas de convulsions mais une ataxie", "Pas de convulsions, a une ataxie"],
      found
    )
    each(
      "es",
      ["Sin convulsiones. Ataxia.", "sin convulsiones pero con ataxia", "Sin convulsiones, tiene ataxia"],
      found
    )
    each(
      "it",
      ["Niente convulsioni. Atassia.", "non ha convulsioni però ha atassia", "convulsioni no, atassia sì"],
      found
    )
    expect(read("no seizures, small head").recognised).toEqual([noSeizure, head])
    each("en", ["no seizures, very tiny head and ataxia"], [noSeizure, head, ataxia])
    each("de", ["keine Krampfanfälle, sehr winziger Kopf und Ataxie"], [noSeizure, head, ataxia])
    each("pt", ["sem convulsões, cabeça muito pequena e ataxia"], [noSeizure, head, ataxia])
    expect(read("without seizures, ataxia and hearing loss").recognised).toEqual([noSeizure, ataxia, hearing])
  })

  it("are said behind signs: as an answer, as a predicate, and as the end of a compound", () => {
    each(
      "en",
      ["Seizures: absent.", "Seizures - never", "Seizures? No.", "Seizures (-)", "seizure-free since 2019"],
      [noSeizure]
    )
    each("en", ["Seizures were ruled out", "Seizures have not occurred", "he stopped having seizures"], [noSeizure])
    each("en", ["Seizures, ataxia and hearing loss were denied"], all)
    each("en", ["Seizures: no. Ataxia: yes."], [noSeizure, ataxia])
    each("de", ["Krampfanfälle: keine", "anfallsfrei seit 2019", "Krampfanfälle traten nicht auf"], [noSeizure])
    each("de", ["Krampfanfälle, Ataxie und Hörverlust wurden ausgeschlossen"], all)
    each(
      "fr",
      ["Convulsions : absentes", "Des convulsions, elle n'en a jamais eu", "Les convulsions ont cessé"],
      [noSeizure]
    )
    each("es", ["Convulsiones: no", "Se descartan convulsiones", "Las convulsiones desaparecieron"], [noSeizure])
    each(
      "pt",
      ["Convulsões: não", "Convulsões nunca teve", "Nunca teve convulsões", "Não tem mais convulsões"],
      [noSeizure]
    )
  })

  it("are said of a sign with which a clause begins: 'Anfall hatte sie keinen', 'ataxia no ha tenido'", () => {
    each("de", ["Krampfanfälle kriegt sie keine."], [noSeizure])
    each("es", ["Convulsiones no le han dado.", "Convulsiones nunca tuvo"], [noSeizure])
    each("es", ["Las convulsiones no se le quitan", "Convulsiones que no se quitan"], [seizure])
  })

  it("behind a cause are none of it in German: 'wegen seiner Anfälle nicht schlafen'", () => {
    each(
      "de",
      ["er kann wegen seiner Krampfanfälle nicht schlafen", "wegen ihres Anfalls kann sie nicht gehen"],
      [seizure]
    )
    each("de", ["Krampfanfälle hatte er nie"], [noSeizure])
  })

  it("are said of what something else is there instead of, and not of that", () => {
    each("en", ["instead of seizures she has ataxia"], [noSeizure, ataxia])
    each("de", ["statt Krampfanfälle hat er Ataxie"], [noSeizure, ataxia])
    each("fr", ["au lieu de convulsions elle a une ataxie"], [noSeizure, ataxia])
    each("es", ["en vez de convulsiones tiene ataxia"], [noSeizure, ataxia])
    each("pt", ["em vez de convulsões tem ataxia"], [noSeizure, ataxia])
  })

  it("are answered with one word behind a sign", () => {
    each("en", ["seizures no"], [noSeizure])
    each("de", ["Krampfanfälle nein, Ataxie ja"], [noSeizure, ataxia])
    each("fr", ["convulsions non, ataxie oui"], [noSeizure, ataxia])
  })

  it("are none of a sign that 'these' or 'her' says to be there, behind a verb", () => {
    each("en", ["I can't stand these seizures"], [seizure])
    each("fr", ["je n'en peux plus de ces convulsions", "je ne supporte plus ces convulsions"], [seizure])
    each("es", ["no aguanto más estas convulsiones"], [seizure])
    each("it", ["non ne posso più di queste convulsioni"], [seizure])
    each("pt", ["não aguento mais essas convulsões"], [seizure])
    each("en", ["she never had these seizures", "she has never experienced these seizures"], [noSeizure])
    each("es", ["nunca ha tenido estas convulsiones"], [noSeizure])
  })

  it("are 'zero' of a sign, and the words that say that it has gone", () => {
    each("en", ["zero seizures", "the seizures cleared up"], [noSeizure])
    each("de", ["die Krampfanfälle sind längst weg", "Krampfanfälle? Fehlanzeige."], [noSeizure])
    each("fr", ["zéro convulsions", "des convulsions ? que nenni"], [noSeizure])
    each("es", ["cero convulsiones", "se le quitaron las convulsiones", "convulsiones para nada"], [noSeizure])
    each("it", ["le convulsioni sono passate", "convulsioni? macché"], [noSeizure])
    each("pt", ["as convulsões sumiram", "parou de ter convulsões"], [noSeizure])
  })

  it("are none where a sign has risen, or has not gone", () => {
    each("en", ["her seizures went up", "the seizures have gone up"], [seizure])
    each("de", ["die Krampfanfälle sind nicht weg"], [seizure])
    each("it", ["le convulsioni sono andate a peggiorare", "le convulsioni sono passate da due a sei"], [seizure])
  })

  it("are none where somebody denies a denial, knows no cause, or has nothing else", () => {
    each("en", ["It's not that she doesn't have seizures", "There's no denying the seizures"], [seizure])
    each("de", ["Es ist nicht so, dass er keine Krampfanfälle hätte"], [seizure])
    each("fr", ["On ne peut pas dire qu'il n'a pas de convulsions"], [seizure])
    each("it", ["non è che non abbia convulsioni", "non ho mai smesso di avere convulsioni"], [seizure])
    each("it", ["a parte le convulsioni non ho altri sintomi", "nessuno ci ha mai spiegato le convulsioni"], [seizure])
    each("pt", ["Não é que não tenha convulsões", "não vai à escola por causa das suas convulsões"], [seizure])
    each("es", ["nadie nos ha explicado las convulsiones"], [seizure])
  })

  it("are none where a denial is denied, open, or of something else", () => {
    each(
      "en",
      ["It is not true that she has no seizures", "there is no day without seizures", "not only seizures"],
      [seizure]
    )
    each("en", ["No doctor could explain his seizures", "this does not help against seizures"], [seizure])
    each("de", ["Es stimmt nicht, dass sie keine Krampfanfälle hat", "nicht nur Krampfanfälle"], [seizure])
    each(
      "fr",
      ["Ce n'est pas vrai qu'elle n'a pas de convulsions", "Aucun médecin n'explique ses convulsions"],
      [seizure]
    )
    each("es", ["No es verdad que no tenga convulsiones", "sin duda tiene convulsiones"], [seizure])
    for (const [text, lang] of [
      ["seizures could not be ruled out"],
      ["No se pueden descartar convulsiones", "es"]
    ] as const)
      expect(read(text, lang), text).toMatchObject({ recognised: [], unsure: [expect.stringContaining(seizure)] })
  })

  it("are no words that were not understood", () => {
    expect(read("No evidence of seizures").unknown).toEqual([])
    expect(read("Ausgeschlossen wurden Krampfanfälle", "de").unknown).toEqual([])
  })

  it("are two where the second part of a negation follows 'and'", () =>
    each("it", ["Non ha convulsioni e nemmeno atassia."], [noSeizure, `not ${ataxia}`]))

  it("by 'without' end where a verb or a pronoun begins to say something else: 'without a stick he has seizures'", () => {
    each("en", ["without her patch she has seizures", "without it he has seizures"], [seizure])
    each("de", ["ohne Sauerstoff hat sie Krampfanfälle", "ohne Pflaster bekommt er Krampfanfälle"], [seizure])
    each("fr", ["sans sirop elle a des convulsions", "sans perfusion il fait des convulsions"], [seizure])
    each(
      "es",
      ["sin jarabe tiene convulsiones", "sin parche le dan convulsiones", "sin oxígeno convulsiones"],
      [seizure]
    )
    each("it", ["senza cerotto ha convulsioni", "senza sciroppo gli vengono convulsioni"], [seizure])
    each("pt", ["sem xarope tem convulsões", "sem penso ficam as convulsões"], [seizure])
    each("en", ["without the patch the seizures return"], [seizure])
    each("de", ["ohne Pflaster kommen die Krampfanfälle wieder"], [seizure])
    each("fr", ["sans sirop les convulsions reviennent"], [seizure])
    each("de", ["ohne Stock sieht er doppelt und hat Krampfanfälle"], [seizure])
  })

  it("by 'without' cover what it denies, and a clause of it", () => {
    each("en", ["without having had seizures", "without obvious seizures", "without any seizures"], [noSeizure])
    each("de", ["ohne dass er je Krampfanfälle hatte", "ohne erkennbare Krampfanfälle"], [noSeizure])
    each("de", ["ohne Auftreten eines Krampfanfalls", "ohne Hinweise auf Krampfanfälle"], [noSeizure])
    each("en", ["without any sign of the seizures", "without evidence of a seizure"], [noSeizure])
    each("fr", ["sans signe de convulsions", "sans apparition de convulsions"], [noSeizure])
    each("fr", ["sans qu'elle ait eu de convulsions", "sans vraies convulsions"], [noSeizure])
    each("es", ["sin que tenga convulsiones", "sin convulsiones"], [noSeizure])
    each("it", ["senza che abbia convulsioni", "senza convulsioni"], [noSeizure])
    each("pt", ["sem que tenha convulsões", "sem convulsões"], [noSeizure])
    each("en", ["without seizures or ataxia"], [noSeizure, `not ${ataxia}`])
  })

  it("by 'without' give way to the same sign in their clause: 'without hearing aids he is deaf'", () =>
    expect(readNames("ohne Hörgerät ist er taub", "de").recognised).toEqual([fingers]))

  it("are said behind a sign that somebody has ruled out, or that is no issue", () => {
    each("es", ["las convulsiones se descartaron", "las convulsiones se han podido excluir"], [noSeizure])
    each("it", ["le convulsioni si sono escluse", "le convulsioni si possono escludere"], [noSeizure])
    each("de", ["Krampfanfälle schloss der Arzt aus", "Krampfanfälle konnten wir ausschließen"], [noSeizure])
    each("fr", ["les convulsions, le médecin les a écartées"], [noSeizure])
    each("pt", ["as convulsões excluíram-se", "as convulsões descartaram-nas"], [noSeizure])
    each(
      "en",
      ["seizures the neurologist ruled out", "seizures are not a problem", "seizures aren't an issue"],
      [noSeizure]
    )
    expect(read("Krampfanfälle schließen sie nicht aus", "de")).toMatchObject({
      recognised: [],
      unsure: [expect.stringContaining(seizure)]
    })
  })

  it("of a problem deny it, and are no part of a name that says what somebody cannot do", () => {
    expect(readNames("nothing wrong with her hands but seizures").recognised).toEqual([`not ${fingers}`, seizure])
    expect(readNames("nothing is wrong with her hands").recognised).toEqual([`not ${fingers}`])
    expect(readNames("no hay ningún problema para caminar", "es").recognised).toEqual([`not ${fingers}`])
    expect(readNames("läuft ohne Probleme", "de").recognised).toEqual([])
    expect(readNames("marche sans difficulté", "fr").recognised).toEqual([])
  })

  it("that are last in a name end it before 'and' too", () => {
    expect(readNames("läuft nicht und hat Krampfanfälle", "de").recognised).toEqual([head, seizure])
    expect(readNames("läuft nicht", "de").recognised).toEqual([head])
  })

  it("that deny nothing are part of no sign: 'nobody knows why' is not 'does not stop'", () => {
    const texts = [
      "nobody knows why she has seizures",
      "no doctor explains the seizures",
      "seizures since she was small"
    ]
    for (const text of texts) expect(readNames(text).recognised, text).toEqual([seizure])
    expect(readNames("ningún médico explica las convulsiones", "es").recognised).toEqual([seizure])
    expect(readNames("the seizures do not stop").recognised).toEqual([generalized])
  })
})
