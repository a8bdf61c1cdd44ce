import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { comparableWords, joinWords, nameTokens, type Word } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import type { NameIndex } from "../NameIndex.ts"
import type { Scored } from "../Scores.ts"
import { eponymNouns, isAsking, isJoining, isNounInAnyLanguage } from "../SearchWords.ts"
import { type Mention, mentionOf } from "./AskedNames.ts"
import { hasWordInCapitals } from "./WrittenNames.ts"

/** A longer search is a story: mistyped names are looked for in short ones only. */
const maxWords = 12

/** The maximum number of words beside a noun that may be a mistyped name. */
const maxBesideNoun = 3

/** The fewest letters of each of two words that may be a mistyped name without a noun. */
const minLetters = 4

/** The fewest letters of the name of one person or place. */
const minEponym = 5

/** The fewest letters of such a name that is mistyped, and the least similarity of what is typed. */
const [minMistyped, nearEponym] = [7, 0.85]

/** The words behind the name of a person or a place, as in "Marfan syndrome" and "Duchenne muscular dystrophy". */
const endsOfEponyms = [...eponymNouns.map((noun) => [noun]), ["muscular", "dystrophy"], ["anemia"], ["ataxia"]].map(
  (end) => end.map(spelling)
)

/** Words of a search, from one place up to another, and the least share that a name and they have of each other. */
interface Part {
  readonly from: number
  readonly to: number
  readonly hasNoun: boolean
  readonly least: number
}

/** The least shares: of "malattia di crabbe", of "morbus goschee", of "fabri krankheit", and without a noun. */
const [leastJoined, leastBehind, leastBefore, leastOfPair] = [0.75, 0.82, 0.9, 0.66]

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
        .map((size) => ({ from: at, to: start + size, hasNoun: true, least })),
      ...sizes
        .filter((size) => areOfName(at - size, at))
        .map((size) => ({ from: at - size, to: at + 1, hasNoun: true, least: leastBefore }))
    ]
  })
}

/** Finds a name within a search that is mistyped, or has no noun. */
export class MistypedNames {
  readonly #index: NameIndex
  /** Finds the names for a text, best first. */
  readonly #rank: (text: string) => ReadonlyArray<Scored>

  constructor(index: NameIndex, rank: (text: string) => ReadonlyArray<Scored>) {
    this.#index = index
    this.#rank = rank
  }

  /**
   * The name that a part of a short search may be, and what is left of the search: "malattia di crabbe" of "quanto si
   * vive con la malattia di crabbe". Beside a noun a word of it is one that no name has: whole names are found before.
   */
  within(folded: string): Mention | undefined {
    const words = comparableWords(nameTokens(folded))
    if (words.length > maxWords) return undefined
    for (const part of this.#partsOf(words)) {
      const span = words.slice(part.from, part.to)
      if (part.hasNoun && !span.some(({ word }) => this.#isMistyped(word))) continue
      const [best] = this.#rank(textOf(span))
      if (best === undefined || !isMeant(best, part)) continue
      // The search is the name, and so is found as one.
      if (span.length === words.length) return undefined
      return mentionOf(span, [...words.slice(0, part.from), ...words.slice(part.to)], false)
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
    yield* this.#pairsOf(words)
    yield* this.#eponymsOf(words)
  }

  /** Each word that is the name of a person or a place: "gaucher milz vergrößert"; the mistyped ones last. */
  #eponymsOf(words: ReadonlyArray<Word>): ReadonlyArray<Part> {
    const isNamed = (word: string) =>
      endsOfEponyms.some((end) => this.#index.exactNames(joinWords([word, ...end])).length > 0)
    const partsOf = (is: (word: Word) => boolean) =>
      words.flatMap((word, from) =>
        word.typed.length >= minEponym && !isEveryday(word.typed) && is(word)
          ? [{ from, to: from + 1, hasNoun: false, least: 0 }]
          : []
      )
    const isNearName = ({ typed, word }: Word) =>
      typed.length >= minMistyped &&
      this.#isMistyped(word) &&
      this.#index.hasSimilar(
        word,
        (name, similarity) => similarity >= nearEponym && this.#index.isProper(name) && isNamed(name)
      )
    return [...partsOf(({ typed, word }) => this.#index.isProper(word, typed) && isNamed(word)), ...partsOf(isNearName)]
  }

  /** Each two words that follow each other and are, or may be, names of persons or places. */
  #pairsOf(words: ReadonlyArray<Word>): ReadonlyArray<Part> {
    const mayBeName = ({ typed, word }: Word) => {
      if (typed.length < minLetters || isAsking(typed)) return false
      if (!this.#isMistyped(word)) return this.#index.isProper(word)
      return this.#index.hasSimilar(word, (name) => this.#index.isProper(name))
    }
    const may = words.map(mayBeName)
    return words.flatMap((_, from) =>
      may[from] === true && may[from + 1] === true ? [{ from, to: from + 2, hasNoun: false, least: leastOfPair }] : []
    )
  }
}

/** True for a name that has as much of a part as it must, and without a noun is that of two persons or places. */
const isMeant = (
  { matchedOn: { field, text }, nameCoverage, queryCoverage }: Scored,
  { from, hasNoun, least, to }: Part
) =>
  field !== "gene" &&
  !hasWordInCapitals(text) &&
  (hasNoun || (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) >= to - from) &&
  queryCoverage >= least &&
  nameCoverage >= least

const textOf = (words: ReadonlyArray<Word>) => words.map(({ typed }) => typed).join(" ")
