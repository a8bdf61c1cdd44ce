import { ClockCache } from "@rare-disease-community/text/ClockCache"
import { editDistance, letterBits, lettersMissing, typingErrorsOf } from "@rare-disease-community/text/EditDistance"
import { FuzzyWords, type SimilarWord } from "@rare-disease-community/text/FuzzyWords"
import { isNumber } from "@rare-disease-community/text/NameWords"
import { consonantsOf } from "@rare-disease-community/text/Sounds"
import { soundOf } from "@rare-disease-community/text/Spelling"
import { HashedIds, insertAt } from "./IndexedIds.ts"

/** A word of a search: the words of the index that it may mean, best first, and its weight. */
export interface QueryTerm {
  readonly candidates: ReadonlyArray<SimilarWord>
  readonly weight: number
  /** One or two letters of a word: looked for in names that have the other words. */
  readonly prefix: string | undefined
}

/** A word may have one typing error from this many letters on, and two from this many. */
const [lettersForOne, lettersForTwo] = [3, 6]

/** Words with fewer letters are not compared by sound. */
const minHeardLetters = 4

/** Words with fewer sounds are not compared by sound. */
const minSounds = 4

/** One sound may be wrong from this many on. */
const minMisheard = 5

/** The similarity of words that sound the same. */
const sameSound = 0.93

/** A word that is similar as a prefix counts this much less than a whole one. */
const perPrefix = 0.08

/** A word alone is compared by its consonants from this many on; one of them may be wrong from this many on. */
const [minConsonants, consonantsForOne] = [3, 4]

/**
 * The greatest similarity of words with the same consonants, or with one wrong, and what each wrong sound takes off.
 */
const [sameConsonants, oneWrongConsonant, perSound] = [0.9, 0.78, 0.07]

/** A word has one group of vowels in so many letters at least. */
const lettersPerVowel = 6

/** The maximum number of wrong sounds that are counted. */
const maxSoundErrors = 4

/** The maximum number of words that a prefix matches: the ones that most names have. */
const maxCompletions = 400

/** The number of typed words whose similar words are cached. */
const maxCached = 100

/**
 * Every word of the names, numbered, and the ways to find words similar to a typed one. Words are never removed. It
 * grows with the catalogue, so it cannot be sorted and packed as that of signs (`PackedVocabulary.ts`); both find
 * mistyped words by `FuzzyWords`.
 */
