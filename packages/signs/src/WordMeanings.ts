import { isShortPart, type Parts, partsOf } from "@rare-disease-community/text/CompoundWords"
import { foldText } from "@rare-disease-community/text/Folding"
import { type Meaning, type Meanings, type Place, placeOfPart } from "./Meaning.ts"
import { isMisspelling } from "./Misspelling.ts"
import type { PackedVocabulary } from "./PackedVocabulary.ts"
import { itemsAt, type MeaningData } from "./PhenotypeData.ts"
import type { SignWord, SignWords } from "./SignWords.ts"
import { foldAccents } from "./WordPatterns.ts"

/** A word of a text about signs with fewer letters is not corrected. */
const minMistyped = 6

/** Nor is one with more letters: no word of a sign has as many. */
const maxMistyped = 60

/** A word of a text about signs may have two typing errors from this many letters on. */
const lettersForTwo = 10

/** A foreign word with fewer letters is not read as English. */
const minEnglish = 6

/** The maximum number of mistyped words of a text about signs that are corrected, in each language. */
const maxCorrected = 20

/** The maximum number of parts of words of a text about signs that are looked up. */
const maxPartsTried = 6_000

/** The maximum number of words that may be between those of a phrase about a sign. */
const maxPhraseGap = 1

/** The words that a mistyped one may mean. */
interface Correction {
  readonly ids: ReadonlyArray<number>
  /** True if it may as well be another word. */
  readonly isGuess: boolean
}

/** Words of names that a text is read for, and their texts and those of phrases that mean them. */
export interface WantedWords {
  readonly ids: ReadonlySet<number>
  readonly texts: ReadonlySet<string>
  /** The first letters of the texts, and the first one of each. */
  readonly beginnings: ReadonlySet<string>
  readonly initials: ReadonlySet<string>
}

/** A part of a compound has at least so many letters, which are those of the word that it means. */
export const beginningLetters = 3

/** A cache of the words of one text: each is looked up once, and the number of look-ups is bounded. */
export class KnownWords {
  readonly parts = new Map<string, Parts>()
  readonly corrected = new Map<string, Correction>()
  partsTried = 0
}

/** Finds what the words of a language mean: in its names, by a glossary in English ones, as parts of a compound. */
export class WordMeanings {
  readonly words: SignWords
  readonly #data: MeaningData
  readonly #vocabulary: PackedVocabulary
  readonly #english: SignWords
  readonly #spellings: PackedVocabulary

  constructor(
    data: MeaningData,
    vocabulary: PackedVocabulary,
    spellings: PackedVocabulary,
    words: SignWords,
    english: SignWords
  ) {
    this.words = words
    this.#data = data
    this.#vocabulary = vocabulary
    this.#spellings = spellings
    this.#english = english
  }

