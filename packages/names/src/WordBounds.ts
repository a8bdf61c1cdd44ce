import { isNumber, type Word } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import type { NameIndex } from "./NameIndex.ts"

/** A word with fewer letters is not split. */
const minLetters = 7

/** A word with more letters is not split. */
const maxLetters = 60

/** The maximum number of letters of a part of a split word. */
const maxPartLetters = 20

/** A split of a word at a greater cost is rejected: its parts are only syllables. A part costs 1, a short one more. */
const [maxCost, shortPart, shortPartCost] = [6, 4, 2.5]

/** Neighbouring words with fewer letters together are not joined to one. */
const minJoinedLetters = 7

/** The least similarity of neighbouring words, joined, to a known word. */
const minJoinedSimilarity = 0.85

/** A part of a word as names have it: unchanged, or as a plural or possessive ("adamsoliver") without its ending. */
const partOf = (index: NameIndex, piece: string): string | undefined => {
  if (index.idOf(piece) !== undefined) return piece
  const other = /(?:[sy]|ie)$/.test(piece) ? spelling(piece) : piece
  return index.idOf(other) === undefined ? undefined : other
}

interface Cut {
  readonly from: number
  readonly part: string
  readonly cost: number
}

/** The known words that make up a word which no name has: "charcotmarietooth". Few long parts are preferred. */
const partsOf = (index: NameIndex, word: string): ReadonlyArray<string> | undefined => {
  if (word.length < minLetters || word.length > maxLetters || isNumber(word)) return undefined
  // By place: the cheapest split of the word up to there.
  const cuts: Array<Cut | undefined> = [{ from: 0, part: "", cost: 0 }]
  for (let to = 2; to <= word.length; to++) {
    for (let from = Math.max(0, to - maxPartLetters); from <= to - 2; from++) {
      const before = cuts[from]
      if (before === undefined) continue
      const cost = before.cost + (to - from < shortPart ? shortPartCost : 1)
      if (cost >= (cuts[to]?.cost ?? maxCost)) continue
      const part = partOf(index, word.slice(from, to))
      if (part !== undefined) cuts[to] = { from, part, cost }
    }
  }
  const parts: Array<string> = []
  for (let cut = cuts[word.length]; cut !== undefined && cut.part !== ""; cut = cuts[cut.from]) parts.unshift(cut.part)
  return parts.length > 1 ? parts : undefined
}

/** The words, with every word that no name has split into known ones. */
export const splitWords = (index: NameIndex, words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.flatMap((word) => {
    const parts = index.idOf(word.word) === undefined ? partsOf(index, word.word) : undefined
    return parts?.map((part) => ({ word: part, typed: part })) ?? [word]
  })

/** The words, with neighbours joined that are one known word, or similar to one: "glycogen osis". */
export const joinNeighbours = (index: NameIndex, words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const found: Array<Word> = []
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at], words[at + 1]]
    if (word === undefined) continue
    const typed = next === undefined || isNumber(word.word) || isNumber(next.word) ? "" : word.typed + next.typed
    if (typed !== "" && isOneWord(index, typed, word, next)) {
      found.push({ word: spelling(typed), typed })
      at++
    } else found.push(word)
  }
  return found
}

const isOneWord = (index: NameIndex, typed: string, ...halves: ReadonlyArray<Word | undefined>): boolean =>
  index.idOf(spelling(typed)) !== undefined ||
  (typed.length >= minJoinedLetters &&
    halves.some((half) => index.idOf(half?.word ?? "") === undefined) &&
    index.vocabulary.similar(spelling(typed)).some(({ similarity }) => similarity > minJoinedSimilarity))
