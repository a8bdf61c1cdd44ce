import lists from "../../../content/lay-words.json" with { type: "json" }
import { stemOf } from "../../text/Lexemes.ts"

/** Beginnings, middles and endings are looked for in words of at least so many letters. */
const minLetters = 5

/** Parts of words are looked up by this many of their first letters; no part is shorter. */
const keyLetters = 3

/** The letters that words about a concept begin with, end with or have in the middle. */
interface WordPart {
  readonly text: string
  readonly isBeginning: boolean
  readonly isEnding: boolean
  readonly concept: number
}

const concepts = new Map<string, ReadonlyArray<number>>()
const parts = new Map<string, ReadonlyArray<WordPart>>()

for (const [concept, patterns] of lists.concepts.entries()) {
  for (const pattern of patterns) {
    const text = pattern.replace(/^-|-$/g, "")
    const [isBeginning, isEnding] = [!pattern.startsWith("-"), !pattern.endsWith("-")]
    if (isBeginning && isEnding) {
      for (const word of new Set([text, stemOf(text)])) concepts.set(word, [...(concepts.get(word) ?? []), concept])
    } else {
      const key = text.slice(0, keyLetters)
      parts.set(key, [...(parts.get(key) ?? []), { text, isBeginning, isEnding, concept }])
    }
  }
}

const isAt = (word: string, at: number, { isBeginning, isEnding, text }: WordPart): boolean =>
  word.startsWith(text, at) && (!isBeginning || at === 0) && (!isEnding || at + text.length === word.length)

/**
 * The concepts that a word is about: "kidney", "renal" and "glomerulonephritis" share one. Takes a folded word in
 * American spelling, and its stem.
 */
export const conceptsOf = (word: string, stem: string): ReadonlyArray<number> => {
  const found = new Set([...(concepts.get(word) ?? []), ...(concepts.get(stem) ?? [])])
  if (word.length >= minLetters) {
    for (let at = 0; at <= word.length - keyLetters; at++) {
      for (const part of parts.get(word.slice(at, at + keyLetters)) ?? []) {
        if (isAt(word, at, part)) found.add(part.concept)
      }
    }
  }
  return Array.from(found)
}
