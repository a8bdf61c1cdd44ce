import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { foldText } from "@rare-disease-community/text/Folding"
import { type Coded, type DiseaseTexts, layNamesOf, textsOf } from "../LayNames.ts"
import type { MatchedOn } from "../MatchedOn.ts"
import type { Query } from "../Query.ts"
import { isWholeName, type Scored, textScore } from "../Scores.ts"
import { type DiseaseText, havingWords, TextIndex } from "./TextIndex.ts"

/** Descriptions are searched unless a name covers this share of a search. */
const enoughOfQuery = 0.85

/** A search of at most this many words does not search descriptions if a whole name is among them. */
const maxShort = 4

/** The description of a disease is found by at least this share of a search. */
const minShare = 0.5

/** The description of a disease is found by at least this many words of a search. */
const minWords = 2

/** A sentence says what was searched for if it has all words of the search, or this many. */
const minTogether = 3

/** Where a sentence of a description ends. */
const sentenceEnd = /[.;!?]\s/

/**
 * Tells whether a sentence about a disease says what was searched for: "soft spot closed early" is not said by a
 * description with red spots and closed vessels.
 */
export const saying = (search: string): ((disease: DiseaseTexts & Coded) => boolean) => {
  const isSaidIn = havingWords(foldText(search), minTogether)
  return (disease) => textsOf(disease, layNamesOf(disease)).some(({ text }) => text.split(sentenceEnd).some(isSaidIn))
}

/** The length of the quotation from a description that was found. */
const maxQuotedCharacters = 200

/** The parts of a disease that a result of the search of descriptions has. */
interface Described {
  readonly name: string
  readonly description: string | null
  readonly prominence: number
}

/** Finds diseases by the words of their descriptions. */
export class DescriptionSearch {
  readonly #texts = new TextIndex()
  readonly #disease: (id: DiseaseId) => Described | undefined

  constructor(disease: (id: DiseaseId) => Described | undefined) {
    this.#disease = disease
  }

  add(id: DiseaseId, texts: ReadonlyArray<DiseaseText>): void {
    this.#texts.add(id, texts)
  }

  remove(id: DiseaseId, texts: ReadonlyArray<DiseaseText>): void {
    this.#texts.remove(id, texts)
  }

  /** Diseases whose descriptions match a search, unless a name has most of it. */
  find(query: Query, names: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    const isShort = query.words.length <= maxShort
    const isNamed = names.some((name) => name.queryCoverage >= enoughOfQuery || (isShort && isWholeName(name)))
    // A date is not a description.
    const hasLetters = /\p{L}/u.test(query.folded)
    if (query.contentWords < minWords || !hasLetters || isNamed) return []
    return this.#texts.find(query.folded, minShare).flatMap(({ disease, share, words }): ReadonlyArray<Scored> => {
      const found = this.#disease(disease)
      if (found === undefined || words < minWords) return []
      const { description, name, prominence } = found
      const matchedOn: MatchedOn =
        description === null
          ? { field: "name", text: name }
          : { field: "description", text: description.slice(0, maxQuotedCharacters).toWellFormed() }
      const score = textScore(share, prominence)
      return [{ disease, matchedOn, score, queryCoverage: share, nameCoverage: 0, isExact: false }]
    })
  }
}
