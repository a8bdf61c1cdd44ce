import type { SignWord } from "../SignWords.ts"
import type { Range } from "../WordPatterns.ts"
import { type Owned, type Word, wordsOf } from "./Named.ts"
import { type ReadClause, rangeOf } from "./ReadClause.ts"
import type { RelativeWords } from "./Relatives.ts"

/** A relative who is named as the one who has a sign, before or behind the sign. */
interface Holder extends Range {
  /** Where the sign is behind the name: the most words between, and the place before which it begins. */
  readonly behind?: { readonly most: number; readonly until: number }
}

/**
 * The signs of a clause that are said to be those of a relative: "the epilepsy of my brother", "my brother's epilepsy",
 * "l'épilepsie de ma mère", "le dio epilepsia a mi hermana".
 */
export const belongingsIn = (
  read: ReadClause,
  language: RelativeWords,
  patient: string | undefined
): ReadonlyArray<Owned> => {
  if (read.matches.length === 0) return []
  const words = wordsOf(read.clause.text)
  const holders = words.flatMap((word, at) =>
    language.isRelative(words, at) && word.written !== patient ? holderAt(read.clause.text, words, at, language) : []
  )
  return holders.flatMap((holder) =>
    read.matches
      .map((match) => rangeOf(read, match))
      .filter((sign) => isOf(sign, holder, read.words))
      .map((sign) => ({ ...sign, whose: read.clause.text.slice(holder.from, holder.to) }))
  )
}

/** The relative at a place, with the words before: "of my", "of my elder". */
const holderAt = (
  clause: string,
  words: ReadonlyArray<Word>,
  at: number,
  language: RelativeWords
): ReadonlyArray<Holder> => {
  const to = words[at]?.to ?? 0
  let start = at - 1
  const isBefore = (one: number) => {
    const { written = "" } = words[one] ?? {}
    return language.determiners.has(written) || language.ofWhom.has(written)
  }
  if (!isBefore(start) && isBefore(start - 1)) start--
  let first = at
  for (; isBefore(start); start--) first = start
  const before = words.slice(first, at).map(({ written }) => written)
  const isOurs = before.some((word) => language.ours.has(word))
  const isHeld = before.some((word) => language.ofWhom.has(word) && (isOurs || !language.toWhom.has(word)))
  const from = words[first]?.from ?? 0
  const isOf = isHeld && !language.isCompared(clause.slice(0, from))
  // "Mein Bruder krampft", "… and my father dementia".
  const isSubject = !isHeld && (first === 0 || language.joining.has(words[first - 1]?.written ?? ""))
  const isOwner = language.ownerMarks.has(words[at + 1]?.written ?? "")
  // "My wife and I have migraines".
  const isOther = ({ written }: Word) => language.joining.has(written) || language.isOtherSubject(written)
  const until = words.slice(at + 1).find(isOther)?.from ?? Number.POSITIVE_INFINITY
  return [
    ...(isOf ? [{ from, to }] : []),
    ...(isSubject ? [{ from, to, behind: { most: 0, until } }] : []),
    ...(isOwner ? [{ from, to: words[at + 1]?.to ?? to, behind: { most: 1, until } }] : [])
  ]
}

/** True for a sign that is directly before a relative, around them, or behind "my brother's". */
const isOf = (sign: Range, holder: Holder, words: ReadonlyArray<SignWord>): boolean => {
  const between = (from: number, to: number) => words.filter((word) => word.from >= from && word.from < to).length
  const { behind } = holder
  if (behind !== undefined)
    return sign.from >= holder.to && sign.from < behind.until && between(holder.to, sign.from) <= behind.most
  const isAround = sign.from < holder.from && sign.to >= holder.to
  return isAround || (sign.to <= holder.from && between(sign.to, holder.from) === 0)
}
