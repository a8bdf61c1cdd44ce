import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import { memoize } from "@rare-disease-community/text/ClockCache"
import { stemOf } from "@rare-disease-community/text/Lexemes"
import { textTokens } from "@rare-disease-community/text/NameWords"
import { americanSpelling } from "@rare-disease-community/text/Spelling"
import stopWords from "@rare-disease-community/text/words/stop-words.json" with { type: "json" }
import lists from "../../words/lay-words.json" with { type: "json" }
import { inserted, insertionIndexOf } from "../IndexedIds.ts"
import { isStopWord } from "../SearchWords.ts"

/** Beginnings, middles and endings are looked for in words of a description of at least this many letters. */
const minLetters = 5

/** Parts of words are looked up by this many of their first letters; no part is shorter. */
const keyLetters = 3

/** The letters that words about a concept begin with, end with or have in the middle. */
interface WordPart {
  readonly text: string
  readonly isBeginning: boolean
  readonly isEnding: boolean
  readonly concept: number
}

const concepts = new Map<string, ReadonlyArray<number>>()
const parts = new Map<string, ReadonlyArray<WordPart>>()

for (const [concept, patterns] of lists.concepts.entries()) {
  for (const pattern of patterns) {
    const text = pattern.replace(/^-|-$/g, "")
    const [isBeginning, isEnding] = [!pattern.startsWith("-"), !pattern.endsWith("-")]
    if (isBeginning && isEnding) {
      for (const word of new Set([text, stemOf(text)])) concepts.set(word, [...(concepts.get(word) ?? []), concept])
    } else {
      const key = text.slice(0, keyLetters)
      parts.set(key, [...(parts.get(key) ?? []), { text, isBeginning, isEnding, concept }])
    }
  }
}

const isAt = (word: string, at: number, { isBeginning, isEnding, text }: WordPart): boolean =>
  word.startsWith(text, at) && (!isBeginning || at === 0) && (!isEnding || at + text.length === word.length)

/**
 * The concepts that a word is about: "kidney", "renal" and "glomerulonephritis" share one. Takes a folded word in
 * American spelling, and its stem.
 */
export const conceptsOf = (word: string, stem: string): ReadonlyArray<number> => {
  const found = new Set([...(concepts.get(word) ?? []), ...(concepts.get(stem) ?? [])])
  if (word.length >= minLetters) {
    for (let at = 0; at <= word.length - keyLetters; at++) {
      for (const part of parts.get(word.slice(at, at + keyLetters)) ?? []) {
        if (isAt(word, at, part)) found.add(part.concept)
      }
    }
  }
  return Array.from(found)
}

/** A text of a disease: the words of a synonym weigh less than those of its name and its description. */
export interface DiseaseText {
  readonly text: string
  readonly isSynonym: boolean
}

/** A disease whose texts have words of a search: the share of the search, from 0 to 1, and the number of words. */
export interface FoundText {
  readonly disease: DiseaseId
  readonly share: number
  readonly words: number
}

/** The weight of a word that only synonyms have, compared with the same word in a name. */
const synonymWeight = 0.85

/** The weight of a word with the same meaning, compared with the word itself. */
const conceptSimilarity = 0.75

/** The weight of a word that no text has. */
const unknownWeight = 4

/** Further characters of a search in descriptions are ignored. */
const maxTextQueryCharacters = 300

/** Further words of a search in descriptions are ignored. */
const maxWords = 32

const genericStems = new Set(stopWords.generic.words.map(stemOf))

/** What a word is looked up by. */
interface AnalysedWord {
  readonly stem: string
  readonly concepts: ReadonlyArray<string>
}

/** The concepts as no word is written. */
const conceptTerms = lists.concepts.map((_, concept) => `@${concept}`)

const analyse = memoize((token): AnalysedWord => {
  const word = americanSpelling(token)
  const stem = stemOf(word)
  return { stem, concepts: conceptsOf(word, stem).map((concept) => at(conceptTerms, concept)) }
}, 10_000)

const termsOf = (token: string): ReadonlyArray<string> => {
  const { concepts, stem } = analyse(token)
  return [stem, ...concepts]
}

/** The words of a search that descriptions are searched for, each by its stem. */
const searchedWords = (search: string): ReadonlyMap<string, AnalysedWord> => {
  const words = new Map<string, AnalysedWord>()
  for (const token of textTokens(search.slice(0, maxTextQueryCharacters)).slice(0, maxWords)) {
    const word = analyse(token)
    if (token.length > 1 && !isStopWord(token) && !genericStems.has(word.stem)) words.set(word.stem, word)
  }
  return words
}

