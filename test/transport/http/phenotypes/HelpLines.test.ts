import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"

/** Cries for help, and sentences that are none although they have their words. */
const sentences: Readonly<
  Record<string, { readonly cries: ReadonlyArray<string>; readonly others: ReadonlyArray<string> }>
> = {
  en: {
    cries: [
      "I want to die",
      "I don't want to live anymore",
      "I do not want to live any more, it hurts too much",
      "I no longer want to live",
      "I want to take my own life",
      "I'm thinking about ending my life",
      "I have thought about killing myself",
      "I wish I were dead",
      "I would be better off dead",
      "my daughter says she wants to kill herself",
      "he tried to take his own life last year",
      "I feel suicidal"
    ],
    others: [
      "I don't want to die",
      "I'm afraid of dying of this disease",
      "this disease rules my life",
      "will he live a normal life?",
      "what is the life expectancy?",
      "my father died at the end of his life of a stroke",
      "I want to live",
      "no suicidal thoughts"
    ]
  },
  de: {
    cries: [
      "Ich möchte mein Leben beenden",
      "Ich möchte nicht mehr leben",
      "ich will nicht mehr leben",
      "ich will mir das Leben nehmen",
      "Ich möchte tot sein",
      "ich wünschte, ich wäre tot",
      "sie denkt daran, sich das Leben zu nehmen",
      "ich möchte sterben",
      "ich mag nicht mehr leben",
      "meinem Leben ein Ende setzen",
      "ich bringe mich um",
      "er hat Suizidgedanken"
    ],
    others: [
      "Ich habe Angst zu sterben",
      "Ich will nicht sterben",
      "wie lange kann man damit leben?",
      "sie möchte am Leben teilnehmen",
      "die Krankheit bestimmt mein Leben",
      "ich will leben",
      "keine Suizidgedanken",
      "das Ende der Therapie hat mein Leben verändert"
    ]
  },
  fr: {
    cries: [
      "je veux mettre fin à mes jours",
      "je ne veux plus vivre",
      "je veux en finir avec la vie",
      "je veux me tuer",
      "je veux mettre fin à ma vie",
      "j'ai envie de mourir",
      "elle ne veut plus vivre",
      "il dit qu'il veut se tuer",
      "je voudrais être mort",
      "elle a des idées suicidaires",
      "je n'ai plus envie de vivre",
      "je pense au suicide"
    ],
    others: [
      "j'ai peur de mourir",
      "je ne veux pas mourir",
      "c'est pour la vie ?",
      "quelle est son espérance de vie",
      "cette maladie va le tuer",
      "je veux vivre",
      "pas d'idées suicidaires",
      "fin de la grossesse, il vit bien"
    ]
  },
  es: {
    cries: [
      "quiero quitarme la vida",
      "quiero acabar con mi vida",
      "quiero terminar con mi vida",
      "no quiero vivir más",
      "ya no quiero seguir viviendo",
      "quiero morirme",
      "me quiero morir",
      "dice que se quiere matar",
      "quisiera estar muerta",
      "tengo ideas suicidas",
      "pienso en suicidarme",
      "no tengo ganas de vivir"
    ],
    others: [
      "tengo miedo de morir",
      "no quiero morir",
      "cuál es su esperanza de vida",
      "esta enfermedad va a matarlo",
      "quiero vivir",
      "sin ideas suicidas",
      "¿puede tener una vida normal?",
      "al final de su vida no caminaba"
    ]
  },
  it: {
    cries: [
      "voglio togliermi la vita",
      "non voglio più vivere",
      "voglio farla finita",
      "voglio mettere fine alla mia vita",
      "voglio morire",
      "vorrei essere morta",
      "dice che vuole ammazzarsi",
      "penso al suicidio",
      "non ho più voglia di vivere",
      "vuole porre fine alla sua vita",
      "ho pensieri suicidi",
      "vorrei morire"
    ],
    others: [
      "ho paura di morire",
      "non voglio morire",
      "qual è l'aspettativa di vita",
      "questa malattia lo ucciderà",
      "voglio vivere",
      "nessun pensiero suicida",
      "può fare una vita normale?",
      "verso la fine della sua vita non camminava"
    ]
  },
  pt: {
    cries: [
      "quero acabar com a minha vida",
      "quero pôr fim à minha vida",
      "quero tirar a minha vida",
      "não quero mais viver",
      "quero morrer",
      "queria estar morta",
      "ela diz que quer se matar",
      "quero me matar",
      "penso em suicídio",
      "não tenho mais vontade de viver",
      "tenho pensamentos suicidas",
      "ele tentou tirar a própria vida"
    ],
    others: [
      "tenho medo de morrer",
      "não quero morrer",
      "qual é a expectativa de vida",
      "esta doença vai matá-lo",
      "quero viver",
      "sem pensamentos suicidas",
      "pode ter uma vida normal?",
      "no fim da vida ele não andava"
    ]
  }
}

const hasHelpLines = (lang: string) => (symptoms: string) =>
  Effect.map(
    send("GET", `/api/diseases?limit=1&lang=${lang}&symptoms=${encodeURIComponent(symptoms)}`),
    ({ body }) => at(body, "helpLines") !== undefined
  )

layer(community(Memory.layer), { excludeTestServices: true })("The help lines of a search by signs", (it) => {
  for (const [lang, { cries, others }] of Object.entries(sentences))
    it.effect(`come for who thinks of ending their life, and for nothing else (${lang})`, () =>
      Effect.gen(function* () {
        const missed = yield* Effect.filter(cries, (text) => Effect.negate(hasHelpLines(lang)(text)))
        const wrong = yield* Effect.filter(others, hasHelpLines(lang))
        deepStrictEqual({ missed, wrong }, { missed: [], wrong: [] })
      })
    )
})
