import { joinedWords, type NameIndex } from "./NameIndex.ts"
import { isChatter, isConnecting, isFrame } from "./Sentences.ts"
import { isNumber, type Word } from "./Words.ts"

/** The most words of a name that is looked for within a search. */
const maxSpan = 16

/** The shortest abbreviation that is one in any text, and not by chance. */
const minAbbreviation = 3

/** A whole name within a search: the words from one place to another, and the names that consist of them. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly names: ReadonlyArray<number>
}

/** Names that consist of these words, if they say enough by themselves not to be there by chance. */
const namesOf = (index: NameIndex, words: ReadonlyArray<string>): ReadonlyArray<number> => {
  const joined = joinedWords(words)
  if (joined.length < minAbbreviation || isNumber(joined) || words.every(isFrame)) return []
  return index.whole(joined).filter((id) => index.name(id)?.matchedOn.field !== "gene")
}

/** The whole names within a search that have no longer one around them, in their order; none where the search is one. */
export const spansOf = (index: NameIndex, words: ReadonlyArray<Word>): ReadonlyArray<Span> => {
  const texts = words.map(({ word }) => word)
  const found: Array<Span> = []
  for (let from = 0, end = 0; from < texts.length; from++) {
    for (let to = Math.min(texts.length, from + maxSpan); to > Math.max(from, end); to--) {
      const names = namesOf(index, texts.slice(from, to))
      if (names.length === 0) continue
      found.push({ from, to, names })
      end = to
      break
    }
  }
  return found
}

/** What stands around the names. */
export const outside = (words: ReadonlyArray<Word>, spans: ReadonlyArray<Span>): ReadonlyArray<Word> =>
  words.filter((_, at) => spans.every(({ from, to }) => at < from || at >= to))

/** Whether no name has a word, or one like it. */
const isStrange = ({ vocabulary, uses }: NameIndex, word: string): boolean => {
  const id = vocabulary.known(word)
  return (id === undefined || uses(id) === 0) && !vocabulary.like(word).some((like) => uses(like.word) > 0)
}

/**
 * Whether words around names only ask about a disease, or tell who has it; where `strange`, words that have nothing in
 * common with names, too. A number behind a name is of that name.
 */
export const isFramed = (
  index: NameIndex,
  words: ReadonlyArray<Word>,
  spans: ReadonlyArray<Span>,
  strange: boolean
): boolean =>
  words.every(({ word }, at) => {
    if (spans.some(({ from, to }) => at >= from && at < to)) return true
    if (isNumber(word)) return at > 0 && spans.every(({ to }) => to !== at)
    return isFrame(word) || (strange && at < words.length - 1 && isStrange(index, word))
  })

/** Whether a name has all words of a search that may be some of a name, in any order, and no others. */
export const isPermuted = (index: NameIndex, words: ReadonlyArray<Word>): boolean => {
  const telling = words.filter(({ word }) => !isChatter(word) && !isConnecting(word))
  const ids = telling.map(({ word }) => index.vocabulary.known(word))
  const wanted = new Set(ids.filter((id) => id !== undefined))
  if (ids.includes(undefined) || wanted.size === 0) return false
  const [rarest = 0] = Array.from(wanted).sort((one, other) => index.uses(one) - index.uses(other))
  return index.having(rarest).some((id) => {
    const own = new Set((index.name(id)?.words ?? []).filter((word) => !isConnecting(index.vocabulary.word(word))))
    return own.size === wanted.size && Array.from(own).every((word) => wanted.has(word))
  })
}

/**
 * The runs of words between those that tell or ask something, without what stands around names at their ends: at both,
 * or at one of them, since names have some of these words, too.
 */
export const segmentsOf = (words: ReadonlyArray<Word>): ReadonlyArray<ReadonlyArray<Word>> => {
  const runs: Array<Array<Word>> = [[]]
  for (const word of words) {
    if (isChatter(word.word) && !isConnecting(word.word)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.flatMap((run) => {
    const [from, to] = [run.findIndex(isTelling), run.findLastIndex(isTelling) + 1]
    if (from < 0) return []
    const ways = [run.slice(from, to), run.slice(from), run.slice(0, to)]
    return ways.filter((way, at) => ways.findIndex(({ length }) => length === way.length) === at)
  })
}

const isTelling = ({ word }: Word) => !isFrame(word)