  /** The meanings of a clause, by word of names. It yields before each word that is taken apart or corrected. */
  *in(clause: ReadonlyArray<SignWord>, known: KnownWords): Generator<void, Meanings> {
    const found = new Map<number, Array<Meaning>>()
    const add = (word: number, meaning: Meaning) => {
      const before = found.get(word)
      if (before === undefined) found.set(word, [meaning])
      else if (!before.some(({ places }) => places.join() === meaning.places.join())) before.push(meaning)
    }
    const own = clause.map((word) => this.#ownIds(word))
    for (const [place, ids] of own.entries()) {
      const word = clause[place]
      if (word === undefined) continue
      for (const id of ids) add(id, { kind: "own", places: [place] })
      if (word.isCommon) continue
      const isTranslated = ids.some((id) => this.#wordPhrases(id).length > 0)
      if (!isTranslated) yield
      const parts = isTranslated ? [] : this.#partsOf(word.written, known)
      for (const [at, part] of parts.entries()) {
        const there = placeOfPart(place, at)
        for (const id of part) {
          add(id, { kind: "part", places: [there] })
          for (const phrase of this.#wordPhrases(id)) this.#addPhrase(phrase, [there], add)
        }
      }
      if (ids.length > 0 || parts.length > 0) continue
      const english = this.#englishOf(word.written)
      if (english !== undefined) add(english, { kind: "own", places: [place] })
      else if (word.written.length >= minMistyped && word.written.length <= maxMistyped) {
        yield
        const { ids, isGuess } = this.#correctedOnce(word, known)
        for (const id of ids) {
          add(id, { kind: "corrected", places: [place], isGuess })
          for (const phrase of this.#wordPhrases(id)) this.#addPhrase(phrase, [place], add, { isGuess })
        }
      }
    }
    this.#addPhrases(own, add)
    return found
  }

  /**
   * True if one of some words is one of a vocabulary, or may be one, mistyped or as a part. When no more words are
   * corrected or taken apart, none has to be looked up for that.
   */
  *isAnyOf(written: ReadonlyArray<string>, wanted: WantedWords, known: KnownWords): Generator<void, boolean> {
    if (written.some((word) => this.#textsOf(word).some((text) => wanted.texts.has(text)))) return true
    const takesApart = this.words.grammar.compoundLinks.length > 0 && known.partsTried < maxPartsTried
    if (!takesApart && known.corrected.size >= maxCorrected) return false
    const possible = written.filter((word) => mayMean(word, wanted, known))
    if (possible.length === 0) return false
    // The bars keep words apart that are no neighbours in the text.
    const meanings = yield* this.in(this.words.words(possible.join(" | ")), known)
    return Array.from(meanings.keys()).some((word) => wanted.ids.has(word))
  }

  /** The texts under which a vocabulary may have a word. */
  #textsOf(written: string): ReadonlyArray<string> {
    const base = this.words.baseOf(written)
    const keys = [written, ...(base === undefined ? [] : [base])].flatMap((word) => this.words.keysOf(word))
    return [...keys.map((key) => `${this.words.language} ${key}`), `en ${this.#english.stem(written)}`]
  }

  /** The word itself, or the word that it is a diminutive of. */
  #ownIds({ isCommon, keys, written }: SignWord): ReadonlyArray<number> {
    const ids = this.#idsOf(keys)
    const base = ids.length > 0 || isCommon ? undefined : this.words.baseOf(written)
    return base === undefined ? ids : this.#idsOf(this.words.keysOf(base))
  }

  #idsOf(keys: ReadonlyArray<string>): ReadonlyArray<number> {
    return keys.flatMap((key) => {
      const isMark = key.length === 1 && !/[\p{L}\p{N}]/u.test(key)
      return this.#vocabulary.find(isMark ? key : `${this.words.language} ${key}`) ?? []
    })
  }

  /** The phrases that are this one word. */
  #wordPhrases(word: number): ReadonlyArray<number> {
    const { phrases, phrasesOfWord } = this.#data
    return Array.from(itemsAt(phrasesOfWord, word)).filter((phrase) => itemsAt(phrases, phrase).length === 1)
  }

  #addPhrase(
    phrase: number,
    places: ReadonlyArray<Place>,
    add: (word: number, meaning: Meaning) => void,
    correction?: Pick<Correction, "isGuess">
  ) {
    for (const word of itemsAt(this.#data.meanings, phrase))
      add(word, { kind: "translated", places, phrase, isCorrected: correction !== undefined, ...correction })
  }

  #addPhrases(own: ReadonlyArray<ReadonlyArray<number>>, add: (word: number, meaning: Meaning) => void) {
    const { phrases, phrasesOfWord } = this.#data
    for (const [place, ids] of own.entries()) {
      for (const phrase of ids.flatMap((id) => Array.from(itemsAt(phrasesOfWord, id)))) {
        const words = itemsAt(phrases, phrase)
        const reach = words.length - 1 + maxPhraseGap
        const places = Array.from(words, (word) =>
          own[place]?.includes(word) === true
            ? place
            : own.findIndex((other, at) => Math.abs(at - place) <= reach && other.includes(word))
        )
        const isThere = places.every((at) => at >= 0) && new Set(places).size === places.length
        if (isThere && Math.max(...places) - Math.min(...places) <= reach) this.#addPhrase(phrase, places, add)
      }
    }
  }

  /** A word that is written as in English or Latin names. */
  #englishOf(written: string): number | undefined {
    if (this.words === this.#english || written.length < minEnglish) return undefined
    return this.#vocabulary.find(`en ${this.#english.stem(written)}`)
  }

  #correctedOnce(word: SignWord, { corrected }: KnownWords): Correction {
    const before = corrected.get(word.written)
    if (before !== undefined || corrected.size >= maxCorrected) return before ?? { ids: [], isGuess: true }
    const found = this.#corrected(word)
    corrected.set(word.written, found)
    return found
  }

  /** The words that a mistyped one may mean; none where the nearest is a frequent one. */
  #corrected({ written }: SignWord): Correction {
    const prefix = `${this.words.language} `
    const typed = foldText(written)
    const errors = typed.length < lettersForTwo ? 1 : 2
    const alike = this.#spellings
      .similar(typed, prefix)
      .map(({ similarity, word }) => ({ similarity, other: this.#spellings.text(word).slice(prefix.length) }))
      // Few people mistype the first letter: "tickets" are not rickets.
      .filter(
        ({ other, similarity }) => similarity > 1 - (errors + 1) / typed.length && other.charAt(0) === typed.charAt(0)
      )
    const nearest = alike.filter(({ similarity }) => similarity === alike[0]?.similarity).map(({ other }) => other)
    if (nearest.some((other) => this.words.isCommon(other))) return { ids: [], isGuess: true }
    const ids = nearest.flatMap((other) => this.#idsOf(this.words.keysOf(other)))
    return { ids: Array.from(new Set(ids)), isGuess: !nearest.some((other) => isMisspelling(typed, other)) }
  }

  /** The parts of a compound; none of a word after `maxPartsTried`. */
  #partsOf(written: string, known: KnownWords): Parts {
    const before = known.parts.get(written)
    if (before !== undefined || known.partsTried >= maxPartsTried) return before ?? []
    const found = partsOf(written, this.words.grammar.compoundLinks, (part) => {
      known.partsTried++
      return this.#partIds(part)
    })
    known.parts.set(written, found)
    return found
  }

  #partIds(part: string): ReadonlyArray<number> {
    if (this.words.isCommon(part)) return []
    const ids = this.#idsOf(this.words.keysOf(part))
    return isShortPart(part) ? ids.filter((id) => this.#wordPhrases(id).length > 0) : ids
  }
}

/** False for a word that has no wanted one as a part, and is none that is mistyped in its later letters. */
const mayMean = (written: string, { beginnings, initials }: WantedWords, { corrected }: KnownWords): boolean => {
  const word = foldAccents(written).replaceAll("ph", "f")
  if (written.length >= minMistyped && corrected.size < maxCorrected && initials.has(word.charAt(0))) return true
  for (let at = 0; at + beginningLetters <= word.length; at++)
    if (beginnings.has(word.slice(at, at + beginningLetters))) return true
  return false
}
