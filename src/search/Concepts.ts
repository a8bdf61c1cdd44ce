import { stemmer } from "stemmer"
import { concepts } from "./LayWords.ts"

/** Endings, beginnings and middles are looked for in words of this many letters and more. */
const minLetters = 5

/** Parts of words are looked up by so many of their first letters; none is shorter. */
const keyLetters = 3

/** A part of words that are about a concept. */
interface Part {
  readonly text: string
  readonly first: boolean
  readonly last: boolean
  readonly concept: number
}

const whole = new Map<string, ReadonlyArray<number>>()
const parts = new Map<string, ReadonlyArray<Part>>()

for (const [concept, line] of concepts.entries()) {
  for (const pattern of line.split(/\s+/)) {
    const text = pattern.replace(/^-|-$/g, "")
    const [first, last] = [!pattern.startsWith("-"), !pattern.endsWith("-")]
    if (first && last) {
      for (const word of new Set([text, stemmer(text)])) whole.set(word, [...(whole.get(word) ?? []), concept])
    } else {
      const key = text.slice(0, keyLetters)
      parts.set(key, [...(parts.get(key) ?? []), { text, first, last, concept }])
    }
  }
}

const isAt = (word: string, at: number, { first, last, text }: Part): boolean =>
  word.startsWith(text, at) && (!first || at === 0) && (!last || at + text.length === word.length)

/**
 * What a word is about: "kidney", "renal" and "glomerulonephritis" have a concept in common. A word is folded and
 * spelled the American way; it is looked up as it is and by its stem.
 */
export const conceptsOf = (word: string, stem: string): ReadonlyArray<number> => {
  const found = new Set([...(whole.get(word) ?? []), ...(whole.get(stem) ?? [])])
  if (word.length >= minLetters) {
    for (let at = 0; at <= word.length - keyLetters; at++) {
      for (const part of parts.get(word.slice(at, at + keyLetters)) ?? []) {
        if (isAt(word, at, part)) found.add(part.concept)
      }
    }
  }
  return Array.from(found)
}
