import { at } from "@rare-disease-community/text/arrays/At"
import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { nameKey } from "@rare-disease-community/text/Folding"
import type { SimilarWord } from "@rare-disease-community/text/FuzzyWords"
import { PackedVocabulary } from "./PackedVocabulary.ts"
import { itemsAt, type NameKind, nameKinds, nameStatuses, type PhenotypeData, type Term } from "./PhenotypeData.ts"
import { isUnspaced, placedWords } from "./PhenotypeWords.ts"

interface PhenotypeName {
  readonly text: string
  readonly kind: NameKind
  readonly language: string
  readonly status: (typeof nameStatuses)[number]
}

/** A phenotype that a search found, and by which of its names. */
interface FoundPhenotype {
  readonly term: Term
  readonly name: number
}

/** The maximum number of phenotypes that a search by name finds. */
const maxFound = 200

/** The maximum number of different words of a search that are compared with all others. */
const maxCompared = 20

/** The least share of the words of a search that a phenotype has. */
const minCoverage = 0.5

/** A half-typed last word counts this much of a whole one. */
const completed = 0.85

/** Added for the whole name, and for a name that begins as typed. */
const [wholeScore, prefixScore] = [1, 0.15]

/** Among equal matches a name comes before its synonyms, and English before other languages. */
const kindScores: Readonly<Record<NameKind, number>> = {
  name: 0.05,
  synonym: 0.03,
  lay: 0.03,
  ours: 0.03,
  abbreviation: 0
}
const englishScore = 0.01

/** Finds phenotypes by their names in any language. It runs one search at a time. */
export class PhenotypeNames {
  readonly vocabulary: PackedVocabulary
  readonly #data: PhenotypeData
  /** By name: the weight of all its words, and, for the search that runs, of those that it shares with the search. */
  readonly #totals: Float32Array
  readonly #weights: Float32Array

  constructor(data: PhenotypeData) {
    this.#data = data
    this.vocabulary = new PackedVocabulary(
      data.names.vocabulary,
      (word) => itemsAt(data.names.namesOfWord, word).length
    )
    const { terms, words } = data.names
    this.#weights = new Float32Array(terms.length)
    const idfs = Float32Array.from(data.names.namesOfWord.offsets.subarray(1), (_, word) => this.#idf(word))
    this.#totals = Float32Array.from(terms, (_, name) =>
      itemsAt(words, name).reduce((sum, word) => sum + at(idfs, word), 0)
    )
  }

  /** The inverse document frequency of a word: fewer names give a greater one. */
  #idf(word: number): number {
    return Math.log((this.#data.names.terms.length + 20) / (itemsAt(this.#data.names.namesOfWord, word).length + 1))
  }

  name(name: number): PhenotypeName {
    const { kinds, languages, statuses, texts } = this.#data.names
    return {
      text: textAt(texts, name),
      kind: at(nameKinds, at(kinds, name)),
      language: at(this.#data.languages, at(languages, name)),
      status: at(nameStatuses, at(statuses, name))
    }
  }

  /** The names that share words with some that are meant, each with the share of its own words that it shares. */
  shared(
    meant: ReadonlyArray<ReadonlyArray<SimilarWord>>
  ): ReadonlyArray<{ readonly name: number; readonly share: number; readonly weight: number }> {
    const { namesOfWord } = this.#data.names
    const touched: Array<number> = []
    for (const candidates of meant) {
      const added = new Map<number, number>()
      for (const { similarity, word } of candidates) {
        const weight = this.#idf(word) * similarity
        for (const name of itemsAt(namesOfWord, word)) {
          const before = candidates.length === 1 ? 0 : (added.get(name) ?? 0)
          if (before >= weight) continue
          if ((this.#weights[name] ?? 0) === 0) touched.push(name)
          this.#weights[name] = (this.#weights[name] ?? 0) + weight - before
          if (candidates.length > 1) added.set(name, weight)
        }
      }
    }
    return touched.map((name) => {
      const weight = this.#weights[name] ?? 0
      this.#weights[name] = 0
      return { name, weight, share: weight / (this.#totals[name] ?? 1) }
    })
  }

  /** The words that one of a search may mean: itself, what it begins, or what it was mistyped from. */
  #meant(word: string, isLast: boolean, compared: Map<string, ReadonlyArray<SimilarWord>>): ReadonlyArray<SimilarWord> {
    const own = this.vocabulary.find(word)
    const exact = own === undefined ? [] : [{ word: own, similarity: 1 }]
    const begun =
      isLast && word.length > 1
        ? this.vocabulary.completions(word).map((other) => ({ word: other, similarity: completed }))
        : []
    const found = [...exact, ...begun.filter((other) => other.word !== own)]
    if (found.length === 0 && isUnspaced(word)) {
      const longest = this.vocabulary.longestAt(word, 0, word.length)
      return longest === undefined ? [] : [{ word: longest, similarity: completed }]
    }
    if (found.length > 0) return found
    const known = compared.get(word)
    if (known !== undefined || compared.size >= maxCompared) return known ?? []
    const similar = this.vocabulary.similar(word)
    compared.set(word, similar)
    return similar
  }

  /** The phenotypes whose names fit a search, best first. */
  search(search: string): ReadonlyArray<FoundPhenotype> {
    const words = placedWords(search.replace(/[’‘`´]/g, "'")).map(({ word }) => word)
    const compared = new Map<string, ReadonlyArray<SimilarWord>>()
    const meant = words.map((word, at) => this.#meant(word, at === words.length - 1, compared))
    const unknown = Math.log(this.#totals.length)
    const all = meant.reduce((sum, [best]) => sum + (best === undefined ? unknown : this.#idf(best.word)), 0)
    const typed = nameKey(search)
    const best = new Map<Term, { readonly name: number; readonly score: number }>()
    for (const { name, share, weight } of this.shared(meant)) {
      const coverage = Math.min(1, weight / all)
      if (coverage < minCoverage) continue
      const { kind, language, text } = this.name(name)
      const key = nameKey(text)
      const score =
        coverage * (0.6 + 0.4 * Math.min(1, share)) +
        (key === typed ? wholeScore : key.startsWith(typed) ? prefixScore : 0) +
        kindScores[kind] +
        (language === "en" ? englishScore : 0)
      const term = at(this.#data.names.terms, name)
      if ((best.get(term)?.score ?? 0) < score) best.set(term, { name, score })
    }
    return Array.from(best, ([term, { name, score }]) => ({ term, name, score }))
      .sort((one, other) => other.score - one.score || one.term - other.term)
      .slice(0, maxFound)
  }
}