/** Tells whether a text has all words of a search, or this many, by stem or by concept. */
export const havingWords = (search: string, enough: number): ((text: string) => boolean) => {
  const words = Array.from(searchedWords(search).values(), ({ concepts, stem }) => [stem, ...concepts])
  const least = Math.min(enough, words.length)
  return (text) => {
    const terms = new Set(textTokens(text).flatMap(termsOf))
    return words.filter((word) => word.some((term) => terms.has(term))).length >= least
  }
}

const diseaseOf = (entry: number) => DiseaseId(entry >> 1)

/** The entries with a disease; one that is there gets the greater weight. */
const withDisease = (entries: Array<number>, disease: DiseaseId, isSynonym: boolean): Array<number> => {
  const entry = disease * 2 + (isSynonym ? 0 : 1)
  const place = insertionIndexOf(entries, disease * 2)
  const before = entries[place] ?? 0
  if (diseaseOf(before) !== disease) return inserted(entries, entry)
  if (before < entry) entries[place] = entry
  return entries
}

/** The names and descriptions of diseases, by stem and by concept. It runs one search at a time. */
export class TextIndex {
  /**
   * The diseases that have a term, rising: twice the id of each, and one more where not only its synonyms have it. One
   * list of integers takes half the memory of two lists.
   */
  readonly #entries = new Map<string, Array<number>>()
  /** The number of diseases with texts. */
  #size = 0
  #lastId = 0
  // By disease, for the search that runs: the weight it has, the weight of the current word, the number of its words.
  #total = new Float64Array(0)
  #current = new Float64Array(0)
  #words = new Int32Array(0)

  /** Adds the texts of a disease; its texts of before must have been removed. */
  add(disease: DiseaseId, texts: ReadonlyArray<DiseaseText>): void {
    for (const { isSynonym, text } of texts) {
      for (const token of textTokens(text)) {
        for (const term of termsOf(token)) {
          const entries = this.#entries.get(term)
          const longer = withDisease(entries ?? [], disease, isSynonym)
          if (longer !== entries) this.#entries.set(term, longer)
        }
      }
    }
    this.#size++
    this.#lastId = Math.max(this.#lastId, disease)
  }

  /** Removes the texts of a disease, which must be those that were added. */
  remove(disease: DiseaseId, texts: ReadonlyArray<DiseaseText>): void {
    for (const token of texts.flatMap(({ text }) => textTokens(text))) {
      for (const term of termsOf(token)) {
        const entries = this.#entries.get(term) ?? []
        const place = insertionIndexOf(entries, disease * 2)
        if (diseaseOf(entries[place] ?? 0) === disease) entries.splice(place, 1)
      }
    }
    this.#size--
  }

  #idf(term: string): number {
    const frequency = this.#entries.get(term)?.length ?? 0
    return frequency === 0 ? 0 : Math.max(0.3, Math.log((this.#size + 20) / (frequency + 1)))
  }

  /** The diseases whose texts have at least `minShare` of the weight of a search. */
  find(search: string, minShare: number): ReadonlyArray<FoundText> {
    this.#grow()
    const touched: Array<DiseaseId> = []
    let total = 0
    for (const word of searchedWords(search).values()) total += this.#count(word, touched)
    const found: Array<FoundText> = []
    for (const disease of touched) {
      const share = at(this.#total, disease) / total
      if (share >= minShare) found.push({ disease, share, words: at(this.#words, disease) })
      this.#total[disease] = 0
      this.#words[disease] = 0
    }
    return found
  }

  /** Adds the weight of a word to the diseases whose texts have it, and returns the greatest weight it may have. */
  #count({ concepts, stem }: AnalysedWord, touched: Array<DiseaseId>): number {
    const having: Array<DiseaseId> = []
    const countTerm = (term: string, similarity: number) => {
      const entries = this.#entries.get(term)
      if (entries === undefined) return 0
      const weight = this.#idf(term) * similarity
      for (const entry of entries) {
        const disease = diseaseOf(entry)
        const value = entry % 2 === 1 ? weight : weight * synonymWeight
        const before = this.#current[disease] ?? 0
        if (before === 0) having.push(disease)
        if (before < value) this.#current[disease] = value
      }
      return weight
    }
    const own = countTerm(stem, 1)
    const similar = concepts.map((concept) => countTerm(concept, conceptSimilarity))
    for (const disease of having) {
      if ((this.#words[disease] ?? 0) === 0) touched.push(disease)
      this.#total[disease] = (this.#total[disease] ?? 0) + (this.#current[disease] ?? 0)
      this.#words[disease] = (this.#words[disease] ?? 0) + 1
      this.#current[disease] = 0
    }
    // The search asks for an unknown word too.
    return Math.max(own, ...similar, having.length === 0 ? unknownWeight : 0)
  }

  #grow() {
    if (this.#total.length > this.#lastId) return
    const size = this.#lastId + 1_024
    this.#total = new Float64Array(size)
    this.#current = new Float64Array(size)
    this.#words = new Int32Array(size)
  }
}
