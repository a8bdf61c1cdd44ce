import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import { editDistance, typingErrorsOf } from "@rare-disease-community/text/EditDistance"
import { foldText } from "@rare-disease-community/text/Folding"
import { joinWords, nameWords, type Word } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import stopWords from "@rare-disease-community/text/words/stop-words.json" with { type: "json" }
import { countOf, HashedIds, type Ids, idsOf, insertAt, remove, withId, withoutId } from "./IndexedIds.ts"
import type { MatchedOn } from "./MatchedOn.ts"
import { areSearched, type FoundCodes, haveCodes, type NameCode } from "./NameCodes.ts"
import { type IndexedName, NameTable } from "./NameTable.ts"
import { Vocabulary } from "./Vocabulary.ts"
import { WholeSounds } from "./WholeSounds.ts"

/** Words that hardly distinguish names, even if few names have them. */
const weakWords = new Set([...stopWords.connecting.words, "as", "caused"])
const weakIdf = 0.15

/** A word is common from this share of all names on, and from this many. */
const [commonShare, minCommon] = [0.04, 500]

/** Names are grouped by this many first letters. */
const prefixLetters = 3
const letters = "abcdefghijklmnopqrstuvwxyz"

/** Nobody hears an abbreviation as a word. */
export const hasAbbreviation = ({ text }: MatchedOn): boolean => /\p{Lu}{3}/u.test(text)

/** True for an English name that people say. */
const isSaid = (matchedOn: MatchedOn) =>
  matchedOn.lang === undefined &&
  (matchedOn.field === "name" || matchedOn.field === "synonym") &&
  !hasAbbreviation(matchedOn)

/** The groups that hold the names whose beginning is `typed` with one typing error. */
const prefixesNear = (typed: string): ReadonlySet<string> => {
  const found = new Set([typed.slice(0, prefixLetters)])
  for (let at = 0; at < prefixLetters; at++) {
    const before = typed.slice(0, at)
    const [one, other, rest] = [typed.charAt(at), typed.charAt(at + 1), typed.slice(at + 2)]
    const texts = [before + other + rest, before + other + one + rest]
    for (const letter of letters) texts.push(before + letter + one + other + rest, before + letter + other + rest)
    for (const text of texts) found.add(text.slice(0, prefixLetters))
  }
  return found
}

/** A word may have one typing error from this many letters on, and two from this many. */
const [lettersForOne, lettersForTwo] = [4, 7]

/** A word that only names in other languages have is half a name from this many letters on. */
const lettersForForeign = 6

/** The spellings of a word are taken from at most this many of the names that have it. */
const maxSpelled = 50

/** Every name of every disease, found by each of its words and as a whole. */
export class NameIndex {
  readonly vocabulary = new Vocabulary()
  readonly #table = new NameTable()
  readonly #byWord: Array<Ids> = []
  /** By word, the number of English names that have it. */
  readonly #english: Array<number> = []
  readonly #byJoined = new HashedIds()
  readonly #byPrefix = new Map<string, Array<number>>()
  readonly #sounds = new WholeSounds()
  #size = 0
  #idfs: Array<number> = []

  /** One more than the highest id of a name. */
  get capacity(): number {
    return this.#table.capacity
  }

  name(id: number): IndexedName | undefined {
    return this.#table.name(id)
  }

  /** The id of a word that names have; undefined for all other words. */
  idOf(word: string): number | undefined {
    const id = this.vocabulary.idOf(word)
    return id !== undefined && this.frequency(id) > 0 ? id : undefined
  }

