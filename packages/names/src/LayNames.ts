import { textTokens } from "@rare-disease-community/text/NameWords"
import layNameFile from "../words/lay-names.json" with { type: "json" }
import type { DiseaseText } from "./texts/TextIndex.ts"

const layNames = new Map(layNameFile.diseases.map((disease) => [disease.code, disease]))

export const phraseOf = (text: string) => ` ${textTokens(text).join(" ")} `

/** The lay names of more than one word, of all diseases that have some. */
export const layPhrases = layNameFile.diseases.flatMap(({ code, names }) =>
  names.filter((name) => textTokens(name).length > 1).map((name) => ({ code, phrase: phraseOf(name) }))
)

export interface Coded {
  readonly codes: ReadonlyArray<string>
}

export const layNamesOf = ({ codes }: Coded) => codes.flatMap((code) => layNames.get(code) ?? [])

export interface DiseaseTexts {
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly description: string | null
}

/** The texts in which words of a search are looked for. */
export const textsOf = (
  { description, name, synonyms }: DiseaseTexts,
  lay: ReturnType<typeof layNamesOf>
): ReadonlyArray<DiseaseText> => [
  { text: name, isSynonym: false },
  ...synonyms.map((text) => ({ text, isSynonym: true })),
  { text: description ?? "", isSynonym: false },
  ...lay.map(({ signs }) => ({ text: signs, isSynonym: false }))
]
