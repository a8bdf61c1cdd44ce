import type { MatchedOn } from "../domain/Disease.ts"
import type { DiseaseId } from "../domain/Ids.ts"
import { editDistance } from "./EditDistance.ts"
import { Vocabulary } from "./Vocabulary.ts"
import { folded, isNumber, type Word, wordsOf } from "./Words.ts"

/** A name of a disease, taken apart as searches compare it. */
export interface IndexedName {
  readonly disease: DiseaseId
  readonly matchedOn: MatchedOn
  readonly words: ReadonlyArray<number>
  /** All its words in one, so that hyphens and spaces make no difference. */
  readonly joined: string
}

/** Words as one text; numbers beside one another are kept apart. */
export const joinedWords = (words: ReadonlyArray<string>): string =>
  words.reduce((text, word) => (isNumber(word) && /\d$/.test(text) ? `${text}.${word}` : text + word), "")

/** What hardly tells one name from another, however few have it. */
const weightless = new Set("a an and as at by due for from in of on or the to with caused".split(" "))

/** From which share of all names on a word is common, and from how many. */
const [commonShare, minCommon] = [0.04, 500]

/** Puts a number into a list of rising numbers. */
const insert = (list: Array<number>, id: number) => {
  if (list.length === 0 || (list.at(-1) ?? 0) < id) {
    list.push(id)
    return
  }
  list.splice(placeOf(list, id), 0, id)
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

const remove = (list: Array<number>, id: number) => {
  const place = placeOf(list, id)
  if (list[place] === id) list.splice(place, 1)
}

/** By how many first letters names are kept together, and what a letter may be. */
const firstLetters = 3
const letters = "abcdefghijklmnopqrstuvwxyz"

/** The first letters of what a text with one typing error may be the beginning of. */
const mistyped = (typed: string): ReadonlySet<string> => {
  const found = new Set([typed.slice(0, firstLetters)])
  for (let at = 0; at < firstLetters; at++) {
    const [before, one, other, behind] = [
      typed.slice(0, at),
      typed.charAt(at),
      typed.charAt(at + 1),
      typed.slice(at + 2)
    ]
    const possible = [before + other + behind, before + other + one + behind]
    for (const letter of letters)
      possible.push(before + letter + one + other + behind, before + letter + other + behind)
    for (const text of possible) found.add(text.slice(0, firstLetters))
  }
  return found
}

/** Every name of every disease, found by each of its words and as a whole. */
export class NameIndex {
  readonly vocabulary = new Vocabulary()
  readonly #names: Array<IndexedName | undefined> = []
  readonly #free: Array<number> = []
  /** The names that have a word, by the word's number. */
  readonly #having: Array<Array<number>> = []
  /** Most are one disease's: a list of each would take more room. */
  readonly #whole = new Map<string, number | ReadonlyArray<number>>()
  /** The names by their first letters. */
  readonly #byBeginning = new Map<string, Array<number>>()
  #size = 0
  #weights: Array<number> = []

  /** One more than the highest number of a name. */
  get capacity(): number {
    return this.#names.length
  }

  name(id: number): IndexedName | undefined {
    return this.#names[id]
  }

  having(word: number): ReadonlyArray<number> {
    return this.#having[word] ?? []
  }

  /** The names that consist of exactly these words, wherever their spaces and hyphens are. */
  whole(joined: string): ReadonlyArray<number> {
    const found = this.#whole.get(joined) ?? []
    return typeof found === "number" ? [found] : found
  }

  /** The names that begin with all of these words, of which the last may be half typed. */
  beginningWith(joined: string, words: ReadonlyArray<Word>): ReadonlyArray<number> {
    const finished = words.slice(0, -1).map(({ word }) => this.vocabulary.known(word))
    const [rarest] = finished.flatMap((word) => word ?? []).sort((one, other) => this.uses(one) - this.uses(other))
    if (rarest === undefined || finished.includes(undefined)) return []
    return this.having(rarest).filter((id) => this.#names[id]?.joined.startsWith(joined))
  }

  /**
   * The names whose beginning one typing error parts from a text of several letters. One error leaves one half of the text
   * as it is, which is all that most names need be looked at for.
   */
  beginningLike(typed: string): ReadonlyArray<number> {
    const half = typed.length >> 1
    const [front, back] = [typed.slice(0, half), typed.slice(half)]
    const hasHalf = (name: string) =>
      name.startsWith(front) ||
      name.startsWith(back, half) ||
      name.startsWith(back, half - 1) ||
      name.startsWith(back, half + 1)
    const found: Array<number> = []
    for (const beginning of mistyped(typed)) {
      for (const id of this.#byBeginning.get(beginning) ?? []) {
        const name = this.#names[id]?.joined ?? ""
        if (hasHalf(name) && editDistance(typed, name, 1, true) <= 1) found.push(id)
      }
    }
    return found
  }

  /** In how many names a word is. */
  readonly uses = (word: number): number => this.#having[word]?.length ?? 0

  /** Whether so many names have a word that it tells next to nothing. */
  readonly isCommon = (word: number): boolean => this.uses(word) > Math.max(minCommon, this.#size * commonShare)

  /** How much a word tells: the more, the fewer names have it. */
  weight(word: number): number {
    const known = this.#weights[word]
    if (known !== undefined) return known
    const weight = weightless.has(this.vocabulary.word(word)) ? 0.15 : this.weightOf(this.uses(word))
    this.#weights[word] = weight
    return weight
  }

  /** The weight of what so many names have. */
  weightOf(uses: number): number {
    return Math.max(0.4, Math.log((this.#size + 20) / (uses + 1)))
  }

  /** Adds a name, and says its number. */
  add(disease: DiseaseId, matchedOn: MatchedOn): number {
    const parts = wordsOf(matchedOn.text)
    const joined = parts.length === 0 ? folded(matchedOn.text).trim() : joinedWords(parts)
    const words = parts.map((part) => this.vocabulary.add(part))
    const id = this.#free.pop() ?? this.#names.length
    this.#names[id] = { disease, matchedOn, words, joined }
    const beginning = joined.slice(0, firstLetters)
    const alike = this.#byBeginning.get(beginning)
    if (alike === undefined) this.#byBeginning.set(beginning, [id])
    else insert(alike, id)
    for (const [at, word] of words.entries()) {
      if (words.indexOf(word) !== at) continue
      const list = this.#having[word]
      if (list === undefined) this.#having[word] = [id]
      else insert(list, id)
    }
    const same = this.#whole.get(joined)
    this.#whole.set(joined, same === undefined ? id : typeof same === "number" ? [same, id] : [...same, id])
    this.#changed(1)
    return id
  }

  remove(id: number): void {
    const name = this.#names[id]
    if (name === undefined) return
    for (const word of new Set(name.words)) remove(this.#having[word] ?? [], id)
    remove(this.#byBeginning.get(name.joined.slice(0, firstLetters)) ?? [], id)
    const same = this.whole(name.joined).filter((other) => other !== id)
    if (same.length === 0) this.#whole.delete(name.joined)
    else this.#whole.set(name.joined, same)
    this.#names[id] = undefined
    this.#free.push(id)
    this.#changed(-1)
  }

  #changed(names: number) {
    this.#size += names
    if (this.#weights.length > 0) this.#weights = []
  }
}