  namesWith(word: number): ReadonlyArray<number> {
    return idsOf(this.#byWord[word])
  }

  /** The names that consist of exactly these words, wherever their spaces and hyphens are. */
  exact(joined: string): ReadonlyArray<number> {
    return this.#byJoined.at(joined).filter((id) => this.#table.joined(id) === joined)
  }

  /** `exact` without the symbols of genes. */
  exactNames(joined: string): ReadonlyArray<number> {
    return this.exact(joined).filter((id) => this.#table.kind(id).field !== "gene")
  }

  /** True for a whole name of a disease, not of its gene. */
  isNamed(text: string): boolean {
    return this.exactNames(joinWords(nameWords(text))).length > 0
  }

  /** The names that begin with all of these words; the last word may be half typed. */
  withPrefix(joined: string, words: ReadonlyArray<Word>): ReadonlyArray<number> {
    const finished = words.slice(0, -1).map(({ word }) => this.idOf(word))
    const [rarest] = finished
      .flatMap((id) => id ?? [])
      .sort((one, other) => this.frequency(one) - this.frequency(other))
    if (rarest === undefined || finished.includes(undefined)) return []
    return this.namesWith(rarest).filter((id) => this.#table.joined(id).startsWith(joined))
  }

  /** The names whose beginning is `typed` with one typing error. */
  withSimilarPrefix(typed: string): ReadonlyArray<number> {
    // One error leaves one half of the text as it is; this excludes most names.
    const half = typed.length >> 1
    const [front, back] = [typed.slice(0, half), typed.slice(half)]
    const hasHalf = (name: string) =>
      name.startsWith(front) ||
      name.startsWith(back, half) ||
      name.startsWith(back, half - 1) ||
      name.startsWith(back, half + 1)
    return Array.from(prefixesNear(typed)).flatMap((prefix) =>
      (this.#byPrefix.get(prefix) ?? []).filter((id) => {
        const name = this.#table.joined(id)
        return hasHalf(name) && editDistance(typed, name, 1, true) <= 1
      })
    )
  }

  /** Compares the codes of a name with those of a search. */
  codesOf(name: IndexedName, searched: ReadonlyArray<NameCode>): FoundCodes {
    if (searched.length === 0) return "all"
    const hasWord = (word: string) => {
      const id = this.vocabulary.idOf(word)
      return id !== undefined && name.someWord((own) => own === id)
    }
    const wordsOf = () => name.words.map((word) => this.vocabulary.word(word))
    if (searched.every((code) => code.every(hasWord)) && haveCodes(wordsOf(), searched)) return "all"
    return areSearched(name.codes, searched) ? "missing" : "others"
  }

  /** See `WholeSounds.find`. */
  soundingAs(words: ReadonlyArray<string>): ReadonlyArray<number> {
    return this.#sounds.find(words)
  }

  /**
   * The word of a name that is most similar to a folded one, as names spell it: one typing error away (a letter wrong,
   * missing, superfluous, or two exchanged), from seven letters on two. Undefined for a word that a name has. Names in
   * other languages do not count.
   */
  similarWord(typed: string): string | undefined {
    const maxErrors = typingErrorsOf(typed.length, lettersForOne, lettersForTwo)
    const same = this.idOf(spelling(typed))
    const similar = maxErrors === 0 ? [] : this.vocabulary.similar(spelling(typed)).map(({ word }) => word)
    const spellings = new Set([...(same === undefined ? [] : [same]), ...similar].flatMap((id) => this.#spellings(id)))
    if (spellings.has(typed)) return undefined
    const [nearest] = Array.from(spellings, (word) => ({ word, errors: editDistance(typed, word, maxErrors) }))
      .filter(({ errors }) => errors <= maxErrors)
      .sort((one, other) => one.errors - other.errors || (one.word < other.word ? -1 : 1))
    return nearest?.word
  }

  #spellings(word: number): ReadonlyArray<string> {
    return Array.from(new Set(this.writings(word).map((written) => foldText(written))))
  }

  /** A word as it is written each time in some English names. */
  writings(word: number): ReadonlyArray<string> {
    const text = this.vocabulary.word(word)
    const english = this.namesWith(word).filter((id) => this.#table.kind(id).lang === undefined)
    const written = english
      .slice(0, maxSpelled)
      .flatMap((id) => this.#table.text(id).match(/[\p{L}\p{M}]{2,}|[\p{L}\p{M}\p{N}]+/gu) ?? [])
    return written.filter((one) => spelling(foldText(one)) === text)
  }

  /** The names, not symbols of genes, that have all of these words. A short word of another language does not count. */
  namesOfAll(words: ReadonlyArray<string>): ReadonlyArray<IndexedName> {
    const ids = words.map((word) => this.idOf(word))
    const [rarest] = ids.flatMap((id) => id ?? []).sort((one, other) => this.frequency(one) - this.frequency(other))
    const counts = (id: number | undefined, place: number) =>
      id !== undefined && (!this.isForeign(id) || at(words, place).length >= lettersForForeign)
    if (rarest === undefined || !ids.every(counts)) return []
    return this.namesWith(rarest)
      .flatMap((id) => this.name(id) ?? [])
      .filter(({ field, words }) => field !== "gene" && ids.every((id) => words.includes(id ?? -1)))
  }

  /** True if a name has two words, each as it is or as a similar one. */
  isNearBoth(one: string, other: string): boolean {
    const names = new Set(this.#namesNear(one))
    return this.#namesNear(other).some((name) => names.has(name))
  }

  #namesNear(word: string): ReadonlyArray<number> {
    const same = this.idOf(word)
    const near = this.vocabulary.similar(word).map((other) => other.word)
    return [...(same === undefined ? [] : [same]), ...near].flatMap((id) => this.namesWith(id))
  }

  /** The number of names that have a word. */
  readonly frequency = (word: number): number => countOf(this.#byWord[word])

  /** True for a word that only names in other languages have: in an English name it would be a typing error. */
  isForeign(word: number): boolean {
    return (this.#english[word] ?? 0) === 0
  }

  /** True if one of the words of names that are similar to a word is what is asked for. */
  hasSimilar(word: string, is: (name: string, similarity: number) => boolean): boolean {
    return this.vocabulary.similar(word).some((other) => is(this.vocabulary.word(other.word), other.similarity))
  }

  /** True for a word in too many names to distinguish them. */
  readonly isCommon = (word: number): boolean => this.frequency(word) > Math.max(minCommon, this.#size * commonShare)

  /** True if a word of a name is what is asked for. */
  someWord(name: number, is: (word: number) => boolean): boolean {
    return this.#table.someWord(name, is)
  }

  /** The inverse document frequencies of all words of a name together. */
  idfOfName(name: number): number {
    return this.#table.sumOf(name, (word) => this.idf(word))
  }

  /** The number of letters and digits of a name. */
  lengthOf(name: number): number {
    return this.#table.joined(name).length
  }

  /** The inverse document frequency of a word: fewer names give a greater one. */
  idf(word: number): number {
    const known = this.#idfs[word]
    if (known !== undefined) return known
    const idf = weakWords.has(this.vocabulary.word(word)) ? weakIdf : this.idfOf(this.frequency(word))
    this.#idfs[word] = idf
    return idf
  }

  idfOf(frequency: number): number {
    return Math.max(0.4, Math.log((this.#size + 20) / (frequency + 1)))
  }

  add(disease: DiseaseId, matchedOn: MatchedOn): number {
    const parts = nameWords(matchedOn.text)
    const joined = parts.length === 0 ? foldText(matchedOn.text).trim() : joinWords(parts)
    const words = parts.map((part) => this.vocabulary.add(part))
    const id = this.#table.add({ disease, matchedOn, words, joined })
    insertAt(this.#byPrefix, joined.slice(0, prefixLetters), id)
    if (isSaid(matchedOn)) this.#sounds.add(parts, id)
    for (const word of new Set(words)) {
      this.#byWord[word] = withId(this.#byWord[word], id)
      if (matchedOn.lang === undefined) this.#english[word] = (this.#english[word] ?? 0) + 1
    }
    this.#byJoined.add(joined, id)
    this.#resize(1)
    return id
  }

  remove(id: number): void {
    const name = this.name(id)
    if (name === undefined) return
    for (const word of new Set(name.words)) {
      this.#byWord[word] = withoutId(this.#byWord[word], id)
      if (name.lang === undefined) this.#english[word] = at(this.#english, word) - 1
    }
    remove(this.#byPrefix.get(name.joined.slice(0, prefixLetters)) ?? [], id)
    if (isSaid(name.matchedOn))
      this.#sounds.remove(
        name.words.map((word) => this.vocabulary.word(word)),
        id
      )
    this.#byJoined.remove(name.joined, id)
    this.#table.remove(id)
    this.#resize(-1)
  }

  #resize(names: number) {
    this.#size += names
    if (this.#idfs.length > 0) this.#idfs = []
  }
}
