/** The comparison of names by the judge. It shares nothing with the search that it judges. */

const letters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", ł: "l", œ: "oe", đ: "d", ı: "i" }

/** In small letters and digits of ASCII, without accents, apostrophes and punctuation. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|['’‘`´]/gu, "")
    .replace(/[ßøæłœđı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^a-z0-9α-ω]+/g, " ")
    .trim()

export const wordsOf = (text: string): ReadonlyArray<string> => folded(text).split(" ")

const greek = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(" ")

/** The sign of a Greek letter, by its name. */
export const greekSigns: ReadonlyMap<string, string> = new Map(
  greek.map((name, index) => [name, "αβγδεζηθικλμ"[index] ?? name])
)
const greekNames = new Map([...greekSigns].map(([name, sign]) => [sign, name]))

/** Roman numerals from 1 on; the word of a numeral is its place. */
const romans = " i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" ")

/** A number from 1 to 20 as Romans write it, in capitals. */
export const roman = (number: number): string | undefined => romans[number]?.toUpperCase()

/** The number of a roman numeral in small letters. `x` is the chromosome far more often than ten, so it is none. */
export const arabic = (numeral: string): number | undefined => {
  const number = romans.indexOf(numeral)
  return number > 0 && numeral !== "x" ? number : undefined
}

const silent = new Set("of the and with due to in by a an type or for".split(" "))
export const generic = new Set("syndrome disease disorder".split(" "))

const american = (word: string) =>
  word
    .replace(/ae|oe/g, "e")
    .replace(/our(?=s?$)/, "or")
    .replace(/sulph/g, "sulf")
    .replace(/isation/g, "ization")
    .replace(/(cent|fib|calib)re/g, "$1er")
    .replace(/leuc/g, "leuk")

const singular = (word: string) => (/[^sui]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word)

const senseOf = (word: string) => String(arabic(word) ?? american(singular(word)))

/**
 * The same for two texts that say the same: in any order of the words, British or American, roman or arabic, Greek sign
 * or name, one or many, with or without accents and a possessive.
 */
export const sense = (text: string): string =>
  folded(text.replace(/['’]s\b/g, "").replace(/[α-μ]/g, (sign) => ` ${greekNames.get(sign) ?? sign} `))
    .split(" ")
    .filter((word) => !silent.has(word))
    .map(senseOf)
    .sort()
    .join(" ")

/** The sense without the words that nearly every name has: `Marfan's` and `Marfan syndrome` are one. */
export const bareSense = (text: string): string =>
  sense(text)
    .split(" ")
    .filter((word) => !generic.has(word))
    .join(" ")

/** The letters and digits of a text, as bits. */
const letterBits = (text: string) => {
  let bits = 0
  for (let index = 0; index < text.length; index++) bits |= 1 << (text.charCodeAt(index) % 32)
  return bits
}

const bitCount = (bits: number) => {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/**
 * The number of letters to insert, delete, replace or swap with their neighbour to make one text of the other;
 * `atMost + 1` when it is more than that.
 */
export const distance = (one: string, other: string, atMost: number): number => {
  if (Math.abs(one.length - other.length) > atMost) return atMost + 1
  let beforeLast: Array<number> = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      )
    }
    if (Math.min(...current) > atMost) return atMost + 1
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}

/** Texts that can be searched by their distance in edits from another. */
export class Neighbours {
  readonly #byLength = new Map<number, Array<{ readonly text: string; readonly bits: number }>>()

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      const entry = { text, bits: letterBits(text) }
      const alike = this.#byLength.get(text.length)
      if (alike === undefined) this.#byLength.set(text.length, [entry])
      else alike.push(entry)
    }
  }

  /** All texts that are at most this many edits away. */
  within(text: string, edits: number): ReadonlyArray<string> {
    const bits = letterBits(text)
    const found: Array<string> = []
    for (let length = text.length - edits; length <= text.length + edits; length++) {
      for (const entry of this.#byLength.get(length) ?? []) {
        if (bitCount(bits ^ entry.bits) <= 2 * edits && distance(text, entry.text, edits) <= edits) {
          found.push(entry.text)
        }
      }
    }
    return found
  }
}
