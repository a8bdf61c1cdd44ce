import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia] = ["HP:0001250", "HP:0002066"]

const read = readWith(wordings)

const idsOf = (signs: ReadonlyArray<string>) => signs.map((sign) => sign.slice(sign.indexOf("HP:")))

const asked: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: [
    "I am scared that she might have seizures",
    "what if he gets seizures",
    "there is a risk of seizures",
    "will he have seizures",
    "can this medicine cause seizures",
    "we were asked whether she had seizures",
    "we do not know yet whether she has seizures",
    "if seizures show up we have to call",
    "if she has seizures again we have to call",
    "does he have seizures?",
    "has the baby got seizures?",
    "he will have seizures later",
    "I used to get seizures as a kid",
    "he had seizures, but they went away",
    "he had seizures. They have completely gone."
  ],
  de: [
    "ich habe Angst, dass sie Krampfanfälle bekommt",
    "was ist, wenn er Krampfanfälle kriegt",
    "er könnte später Krampfanfälle bekommen",
    "es besteht ein Risiko für Krampfanfälle",
    "wird er Krampfanfälle haben",
    "wir haben Angst dass er Krampfanfälle bekommt",
    "falls Krampfanfälle auftreten, sollen wir anrufen",
    "wenn Krampfanfälle auftreten, sollen wir anrufen",
    "wir wissen noch nicht ob er Krampfanfälle hat",
    "bekommt mein Baby jetzt Krampfanfälle?",
    "hat er Krampfanfälle?",
    "er wird später Krampfanfälle bekommen",
    "Krampfanfälle hatte ich nur als Kind",
    "Krampfanfälle hatte er, die sind abgeheilt"
  ],
  fr: [
    "j'ai peur qu'elle fasse des convulsions",
    "j'ai peur que notre fils fasse des convulsions",
    "il pourrait faire des convulsions",
    "un risque de convulsions",
    "un risque accru de convulsions",
    "le médecin parle d'un risque d'anciennes convulsions",
    "j'ai peur des convulsions",
    "peur d'autres convulsions",
    "on est inquiets que notre fils fasse des convulsions",
    "je me demande si ce sont des convulsions",
    "ils risquent des convulsions",
    "en cas de convulsions, on appelle",
    "on ne sait pas si elle fait des convulsions",
    "si jamais il fait des convulsions, on appelle",
    "s'il refait des convulsions, on appelle",
    "a-t-il des convulsions ?",
    "mon bébé va-t-il faire des convulsions ?",
    "est-ce que c'est des convulsions ?",
    "il aura des convulsions",
    "autrefois il avait des convulsions",
    "il a eu des convulsions mais c'est guéri"
  ],
  es: [
    "tengo miedo de que le den convulsiones",
    "podría tener convulsiones",
    "hay riesgo de convulsiones",
    "todavía no sabemos si tiene convulsiones",
    "si aparecen convulsiones, llamamos",
    "si le vuelven a dar convulsiones, llamamos",
    "¿tiene convulsiones?",
    "¿le darán convulsiones?",
    "solía tener convulsiones",
    "tuvo convulsiones, se le quitó solo"
  ],
  it: [
    "ho paura che le vengano le convulsioni",
    "potrebbe avere convulsioni",
    "c'è il rischio di convulsioni",
    "c'è il rischio d'altre convulsioni",
    "il rischio dell'inizio di convulsioni",
    "paura delle convulsioni",
    "non è chiaro se abbia convulsioni",
    "se dovesse avere convulsioni, chiamiamo",
    "se gli vengono le convulsioni, chiamiamo",
    "ha convulsioni?",
    "gli verranno le convulsioni?",
    "un tempo aveva convulsioni",
    "aveva convulsioni, ma è guarito"
  ],
  pt: [
    "tenho medo que ela tenha convulsões",
    "ele pode ter convulsões",
    "há risco de convulsões",
    "alguém sabe se dá convulsões",
    "caso apareçam convulsões, ligamos",
    "se ela tiver convulsões, ligamos",
    "tem convulsões?",
    "ele terá convulsões",
    "antigamente tinha convulsões",
    "convulsões tinha em criança, sarou"
  ]
}

