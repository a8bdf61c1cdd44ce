import { joinedWords, type NameIndex } from "./NameIndex.ts"
import type { AskedWord } from "./NameSearch.ts"
import { apart, together } from "./Readings.ts"
import { isChatter, isSentence } from "./Sentences.ts"
import { americanSpelling } from "./Spelling.ts"
import type { Likeness } from "./Vocabulary.ts"
import { comparable, folded, isNumber, rawWords, type Word } from "./Words.ts"

/** The most of a search that is looked at. */
const [maxCharacters, maxWords] = [300, 24]

/** A word that so few names have may as well be an error in a name. */
export const rareUses = 2

/** What a word of a sentence counts that says nothing of a disease, and one that no list of such words foresaw. */
const [chatterWeight, strangeShare] = [0.1, 0.5]

/** The most that one letter or two of a last word count: they may be all of it, or its beginning. */
const begunWeight = 2

/** From how many letters on what is half typed may be meant for a common word. */
const minCommonLetters = 4

/** A search taken apart. */
export interface Query {
  readonly folded: string
  readonly joined: string
  readonly words: ReadonlyArray<Word>
  /** Whether somebody tells or asks something. */
  readonly sentence: boolean
  /** Whether it is one word. */
  readonly single: boolean
  /** How many words say something of a disease. */
  readonly telling: number
  /** Whether it has only words that very many names have, such as "syndrome". */
  readonly common: boolean
  /** Whether the last word is none that a name has, or a letter or two, so that it may be half typed. */
  readonly half: boolean
  /** What the search may mean, each as the words asked for, where words of more than `rare` names are what they are. */
  readonly readings: (rare: number) => ReadonlyArray<ReadonlyArray<AskedWord>>
}

/** Greek letters that are written as Latin ones, and the other way round. */
const letterNames: ReadonlyMap<string, string> = new Map(
  ["alpha", "beta", "gamma", "delta"].flatMap((name) => [
    [name, name.charAt(0)],
    [name.charAt(0), name]
  ])
)

const byLikeness = (one: Likeness, other: Likeness) => other.likeness - one.likeness || one.word - other.word

const begun = (typed: string) => (typed.length < 5 ? typed : americanSpelling(typed))

/** Words that begin with what is typed; nearer to the whole of it is better. */
const completions = (index: NameIndex, typed: string, last: boolean): ReadonlyArray<Likeness> => {
  const text = begun(typed)
  const found = index.vocabulary.beginningWith(text, index.uses)
  // Two letters are no "syndrome" yet.
  const meant = text.length < minCommonLetters ? found.filter((id) => !index.isCommon(id)) : found
  return meant.map((id) => {
    const share = text.length / index.vocabulary.word(id).length
    return { word: id, likeness: (last ? 0.8 : 0.7) + 0.18 * share }
  })
}

/** The words of names that a word may be, best first; one that more than `rare` names have is no error. */
const likesOf = (index: NameIndex, { typed, word }: Word, last: boolean, rare: number): ReadonlyArray<Likeness> => {
  const id = index.vocabulary.known(word)
  const uses = id === undefined ? 0 : index.uses(id)
  const likes: Array<Likeness> = []
  if (id !== undefined && uses > 0) likes.push({ word: id, likeness: 1 })
  const letter = index.vocabulary.known(letterNames.get(word) ?? "")
  if (letter !== undefined) likes.push({ word: letter, likeness: 0.7 })
  if (isNumber(word)) return likes
  if (word.length < 3 ? last && uses === 0 : last || uses <= rare) likes.push(...completions(index, typed, last))
  if (uses <= rare) {
    likes.push(...index.vocabulary.like(word).filter((like) => like.word !== id && index.uses(like.word) > 0))
    if (last && likes.every(({ likeness }) => likeness < 0.9))
      likes.push(...index.vocabulary.likeBeginning(begun(typed)))
  }
  return likes.sort(byLikeness)
}

/** How much a word tells: as much as those words do together that it is most like. */
const weightOf = (index: NameIndex, likes: ReadonlyArray<Likeness>): number => {
  const [best] = likes
  if (best === undefined) return index.weightOf(0) * 0.8
  if (best.likeness === 1 && index.uses(best.word) > rareUses) return index.weight(best.word)
  const least = Math.min(0.9, best.likeness - 0.08)
  return index.weightOf(likes.reduce((uses, { likeness, word }) => uses + (likeness > least ? index.uses(word) : 0), 0))
}

const chatterAsked = (index: NameIndex, word: string): AskedWord => {
  const id = index.vocabulary.known(word)
  return { likes: id === undefined ? [] : [{ word: id, likeness: 1 }], weight: chatterWeight, beginning: undefined }
}

const askedOf = (index: NameIndex, words: ReadonlyArray<Word>, sentence: boolean, rare: number) =>
  words.map((asked, at): AskedWord => {
    const { typed, word } = asked
    if (sentence && isChatter(word)) return chatterAsked(index, word)
    const last = at === words.length - 1
    const likes = likesOf(index, asked, last, rare)
    const short = last && at > 0 && word.length < 3 && !isNumber(word)
    const strange = sentence && (likes[0]?.likeness ?? 0) < 0.95
    const weight = weightOf(index, likes) * (strange ? strangeShare : 1)
    return {
      likes,
      weight: short ? Math.min(weight, begunWeight) : weight,
      beginning: short ? typed : undefined
    }
  })

/** Whether very many names have a word, or if it is the last, one that begins so. */
const isCommon = (index: NameIndex, { typed, word }: Word, last: boolean): boolean => {
  const id = index.vocabulary.known(word)
  if (id !== undefined && index.uses(id) > 0) return index.isCommon(id)
  return (
    last &&
    typed.length >= minCommonLetters &&
    index.vocabulary.beginningWith(begun(typed), index.uses).some(index.isCommon)
  )
}

const textOf = (words: ReadonlyArray<Word>) => words.map(({ word }) => word).join(" ")

/** Takes a search apart; one that is known to be a name alone is no sentence, whatever its words. */
export const queryOf = (index: NameIndex, search: string, isName = false): Query => {
  const text = folded(search.slice(0, maxCharacters)).trim().replace(/\s+/g, " ")
  const raw = rawWords(text).slice(0, maxWords)
  const sentence = !isName && isSentence(raw)
  // "I" is who writes, and no numeral, where another word of a sentence follows.
  const words = comparable(sentence ? raw.filter((word, at) => word !== "i" || !isChatter(raw[at + 1] ?? "")) : raw)
  const ways = [words, apart(index, words), together(index, words)]
  const different = ways.filter((way, at) => ways.findIndex((other) => textOf(other) === textOf(way)) === at)
  const end = words.at(-1)?.word ?? ""
  const last = index.vocabulary.known(end)
  return {
    folded: text,
    joined: joinedWords(words.map(({ word }) => word)) || text,
    words,
    sentence,
    single: words.length === 1,
    telling: words.filter(({ word }) => !isChatter(word)).length,
    common: words.length > 0 && words.every((word, at) => isCommon(index, word, at === words.length - 1)),
    half: last === undefined || index.uses(last) === 0 || (words.length > 1 && end.length < 3 && !isNumber(end)),
    readings: (rare) => different.map((way) => askedOf(index, way, sentence, rare))
  }
}
