import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { changedLanguage, languageOf } from "../../../src/services/posts/TextLanguage.ts"

/** What a member writes in each language, with little to tell it by. */
const written = {
  en: "Our daughter has had fever since yesterday, what should we do now?",
  de: "Unsere Tochter hat seit gestern Fieber, was sollen wir jetzt tun?",
  fr: "Notre fille a de la fièvre depuis hier, que devons-nous faire ?",
  es: "Nuestra hija tiene fiebre desde ayer, ¿qué debemos hacer ahora?",
  it: "Nostra figlia ha la febbre da ieri, che cosa dobbiamo fare adesso?",
  pt: "Nossa filha está com febre desde ontem, o que devemos fazer agora?"
}

/** English and German words that are no words of a text. */
const english = "const patient = the history of the symptoms that were found when the child came into the hospital"
const german = "die Anamnese und die Befunde der Untersuchung wurden in der Klinik nicht gespeichert"

const others = [
  ["a block of code", (words: string, code: string) => `${words}\n\n\`\`\`js\n${`${code}\n`.repeat(8)}\`\`\``],
  ["an open block of code", (words: string, code: string) => `${words}\n\n~~~\n${`${code}\n`.repeat(8)}`],
  ["indented code", (words: string, code: string) => `${words}\n\n${`    ${code}\n`.repeat(8)}`],
  ["code in a quotation", (words: string, code: string) => `${words}\n\n> \`\`\`\n${`> ${code}\n`.repeat(8)}> \`\`\``],
  ["code in tags", (words: string, code: string) => `${words}\n\n<pre>${`<code>${code}</code>`.repeat(8)}</pre>`],
  ["code in its lines", (words: string, code: string) => `${words} ${`\`${code}\` `.repeat(8)}`],
  [
    "addresses",
    (words: string, code: string) =>
      `${words} ${`https://example.org/${code.replaceAll(" ", "-")} www.a.org/${code.replaceAll(" ", "/")} `.repeat(8)}`
  ],
  [
    "targets of links",
    (words: string, code: string) => `${words} ${`[.](/posts/${code.replaceAll(" ", "-")}) `.repeat(8)}`
  ]
] as const

describe("languageOf", () => {
  for (const [what, of] of others)
    it.effect(`finds the language of the words of a text, and not that of ${what}`, () =>
      Effect.gen(function* () {
        for (const [language, words] of Object.entries(written))
          strictEqual(yield* languageOf(undefined, of(words, language === "en" ? german : english)), language)
      })
    )

  it.effect("is unsure of a text that is nothing but code", () =>
    Effect.gen(function* () {
      strictEqual(yield* languageOf(undefined, `\`\`\`\n${english}\n\`\`\``), "und")
    })
  )
})

describe("changedLanguage", () => {
  it.effect("keeps the language of a text to which code is added", () =>
    Effect.gen(function* () {
      const after = `${written.fr}\n\n\`\`\`\n${`${english}\n`.repeat(8)}\`\`\``
      deepStrictEqual(yield* changedLanguage(undefined, written.fr, after), Option.none())
    })
  )
})
