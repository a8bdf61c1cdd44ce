import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { comparableWords, nameTokens, textOf, type Word } from "@rare-disease-community/text/NameWords"
import type { NameIndex } from "../NameIndex.ts"
import type { Scored } from "../Scores.ts"
import { isAsking, isJoining, isNounInAnyLanguage } from "../SearchWords.ts"
import { type Mention, mentionOf } from "./AskedNames.ts"
import { Persons } from "./Persons.ts"
import { hasWordInCapitals } from "./WrittenNames.ts"

/** A longer search is a story: mistyped names are looked for in short ones only. */
const maxWords = 12

/** The maximum number of words beside a noun that may be a mistyped name. */
const maxBesideNoun = 3

/** The fewest letters of each of two words that may be a mistyped name without a noun. */
const minLetters = 4

/** The least similarity of a word with a person's name that sounds like it. */
const minHeard = 0.7

/** The fewest letters of the name of one person or place. */
const minEponym = 4

/** The fewest letters of such a name that is mistyped, and the least similarity of what is typed. */
const [minMistyped, nearEponym] = [7, 0.84]

/** The most words of a name, besides those that join them, that may each be mistyped: "fibrose sistica". */
const maxLinked = 4

/** Words of a search, from one place up to another, and the least share that a name and they have of each other. */
interface Part {
  readonly from: number
  readonly to: number
  /** "noun" beside one such as "syndrome", "person" for the name of a person or a place, "words" for any name. */
  readonly kind: "noun" | "person" | "words"
  readonly least: number
}

/**
 * The least shares: of "malattia di crabbe", of "morbus goschee", of "fabri krankheit", of two persons without a noun,
 * and of "fibrose sistica".
 */
const [leastJoined, leastBehind, leastBefore, leastOfPersons, leastOfWords] = [0.75, 0.82, 0.87, 0.66, 0.84]

/** The parts of a search that have a noun such as "syndrome" and up to three words beside it, longest first. */
const partsWithNoun = (words: ReadonlyArray<Word>): ReadonlyArray<Part> => {
  const isNoun = ({ typed }: Word) => isNounInAnyLanguage(typed)
  const areOfName = (from: number, to: number) =>
    from >= 0 && to <= words.length && words.slice(from, to).every((word) => !isAsking(word.typed) && !isNoun(word))
  const sizes = Array.from({ length: maxBesideNoun }, (_, less) => maxBesideNoun - less)
  return words.flatMap((noun, at): ReadonlyArray<Part> => {
    if (!isNoun(noun)) return []
    let start = at + 1
    while (isJoining(words[start]?.typed ?? "")) start++
    const least = start === at + 1 ? leastBehind : leastJoined
    return [
      ...sizes
        .filter((size) => areOfName(start, start + size))
        .map((size) => ({ from: at, to: start + size, kind: "noun" as const, least })),
      ...sizes
        .filter((size) => areOfName(at - size, at))
        .map((size) => ({ from: at - size, to: at + 1, kind: "noun" as const, least: leastBefore }))
    ]
  })
}

/** Finds a name within a search that is mistyped, or has no noun. */
export class MistypedNames {
  readonly #index: NameIndex
  readonly #persons: Persons
  /** Finds the names for a text, best first. */
  readonly #rank: (text: string) => ReadonlyArray<Scored>

  constructor(index: NameIndex, rank: (text: string) => ReadonlyArray<Scored>) {
    this.#index = index
    this.#persons = new Persons(index)
    this.#rank = rank
  }

  /**
   * The name that a part of a short search may be, and what is left of the search: "malattia di crabbe" of "quanto si
   * vive con la malattia di crabbe". Beside a noun a word of it is one that no name has: whole names are found before.
   */
  within(folded: string): Mention | undefined {
    const words = comparableWords(nameTokens(folded))
    return words.length > maxWords ? undefined : this.#firstMeant(words, this.#partsOf(words))
  }

  /** Such a name of several words, one of which is a name of its own: "fridreich ataxie". */
  around(folded: string, { rest }: Mention): Mention | undefined {
    const words = comparableWords(nameTokens(folded))
    if (words.length > maxWords) return undefined
    const others = new Set(nameTokens(rest))
    const isAround = ({ from, to }: Part) => {
      const areOthers = words.slice(from, to).map(({ typed }) => others.has(typed))
      return areOthers.includes(true) && areOthers.includes(false)
    }
    return this.#firstMeant(words, this.#linkedWords(words).filter(isAround))
  }

