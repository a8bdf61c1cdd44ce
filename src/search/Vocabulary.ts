import { editDistance } from "./EditDistance.ts"
import { soundOf } from "./Sounds.ts"
import { isNumber } from "./Words.ts"

/** A word of the index that is like a typed one, from 0 to 1. */
export interface Likeness {
  readonly word: number
  readonly likeness: number
}

/** From how many letters on a word may have one typing error, and two. */
const [lettersForOne, lettersForTwo] = [3, 6]

/** From how many letters on what a word sounds like tells enough, and the least of its sound. */
const [lettersToHear, soundsToHear] = [4, 4]

/** The most words that a beginning stands for: those come first that most names have. */
const maxBeginnings = 400

/** How many words are remembered with what is like them. */
const maxLikes = 100

/** Which of 27 kinds of characters a word has, as bits. */
const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26)
  }
  return letters
}

const count = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

const added = <K>(lists: Map<K, Array<number>>, key: K, id: number) => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [id])
  else list.push(id)
}

/** Every word of the names, numbered, and the ways of finding those like a typed one. Words are never forgotten. */
export class Vocabulary {
  readonly #ids = new Map<string, number>()
  readonly #words: Array<string> = []
  readonly #letters: Array<number> = []
  readonly #sounds: Array<string> = []
  readonly #byLength = new Map<number, Array<number>>()
  readonly #byBeginning = new Map<string, Array<number>>()
  /** What was found for the last words: a search asks for the same ones in each of its readings. */
  readonly #likes = new Map<string, ReadonlyArray<Likeness>>()
  /** By the two letters behind the first. */
  readonly #byInner = new Map<string, Array<number>>()
  readonly #bySound = new Map<string, Array<number>>()
  readonly #bySoundLength = new Map<number, Array<number>>()

  /** The number of a word, if it is known. */
  known(word: string): number | undefined {
    return this.#ids.get(word)
  }

  word(id: number): string {
    return this.#words[id] ?? ""
  }

