const newRows = (width: number) => [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)] as const

/** Three rows of the table for usual words, allocated once: one search compares several thousand words. */
const usualWidth = 64
const usualRows = newRows(usualWidth)

/**
 * The number of typing errors between two words: a letter wrong, missing or too many, or two neighbours exchanged
 * (optimal string alignment). Any number above `most` is `most + 1`, which is found early. With `isPrefix`, `typed` is
 * compared with the most similar beginning of `word`.
 */
export const editDistance = (typed: string, word: string, most: number, isPrefix = false): number => {
  const width = isPrefix ? Math.min(word.length, typed.length + most) : word.length
  if (typed.length - width > most || (!isPrefix && width - typed.length > most)) return most + 1
  let [before, previous, current] = width < usualWidth ? usualRows : newRows(width + 1)
  for (let column = 0; column <= width; column++) previous[column] = column

  for (let row = 1; row <= typed.length; row++) {
    const letter = typed.charCodeAt(row - 1)
    const from = Math.max(1, row - most)
    const to = Math.min(width, row + most)
    current[from - 1] = from === 1 ? row : most + 1
    let least = current[from - 1] ?? 0
    for (let column = from; column <= to; column++) {
      const other = word.charCodeAt(column - 1)
      let cost = (previous[column - 1] ?? 0) + (letter === other ? 0 : 1)
      const missing = (current[column - 1] ?? 0) + 1
      if (missing < cost) cost = missing
      // The band is `most` wide on both sides: cells outside it are too far away.
      const added = column === row + most ? most + 1 : (previous[column] ?? 0) + 1
      if (added < cost) cost = added
      if (row > 1 && column > 1 && letter === word.charCodeAt(column - 2) && other === typed.charCodeAt(row - 2)) {
        const exchanged = (before[column - 2] ?? 0) + 1
        if (exchanged < cost) cost = exchanged
      }
      current[column] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    ;[before, previous, current] = [previous, current, before]
  }

  if (!isPrefix) return Math.min(previous[width] ?? 0, most + 1)
  let best = most + 1
  for (let column = Math.max(0, typed.length - most); column <= width; column++) {
    best = Math.min(best, previous[column] ?? best)
  }
  return best
}

/**
 * The typing errors that a word of so many letters may have: one from `lettersForOne` letters on, two from
 * `lettersForTwo`.
 */
export const typingErrorsOf = (letters: number, lettersForOne: number, lettersForTwo: number): 0 | 1 | 2 => {
  if (letters < lettersForOne) return 0
  return letters < lettersForTwo ? 1 : 2
}

/** The letters of a word as bits: one for each of a to z, and one for all other characters. */
export const letterBits = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97
    bits |= 1 << (letter >= 0 && letter < 26 ? letter : 26)
  }
  return bits
}

export const countBits = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** The number of letters, as bits, that a word has and another lacks: that many typing errors at least. */
export const lettersMissing = (letters: number, other: number): number => countBits(letters & ~other)

/** True if the letters of two words, as bits, prove more than `most` typing errors: this rules out most words. */
export const isFartherThan = (most: number, letters: number, other: number): boolean =>
  lettersMissing(letters, other) > most || lettersMissing(other, letters) > most

const pairAt = (text: string, at: number) => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)

/** The pairs of neighbouring letters of a text, to compare other texts with it. */
export class LetterPairs {
  readonly #pairs = new Map<number, number>()
  readonly #left = new Map<number, number>()
  readonly #count: number

  constructor(text: string) {
    this.#count = text.length - 1
    for (let at = 0; at < this.#count; at++) {
      const pair = pairAt(text, at)
      this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1)
    }
  }

  /** The similarity of another text from 0 to 1: the share of pairs that both have (Dice). */
  similarity(text: string): number {
    const count = text.length - 1
    if (this.#count < 1 || count < 1) return 0
    this.#left.clear()
    let shared = 0
    for (let at = 0; at < count; at++) {
      const pair = pairAt(text, at)
      const left = this.#left.get(pair) ?? this.#pairs.get(pair) ?? 0
      if (left > 0) {
        shared++
        this.#left.set(pair, left - 1)
      }
    }
    return (2 * shared) / (this.#count + count)
  }
}