  #firstMeant(words: ReadonlyArray<Word>, parts: Iterable<Part>): Mention | undefined {
    for (const part of parts) {
      const span = words.slice(part.from, part.to)
      if (part.kind === "noun" && !span.some(({ word }) => this.#isMistyped(word))) continue
      const [best] = this.#rank(textOf(span))
      if (best === undefined || !isMeant(best, part)) continue
      // The search is the name, and so is found as one.
      if (span.length === words.length) return undefined
      return mentionOf(words, part.from, part.to, false)
    }
    return undefined
  }

  /** True for a word that no name has. */
  #isMistyped(word: string): boolean {
    return this.#index.idOf(word) === undefined
  }

  /** The parts that are tried, the surest first; those without a noun are looked for last. */
  *#partsOf(words: ReadonlyArray<Word>): Generator<Part> {
    yield* partsWithNoun(words)
    yield* this.#linkedWords(words)
    yield* this.#personsOf(words)
    yield* this.#eponymsOf(words)
  }

  /**
   * Words of which each two that follow each other are in one name, but for typing errors; those with most letters
   * first.
   */
  #linkedWords(words: ReadonlyArray<Word>): ReadonlyArray<Part> {
    const nextOf = (at: number) => {
      let next = at + 1
      while (isJoining(words[next]?.typed ?? "")) next++
      return this.#areLinked(words[at], words[next]) ? next : undefined
    }
    const next = words.map((_, at) => nextOf(at))
    const parts = words.flatMap((_, from) => {
      const ends: Array<number> = []
      for (let end = next[from]; end !== undefined && ends.length < maxLinked - 1; end = next[end]) ends.push(end + 1)
      return ends.map((to) => ({ from, to, kind: "words" as const, least: leastOfWords }))
    })
    const letters = ({ from, to }: Part) => textOf(words.slice(from, to)).length
    return parts.sort((one, other) => letters(other) - letters(one))
  }

  /** True for two words, not both everyday ones, that a name has, but for typing errors. */
  #areLinked(one: Word | undefined, other: Word | undefined): boolean {
    const isOfName = ({ typed }: Word) => !isAsking(typed) && !isNounInAnyLanguage(typed)
    if (one === undefined || other === undefined || !isOfName(one) || !isOfName(other)) return false
    return !(isEveryday(one.typed) && isEveryday(other.typed)) && this.#index.isNearBoth(one.word, other.word)
  }

  /** Each word that is the name of a person or a place: "gaucher milz vergrößert"; the mistyped ones last. */
  #eponymsOf(words: ReadonlyArray<Word>): ReadonlyArray<Part> {
    const partsOf = (is: (word: Word) => boolean) =>
      words.flatMap((word, from) =>
        word.typed.length >= minEponym && !isEveryday(word.typed) && is(word)
          ? [{ from, to: from + 1, kind: "person" as const, least: 0 }]
          : []
      )
    const isNearName = ({ typed, word }: Word) =>
      typed.length >= minMistyped &&
      this.#isMistyped(word) &&
      this.#index.hasSimilar(
        word,
        (name, similarity) => similarity >= nearEponym && this.#persons.isProper(name) && this.#persons.isEponym(name)
      )
    return [
      ...partsOf(({ typed, word }) => this.#persons.isProper(word, typed) && this.#persons.isEponym(word)),
      ...partsOf(isNearName)
    ]
  }

  /** Two words that follow each other and are, or may be, names of persons or places; those with a third one first. */
  #personsOf(words: ReadonlyArray<Word>): ReadonlyArray<Part> {
    const isLong = ({ typed }: Word) => typed.length >= minLetters && !isAsking(typed)
    const isNear = words.map(
      (one) => isLong(one) && (this.#persons.isProper(one.word) || this.#persons.isMistyped(one.word))
    )
    const may = words.map(
      (one, at) =>
        isNear[at] === true ||
        ((isNear[at - 1] === true || isNear[at + 1] === true) && isLong(one) && this.#persons.isMisheard(one, minHeard))
    )
    const pairs = words.flatMap((_, from) => (may[from] === true && may[from + 1] === true ? [from] : []))
    // The third may also be a word: "Charcot-Marie-Tooth".
    const hasThird = (from: number) => may[from + 2] === true || this.#areLinked(words[from + 1], words[from + 2])
    return [
      ...pairs.filter(hasThird).map((from) => [from, 3] as const),
      ...pairs.map((from) => [from, 2] as const)
    ].map(([from, size]) => ({ from, to: from + size, kind: "person" as const, least: leastOfPersons }))
  }
}

/** True for a name that has as much of a part as it must, and without a noun is that of two persons or places. */
const isMeant = (
  { matchedOn: { field, text }, nameCoverage, queryCoverage }: Scored,
  { from, kind, least, to }: Part
) =>
  field !== "gene" &&
  !hasWordInCapitals(text) &&
  (kind !== "person" || (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) >= to - from) &&
  queryCoverage >= least &&
  nameCoverage >= least