export class Vocabulary {
  readonly #ids = new Map<string, number>()
  readonly #words: Array<string> = []
  readonly #letters: Array<number> = []
  readonly #sounds: Array<string> = []
  readonly #mistyped = new FuzzyWords({
    errorsOf: (letters) => typingErrorsOf(letters, lettersForOne, lettersForTwo),
    wordOf: (id) => this.word(id)
  })
  /** By one letter and by two. */
  readonly #byPrefix = new Map<string, Array<number>>()
  /** Words that are similar to a word: cached, since all readings of a search look up the same ones. */
  readonly #similar = new ClockCache<string, ReadonlyArray<SimilarWord>>(maxCached)
  /** By the two letters after the first. */
  readonly #byInner = new Map<string, Array<number>>()
  readonly #bySound = new HashedIds()
  /** Sounds, each by the first word that has it. */
  readonly #misheard = new FuzzyWords({ errorsOf: () => 1, wordOf: (id) => this.#sounds[id] ?? "" })
  /** By the consonants of its pronunciations. It is filled up to `#heardUpTo` by the searches that need it. */
  readonly #byConsonants = new Map<string, Array<number>>()
  readonly #consonants: Array<string> = []
  readonly #mistakenConsonants = new FuzzyWords({
    errorsOf: () => 1,
    sameInitial: true,
    wordOf: (place) => this.#consonants[place] ?? ""
  })
  #heardUpTo = 0

  idOf(word: string): number | undefined {
    return this.#ids.get(word)
  }

  word(id: number): string {
    return this.#words[id] ?? ""
  }

  /** The id of a word; a new word gets the next one. */
  add(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#words.push(word) - 1
    this.#similar.clear()
    this.#ids.set(word, id)
    this.#letters.push(letterBits(word))
    insertAt(this.#byPrefix, word.slice(0, 2), id)
    if (word.length > 2) insertAt(this.#byPrefix, word.slice(0, 1), id)
    if (word.length > minHeardLetters) insertAt(this.#byInner, word.slice(1, 3), id)
    const sound = isNumber(word) || word.length < minHeardLetters ? "" : soundOf(word)
    this.#sounds.push(sound)
    if (!isNumber(word) && word.length >= lettersForOne) this.#mistyped.add(word, id)
    if (sound.length >= minSounds) {
      if (this.#soundingAs(sound).length === 0) this.#misheard.add(sound, id)
      this.#bySound.add(sound, id)
    }
    return id
  }

  #soundingAs(sound: string): ReadonlyArray<number> {
    return this.#bySound.at(sound).filter((id) => this.#sounds[id] === sound)
  }

  /** Words that begin with a prefix and are longer; the most frequent first, by `frequency`. */
  completions(prefix: string, frequency: (id: number) => number): ReadonlyArray<number> {
    if (prefix === "" || isNumber(prefix)) return []
    const found = (this.#byPrefix.get(prefix.slice(0, 2)) ?? []).filter((id) => {
      const word = this.word(id)
      return word.length > prefix.length && word.startsWith(prefix) && frequency(id) > 0
    })
    if (found.length <= maxCompletions) return found
    return found
      .sort((one, other) => frequency(other) - frequency(one) || (this.word(one) < this.word(other) ? -1 : 1))
      .slice(0, maxCompletions)
  }

  /** Words that a typed one may mean: with one or two typing errors, or pronounced alike. */
  similar(typed: string): ReadonlyArray<SimilarWord> {
    const cached = this.#similar.get(typed)
    if (cached !== undefined) return cached
    const found = this.#findSimilar(typed)
    this.#similar.set(typed, found)
    return found
  }

  #findSimilar(typed: string): ReadonlyArray<SimilarWord> {
    if (typed.length < lettersForOne || isNumber(typed) || isOneLetter(typed)) return []
    const found = new Map<number, number>()
    const keep = (word: number, similarity: number) => {
      if ((found.get(word) ?? 0) < similarity) found.set(word, similarity)
    }
    const typedLetters = letterBits(typed)
    this.#mistyped.near(typed, (id, errors) => {
      const word = this.word(id)
      if (typed.length === 3 && word.length <= 3 && typedLetters !== this.#letters[id]) return
      keep(id, similarityOf(typed, word, errors))
    })
    const sound = typed.length < minHeardLetters ? "" : soundOf(typed)
    if (sound.length >= minSounds && sound.length >= typed.length / 2) {
      const keepHeard = (sound: string, similarity: number) => {
        for (const id of this.#soundingAs(sound))
          if (isHeard(typedLetters, this.#letters[id] ?? 0)) keep(id, similarity)
      }
      keepHeard(sound, sameSound)
      if (sound.length >= minMisheard)
        this.#misheard.near(sound, (id) => keepHeard(this.#sounds[id] ?? "", 0.9 - 1.2 / sound.length))
    }
    return Array.from(found, ([word, similarity]) => ({ word, similarity }))
  }

  /**
   * Words with the consonants of a typed one, for those who write a name as it was heard; with four consonants one of
   * them may be wrong.
   */
  heard(typed: string, isAlone: boolean): ReadonlyArray<SimilarWord> {
    if (!isPronounced(typed)) return []
    this.#listen()
    const [sound, letters] = [soundOf(typed), letterBits(typed)]
    const found = new Map<number, number>()
    const keep = (ids: ReadonlyArray<number>, most: number) => {
      for (const word of ids) {
        if (!beginsAlike(typed, this.word(word)) || (isAlone && !isHeard(letters, this.#letters[word] ?? 0))) continue
        const other = this.#sounds[word] || soundOf(this.word(word))
        const similarity = most - perSound * editDistance(sound, other, maxSoundErrors)
        if ((found.get(word) ?? 0) < similarity) found.set(word, similarity)
      }
    }
    for (const consonants of consonantsOf(typed)) {
      if (consonants.length < (isAlone ? minConsonants : 1)) continue
      keep(this.#byConsonants.get(consonants) ?? [], sameConsonants)
      if (consonants.length < consonantsForOne) continue
      this.#mistakenConsonants.near(consonants, (place, errors) => {
        if (errors === 1) keep(this.#byConsonants.get(this.#consonants[place] ?? "") ?? [], oneWrongConsonant)
      })
    }
    return Array.from(found, ([word, similarity]) => ({ word, similarity }))
  }

  #listen() {
    for (; this.#heardUpTo < this.#words.length; this.#heardUpTo++) {
      const word = this.word(this.#heardUpTo)
      if (!isPronounced(word)) continue
      for (const consonants of consonantsOf(word)) {
        const same = this.#byConsonants.get(consonants)
        if (same !== undefined) same.push(this.#heardUpTo)
        else {
          this.#byConsonants.set(consonants, [this.#heardUpTo])
          this.#mistakenConsonants.add(consonants, this.#consonants.push(consonants) - 1)
        }
      }
    }
  }

  /** Words whose beginning is `typed` with one typing error. */
  similarPrefixes(typed: string): ReadonlyArray<SimilarWord> {
    if (typed.length < minHeardLetters || isNumber(typed) || isOneLetter(typed)) return []
    const letters = letterBits(typed)
    const sameInitial = Array.from(new Set([typed.charAt(0), typed.charAt(1)])).flatMap((initial) =>
      (this.#byPrefix.get(initial) ?? []).filter((id) => {
        const word = this.word(id)
        const mayMatch = word.length >= typed.length && lettersMissing(letters, this.#letters[id] ?? 0) <= 1
        return mayMatch && editDistance(typed, word, 1, true) <= 1
      })
    )
    // The first letter is missing, or it is wrong.
    const otherInitial = [typed, typed.slice(1)].flatMap((rest) =>
      (this.#byInner.get(rest.slice(0, 2)) ?? []).filter((id) => this.word(id).startsWith(rest, 1))
    )
    return [...sameInitial, ...otherInitial].map((id) => ({
      word: id,
      similarity: similarityOf(typed, this.word(id).slice(0, typed.length), 1) - perPrefix
    }))
  }
}

/** The similarity of words with typing errors between them: an error in a long word matters less, one in front more. */
const similarityOf = (typed: string, word: string, errors: number): number => {
  const length = Math.max(typed.length, word.length)
  // Two letters exchanged, or one missing, are more frequent errors than a wrong letter.
  const isExchanged = typed.length === word.length && letterBits(typed) === letterBits(word)
  const bonus = isExchanged ? 0.1 : typed.length < word.length ? 0.06 : 0
  // A letter too many in front, or the first two exchanged, makes the word's own first letter the second.
  const initial = word.charCodeAt(0)
  const front = typed.charCodeAt(0) === initial || typed.charCodeAt(1) === initial ? 0 : 0.05
  return 1 - (errors * 1.1) / length - (errors - 1) * 0.05 - front + bonus
}

/**
 * True if most letters of a typed word are in one that sounds like it: others sound alike by chance, as "xyzzy" and
 * "sici".
 */
const isHeard = (typed: number, word: number) => lettersMissing(typed, word) * 2 < lettersMissing(typed, 0)

/** A vowel in front is heard; y may be one. */
const beginsAlike = (one: string, other: string) =>
  one.startsWith("y") || other.startsWith("y") || /^h?[aeiou]/.test(one) === /^h?[aeiou]/.test(other)

/** Three consonants that no word begins with. */
const unsayable = /^(?!s[cpt]|[cpst]h)[^aeiouy]{3}/

/** True for a word that can be said: no abbreviation, and no letters at random. */
const isPronounced = (word: string) =>
  word.length >= lettersForOne &&
  !isNumber(word) &&
  !/(.)\1\1/.test(word) &&
  !unsayable.test(word) &&
  (word.match(/[aeiouy]+/g)?.length ?? 0) * lettersPerVowel >= word.length

/** True for one letter again and again. */
const isOneLetter = (word: string) => /^(.)\1*$/.test(word)
