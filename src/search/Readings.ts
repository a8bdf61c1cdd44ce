import type { NameIndex } from "./NameIndex.ts"
import { spelling } from "./Spelling.ts"
import { isNumber, type Word } from "./Words.ts"

/** The shortest and the longest word that is taken apart, and the longest part of one. */
const [minApart, maxApart, maxPart] = [7, 60, 20]

/** More parts than about so many are no words, but a heap of syllables. */
const maxCost = 6

const wordOf = (word: string): Word => ({ word, typed: word })

const isKnown = (index: NameIndex, word: string): boolean => {
  const id = index.vocabulary.known(word)
  return id !== undefined && index.uses(id) > 0
}

/** A part of a word as a name has it: as it stands, or where it is a plural or possessive ("adamsoliver"), without. */
const partOf = (index: NameIndex, piece: string): string | undefined => {
  if (isKnown(index, piece)) return piece
  const other = /(?:[sy]|ie)$/.test(piece) ? spelling(piece) : piece
  return other !== piece && isKnown(index, other) ? other : undefined
}

interface Cut {
  readonly from: number
  readonly part: string
  readonly cost: number
}

/** A word that no name has, as known words that follow one another in it: "charcotmarietooth". */
const takenApart = (index: NameIndex, word: string): ReadonlyArray<string> | undefined => {
  if (word.length < minApart || word.length > maxApart || isNumber(word)) return undefined
  // The best way to each place: few long words rather than many short ones.
  const cuts: Array<Cut | undefined> = [{ from: 0, part: "", cost: 0 }]
  for (let to = 2; to <= word.length; to++) {
    for (let from = Math.max(0, to - maxPart); from <= to - 2; from++) {
      const before = cuts[from]
      if (before === undefined) continue
      const cost = before.cost + (to - from < 4 ? 2.5 : 1)
      if (cost >= (cuts[to]?.cost ?? maxCost)) continue
      const part = partOf(index, word.slice(from, to))
      if (part !== undefined) cuts[to] = { from, part, cost }
    }
  }
  const parts: Array<string> = []
  for (let cut = cuts[word.length]; cut !== undefined && cut.part !== ""; cut = cuts[cut.from]) parts.unshift(cut.part)
  return parts.length > 1 ? parts : undefined
}

/** The words with those that no name has taken apart, where they were joined. */
export const apart = (index: NameIndex, words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.flatMap((word) => (isKnown(index, word.word) ? [word] : (takenApart(index, word.word)?.map(wordOf) ?? [word])))

/** The words with neighbours joined that are one word, and not both words by themselves: "glycogen osis". */
export const together = (index: NameIndex, words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const found: Array<Word> = []
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at], words[at + 1]]
    if (word === undefined) continue
    const joined = next === undefined || isNumber(word.word) || isNumber(next.word) ? "" : word.typed + next.typed
    if (joined !== "" && isMeant(index, joined, word.word, next?.word ?? "")) {
      found.push({ word: spelling(joined), typed: joined })
      at++
    } else found.push(word)
  }
  return found
}

const isMeant = (index: NameIndex, joined: string, one: string, other: string): boolean =>
  isKnown(index, spelling(joined)) ||
  (joined.length > 6 &&
    !(isKnown(index, one) && isKnown(index, other)) &&
    index.vocabulary.like(spelling(joined)).some(({ likeness }) => likeness > 0.85))