  /** The number of a word, a new one for a new word. */
  add(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#words.push(word) - 1
    if (this.#likes.size > 0) this.#likes.clear()
    this.#ids.set(word, id)
    this.#letters.push(lettersOf(word))
    added(this.#byBeginning, word.slice(0, 2), id)
    if (word.length > 2) added(this.#byBeginning, word.slice(0, 1), id)
    if (word.length > lettersToHear) added(this.#byInner, word.slice(1, 3), id)
    const sound = isNumber(word) || word.length < lettersToHear ? "" : soundOf(word)
    this.#sounds.push(sound)
    if (!isNumber(word) && word.length >= lettersForOne) added(this.#byLength, word.length, id)
    if (sound.length >= soundsToHear) {
      added(this.#bySound, sound, id)
      added(this.#bySoundLength, sound.length, id)
    }
    return id
  }

  /** Words that begin with a text and are longer; the most used first, as `uses` says. */
  beginningWith(text: string, uses: (id: number) => number): ReadonlyArray<number> {
    if (text === "" || isNumber(text)) return []
    const found = (this.#byBeginning.get(text.slice(0, 2)) ?? []).filter((id) => {
      const word = this.word(id)
      return word.length > text.length && word.startsWith(text) && uses(id) > 0
    })
    if (found.length <= maxBeginnings) return found
    return found
      .sort((one, other) => uses(other) - uses(one) || (this.word(one) < this.word(other) ? -1 : 1))
      .slice(0, maxBeginnings)
  }

  /** Words that a typed one may be meant for: with one or two typing errors, or spoken alike. */
  like(typed: string): ReadonlyArray<Likeness> {
    const known = this.#likes.get(typed)
    if (known !== undefined) return known
    const likes = this.#alike(typed)
    if (this.#likes.size >= maxLikes) this.#likes.clear()
    this.#likes.set(typed, likes)
    return likes
  }

  #alike(typed: string): ReadonlyArray<Likeness> {
    if (typed.length < lettersForOne || isNumber(typed) || isRepeated(typed)) return []
    const most = typed.length < lettersForTwo ? 1 : 2
    const found = new Map<number, number>()
    const keep = (word: number, likeness: number) => {
      if ((found.get(word) ?? 0) < likeness) found.set(word, likeness)
    }
    this.#near(typed, most, keep)
    const sound = typed.length < lettersToHear ? "" : soundOf(typed)
    if (sound.length < soundsToHear || sound.length < typed.length / 2) return listed(found)
    for (const id of this.#bySound.get(sound) ?? []) keep(id, 0.93)
    if (sound.length >= 5) this.#nearSounding(sound, keep)
    return listed(found)
  }

  #near(typed: string, most: number, keep: (word: number, likeness: number) => void) {
    const letters = lettersOf(typed)
    for (let length = typed.length - most; length <= typed.length + most; length++) {
      for (const id of this.#byLength.get(length) ?? []) {
        const other = this.#letters[id] ?? 0
        if (count(letters & ~other) > most || count(other & ~letters) > most) continue
        const word = this.word(id)
        const errors = editDistance(typed, word, most)
        if (errors > most || (typed.length === 3 && letters !== other && word.length <= 3)) continue
        keep(id, likenessOf(typed, word, errors))
      }
    }
  }

  #nearSounding(sound: string, keep: (word: number, likeness: number) => void) {
    for (let length = sound.length - 1; length <= sound.length + 1; length++) {
      for (const id of this.#bySoundLength.get(length) ?? []) {
        const other = this.#sounds[id] ?? ""
        // An error in front and one behind it at once are two: one end at least is as it should be.
        if (
          other.charCodeAt(0) !== sound.charCodeAt(0) &&
          other.charCodeAt(length - 1) !== sound.charCodeAt(sound.length - 1)
        )
          continue
        if (editDistance(sound, other, 1) <= 1) keep(id, 0.9 - 1.2 / sound.length)
      }
    }
  }

  /** Words whose beginning is like what is half typed, with one typing error. */
  likeBeginning(typed: string): ReadonlyArray<Likeness> {
    if (typed.length < lettersToHear || isNumber(typed) || isRepeated(typed)) return []
    const letters = lettersOf(typed)
    const found: Array<Likeness> = []
    const [first, second] = [typed.slice(0, 1), typed.slice(1, 2)]
    for (const beginning of new Set([first, second])) {
      for (const id of this.#byBeginning.get(beginning) ?? []) {
        const word = this.word(id)
        if (word.length < typed.length || count(letters & ~(this.#letters[id] ?? 0)) > 1) continue
        if (editDistance(typed, word, 1, true) <= 1) {
          found.push({ word: id, likeness: likenessOf(typed, word.slice(0, typed.length), 1) - 0.08 })
        }
      }
    }
    for (const id of this.#withoutFirst(typed)) {
      const word = this.word(id)
      found.push({ word: id, likeness: likenessOf(typed, word.slice(0, typed.length), 1) - 0.08 })
    }
    return found
  }

  /** Words that begin as what is half typed where its first letter is another one, or missing. */
  #withoutFirst(typed: string): ReadonlyArray<number> {
    const missing = (this.#byInner.get(typed.slice(0, 2)) ?? []).filter((id) => this.word(id).startsWith(typed, 1))
    const rest = typed.slice(1)
    const wrong = (this.#byInner.get(rest.slice(0, 2)) ?? []).filter((id) => this.word(id).startsWith(rest, 1))
    return [...missing, ...wrong]
  }
}

/** How alike two words are that typing errors part: in a long word one matters less, in front it matters more. */
const likenessOf = (typed: string, word: string, errors: number): number => {
  const length = Math.max(typed.length, word.length)
  // Letters exchanged, or one missing, happen more than one for another.
  const exchanged = typed.length === word.length && lettersOf(typed) === lettersOf(word)
  const kind = exchanged ? 0.1 : typed.length < word.length ? 0.06 : 0
  // A letter too many in front, or the first two exchanged, leaves the word's own first letter second.
  const [letter, second] = [word.charCodeAt(0), typed.charCodeAt(1)]
  const front = typed.charCodeAt(0) === letter || second === letter ? 0 : 0.05
  return 1 - (errors * 1.1) / length - (errors - 1) * 0.05 - front + kind
}

const listed = (found: ReadonlyMap<number, number>): ReadonlyArray<Likeness> =>
  Array.from(found, ([word, likeness]) => ({ word, likeness }))

/** Whether a word is one letter again and again. */
const isRepeated = (word: string) => /^(.)\1*$/.test(word)
