import { stemmer } from "stemmer"
import type { DiseaseId } from "../domain/Ids.ts"
import { conceptsOf } from "./Concepts.ts"
import { isChatter } from "./Sentences.ts"
import { americanSpelling } from "./Spelling.ts"
import { folded } from "./Words.ts"

/** A text of a disease, and how much a word in it counts. */
export interface WeightedText {
  readonly text: string
  readonly weight: number
}

/** A disease whose texts have words of a search: which share of what the search asks, from 0 to 1, and how many of its words. */
export interface FoundText {
  readonly disease: DiseaseId
  readonly share: number
  readonly words: number
}

/** What a word of the same meaning counts, beside the word itself. */
const conceptLikeness = 0.75

/** What a word counts that no text has. */
const unknownWeight = 4

/** Words that every other text here has. */
const generic = new Set(
  `disease disorder syndrome condition conditions problem problems illness type rare cause causes caused characterized result results usually
  basis material has_material_basis_in abnormal deficiency autosomal dominant recessive homozygous heterozygous compound mutation gene chromosome
  more too very also become becomes make makes can cannot occurs that which with without after before over during due sometimes often body person thing things`
    .split(/\s+/)
    .map((word) => stemmer(word))
)

interface Spelled {
  readonly stem: string
  readonly concepts: ReadonlyArray<number>
}

const spelled = new Map<string, Spelled>()
const maxSpelled = 60_000

const spelledOf = (raw: string): Spelled => {
  const known = spelled.get(raw)
  if (known !== undefined) return known
  const word = americanSpelling(raw)
  const stem = /^[a-z]+$/.test(word) ? stemmer(word) : word
  const result = { stem, concepts: conceptsOf(word, stem) }
  if (spelled.size < maxSpelled) spelled.set(raw, result)
  return result
}

const wordsIn = (text: string): ReadonlyArray<string> => {
  const plain = folded(text).replace(/'s\b/g, "")
  return plain.match(/^[\0-\x7f]*$/.test(plain) ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Which diseases have a term, by id, and what it counts in each. */
interface Posting {
  readonly diseases: Array<DiseaseId>
  readonly weights: Array<number>
}

const placeOf = (list: ReadonlyArray<number>, id: number): number => {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((list[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return from
}

/** Adds a disease to a posting, or raises what the term counts in it; false where it was there. */
const put = ({ diseases, weights }: Posting, disease: DiseaseId, weight: number): boolean => {
  const last = diseases.length - 1
  // Most diseases come in the order of their ids, so a disease that is there is the last one.
  const place = last >= 0 && (diseases[last] ?? 0) >= disease ? placeOf(diseases, disease) : last + 1
  if (diseases[place] === disease) {
    if ((weights[place] ?? 0) < weight) weights[place] = weight
    return false
  }
  if (place === last + 1) {
    diseases.push(disease)
    weights.push(weight)
  } else {
    diseases.splice(place, 0, disease)
    weights.splice(place, 0, weight)
  }
  return true
}

/** What is told of diseases, in their names and descriptions, by stem and by meaning. */
export class TextIndex {
  readonly #postings = new Map<string, Posting>()
  /** By word as it is written: what it is found by. */
  readonly #postingsOf = new Map<string, ReadonlyArray<Posting>>()
  readonly #held = new Map<DiseaseId, ReadonlyArray<Posting>>()
  #last = 0
  /** By disease, for one search at a time: its share, what the word at hand counts, and how many words it has. */
  #share = new Float64Array(0)
  #value = new Float64Array(0)
  #words = new Int32Array(0)

  /** Adds the texts of a disease; what they were before must have been removed. */
  add(disease: DiseaseId, texts: ReadonlyArray<WeightedText>): void {
    const held: Array<Posting> = []
    for (const { text, weight } of texts) {
      for (const word of wordsIn(text)) {
        for (const posting of this.#termsOf(word)) {
          if (put(posting, disease, weight)) held.push(posting)
        }
      }
    }
    this.#held.set(disease, held)
    this.#last = Math.max(this.#last, disease)
  }

  #termsOf(word: string): ReadonlyArray<Posting> {
    const known = this.#postingsOf.get(word)
    if (known !== undefined) return known
    const { concepts, stem } = spelledOf(word)
    const postings = [stem, ...concepts.map((concept) => `@${concept}`)].map((term) => {
      const posting = this.#postings.get(term) ?? { diseases: [], weights: [] }
      this.#postings.set(term, posting)
      return posting
    })
    this.#postingsOf.set(word, postings)
    return postings
  }

  remove(disease: DiseaseId): void {
    for (const { diseases, weights } of this.#held.get(disease) ?? []) {
      const place = placeOf(diseases, disease)
      if (diseases[place] !== disease) continue
      diseases.splice(place, 1)
      weights.splice(place, 1)
    }
    this.#held.delete(disease)
  }

  /** How much a term tells. */
  #weight(term: string): number {
    const uses = this.#postings.get(term)?.diseases.length ?? 0
    return uses === 0 ? 0 : Math.max(0.3, Math.log((this.#held.size + 20) / (uses + 1)))
  }

  /** The diseases whose texts have at least `minShare` of what a search asks. */
  find(search: string, minShare: number): ReadonlyArray<FoundText> {
    const words = new Map<string, Spelled>()
    for (const word of wordsIn(search.slice(0, 300)).slice(0, 32)) {
      const parts = spelledOf(word)
      if (word.length > 1 && !isChatter(word) && !generic.has(parts.stem)) words.set(parts.stem, parts)
    }
    this.#grow()
    const touched: Array<DiseaseId> = []
    let total = 0
    for (const { concepts, stem } of words.values()) total += this.#ask(stem, concepts, touched)
    const found: Array<FoundText> = []
    for (const disease of touched) {
      const share = (this.#share[disease] ?? 0) / total
      if (share >= minShare) found.push({ disease, share, words: this.#words[disease] ?? 0 })
      this.#share[disease] = 0
      this.#words[disease] = 0
    }
    return found
  }

  /** Adds what one word counts to the diseases that tell of it, and says how much it counts at most. */
  #ask(stem: string, concepts: ReadonlyArray<number>, touched: Array<DiseaseId>): number {
    const here: Array<DiseaseId> = []
    const count = (term: string, likeness: number) => {
      const posting = this.#postings.get(term)
      if (posting === undefined) return 0
      const weight = this.#weight(term) * likeness
      for (let at = 0; at < posting.diseases.length; at++) {
        const disease = posting.diseases[at]
        if (disease === undefined) continue
        const value = weight * (posting.weights[at] ?? 0)
        const before = this.#value[disease] ?? 0
        if (before === 0) here.push(disease)
        if (before < value) this.#value[disease] = value
      }
      return weight
    }
    const own = count(stem, 1)
    const alike = concepts.map((concept) => count(`@${concept}`, conceptLikeness))
    for (const disease of here) {
      if ((this.#words[disease] ?? 0) === 0) touched.push(disease)
      this.#share[disease] = (this.#share[disease] ?? 0) + (this.#value[disease] ?? 0)
      this.#words[disease] = (this.#words[disease] ?? 0) + 1
      this.#value[disease] = 0
    }
    // A word that nobody knows is something that the search asks for, too.
    return Math.max(own, ...alike, here.length === 0 ? unknownWeight : 0)
  }

  #grow() {
    if (this.#share.length > this.#last) return
    const size = this.#last + 1_024
    this.#share = new Float64Array(size)
    this.#value = new Float64Array(size)
    this.#words = new Int32Array(size)
  }
}