const there: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: [
    "we are worried about his seizures",
    "we are worried about these seizures",
    "I am afraid to leave her alone since she has seizures",
    "she might be tired because she has seizures",
    "it could be anything, but he has seizures",
    "he may need glasses and he has seizures",
    "why does he have seizures?",
    "does anyone know a child with seizures?",
    "is it normal that she has seizures?",
    "can he swim with seizures?",
    "he used to walk and has seizures",
    "the seizures come from all over"
  ],
  de: [
    "ich habe Angst, sie allein zu lassen, weil sie Krampfanfälle hat",
    "Sorgen wegen seiner Krampfanfälle",
    "warum hat er Krampfanfälle?",
    "Krampfanfälle seit früher Kindheit",
    "er hat Krampfanfälle, was können wir tun?",
    "als Baby hatte er Krampfanfälle",
    "früher hatte er Krampfanfälle und immer noch"
  ],
  fr: [
    "j'ai peur de la laisser seule car elle fait des convulsions",
    "on s'inquiète de ses convulsions",
    "elle a peur du noir et fait des convulsions",
    "pourquoi a-t-il des convulsions ?",
    "il a des convulsions, que faire ?"
  ],
  es: [
    "tengo miedo de dejarla sola porque tiene convulsiones",
    "nos preocupan sus convulsiones",
    "tiene miedo de la oscuridad y tiene convulsiones",
    "tiene convulsiones, ¿qué hago?",
    "tiene convulsiones ¿qué puedo hacer?",
    "¿por qué tiene convulsiones?",
    "de bebé tuvo convulsiones"
  ],
  it: [
    "ho paura di lasciarla sola perché ha le convulsioni",
    "siamo preoccupati per le sue convulsioni",
    "ha paura del buio e ha le convulsioni",
    "perché ha le convulsioni?",
    "ha le convulsioni, cosa facciamo?"
  ],
  pt: [
    "tenho medo de a deixar sozinha porque tem convulsões",
    "preocupados com as suas convulsões",
    "tem medo do escuro e tem convulsões",
    "por que ele tem convulsões?",
    "tem convulsões, o que fazer?"
  ]
}

describe("signs that are only feared, foretold or asked about, or are over", () => {
  it.each(Object.entries(asked))("are asked about in %s, and not taken for signs of the patient", (lang, texts) => {
    for (const text of texts) {
      const { recognised, unsure } = read(text, lang)
      expect({ recognised, unsure: idsOf(unsure) }, text).toEqual({ recognised: [], unsure: [seizure] })
    }
  })

  it.each(Object.entries(there))(
    "are there in %s if they are somebody's own, or behind a verb of their own",
    (lang, texts) => {
      for (const text of texts) expect(read(text, lang).recognised, text).toEqual([seizure])
    }
  )

  it("leave no sign in the words of the doubt itself", () => {
    const read = readWith({ [seizure]: { de: ["Krampfanfälle"] }, [ataxia]: { de: ["Angst"] } })
    expect(read("ich habe Angst, dass sie Krampfanfälle bekommt", "de").recognised).toEqual([])
    expect(idsOf(read("ich habe Angst, dass sie Krampfanfälle bekommt", "de").unsure)).toEqual([seizure])
    expect(read("sie hat Angst, sie schläft schlecht", "de").recognised).toEqual([ataxia])
  })

  it("cover a list to its end", () => {
    expect(idsOf(read("she might get seizures and ataxia", "en").unsure)).toEqual([seizure, ataxia])
    expect(read("a risk of seizures and she has ataxia", "en").recognised).toEqual([ataxia])
    const readVerbs = readWith({ [seizure]: { fr: ["fait des convulsions"] } })
    expect(readVerbs("elle a peur du noir et fait des convulsions", "fr").recognised).toEqual([seizure])
    expect(idsOf(readVerbs("j'ai peur qu'elle fait des convulsions", "fr").unsure)).toEqual([seizure])
  })

  it("were denied if they have been excluded in French, and are asked about if they are still to be", () => {
    expect(read("on a exclu des convulsions", "fr").recognised).toEqual([`not ${seizure}`])
    expect(read("l'EEG permet d'écarter des convulsions", "fr").recognised).toEqual([`not ${seizure}`])
    expect(idsOf(read("il faut exclure des convulsions", "fr").unsure)).toEqual([seizure])
  })
})
