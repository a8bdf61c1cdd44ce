import { textTokens } from "@rare-disease-community/text/NameWords"
import layNameFile from "../words/lay-names.json" with { type: "json" }
import type { WeightedText } from "./texts/TextIndex.ts"

const layNames = new Map(layNameFile.diseases.map((disease) => [disease.code, disease]))

export const phraseOf = (text: string) => ` ${textTokens(text).join(" ")} `

/** The lay names of more than one word, of all diseases that have some. */
export const layPhrases = layNameFile.diseases.flatMap(({ code, names }) =>
  names.filter((name) => textTokens(name).length > 1).map((name) => ({ code, phrase: phraseOf(name) }))
)

/** The weights of a disease's texts; name, description and signs have 1. */
const synonymWeight = 0.85

export const layNamesOf = ({ codes }: { readonly codes: ReadonlyArray<string> }) =>
  codes.flatMap((code) => layNames.get(code) ?? [])

interface DiseaseTexts {
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly description: string | null
}

/** The texts in which words of a search are looked for. */
export const textsOf = (
  { description, name, synonyms }: DiseaseTexts,
  lay: ReturnType<typeof layNamesOf>
): ReadonlyArray<WeightedText> => [
  { text: name, weight: 1 },
  ...synonyms.map((text) => ({ text, weight: synonymWeight })),
  { text: description ?? "", weight: 1 },
  ...lay.map(({ signs }) => ({ text: signs, weight: 1 }))
]
