import questions from "../words/question-words.json" with { type: "json" }
import spellings from "../words/spellings.json" with { type: "json" }
import stopWords from "../words/stop-words.json" with { type: "json" }
import { foldText, seenText } from "./Folding.ts"
import { lexemesOf } from "./Lexemes.ts"

export interface ContentWord {
  /** The lexemes that represent it in an index: its stem first, the word itself, other forms and spellings. */
  readonly lexemes: ReadonlyArray<string>
  /** The word as the text has it first. */
  readonly written: string
}

const everyday = new Set(stopWords.everyday.words)

export const isEveryday = (word: string): boolean => everyday.has(foldText(word))

const questionWords = [stopWords.question.words, ...Object.values(questions.words)].map(
  (words) => new Set(words.map(foldText))
)

/** True if a text has only words of the set, such as "how" or "don't". */
const isOf = (set: ReadonlySet<string> | undefined) => (text: string) => {
  const words = foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.length > 0 && words.every((word) => set?.has(word) === true)
}

/** One such word may be a content word of another language: "die" in English. */
const leastQuestionWords = 2

/**
 * Gives the test for words that connect the others in a question: those of the language that has most of a search's
 * words, of English where none has more and at least two.
 */
export const questionWordsOf = (written: ReadonlyArray<string>): ((text: string) => boolean) => {
  const [english, ...others] = questionWords.map((set) => ({
    isIn: isOf(set),
    count: written.filter(isOf(set)).length
  }))
  const best = others.toSorted((one, other) => other.count - one.count)[0]
  const isOther = best !== undefined && best.count >= leastQuestionWords && best.count > (english?.count ?? 0)
  return (isOther ? best : english)?.isIn ?? (() => false)
}

/** Words of one or two letters say nothing. */
const isShort = (word: string) => /^[a-z0-9]{0,2}$/.test(word) || Array.from(word).length < 2

/** A word with its apostrophes: "don't" is one. */
const writtenWord = /[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{N}\p{M}]+)*/gu

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>()]+/gi

/** The lexemes of each word of a text, the word first and its stem last. */
const lexemesByWord = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const words = new Map<number, Array<string>>()
  for (const { lexeme, position } of lexemesOf(text)) {
    const lexemes = words.get(position)
    if (lexemes === undefined) words.set(position, [lexeme])
    else lexemes.push(lexeme)
  }
  return Array.from(words.values())
}

const irregular = Object.entries(spellings.irregular)
const irregularForms = new Map(irregular.flatMap(([one, many]) => [[one, many] as const, [many, one] as const]))
const british = Object.entries(spellings.british)

const otherSpellings = (word: string): ReadonlyArray<string> =>
  british.flatMap(([american, british]) => {
    if (word.includes(british)) return [word.replace(british, american)]
    return word.includes(american) ? [word.replace(american, british)] : []
  })

/** "diagnosis", "diagnoses" and "diagnosed" have different stems. */
const formsInSis = (word: string): ReadonlyArray<string> => {
  const [, base] = /^([a-z]{3,}s)(?:is|es|ed|ing)$/.exec(word) ?? []
  return base === undefined ? [] : [`${base}is`, `${base}es`]
}

/** The stems of all forms and spellings of an English word, and the word. */
const allLexemes = (word: string): ReadonlyArray<string> => {
  const forms = [word, irregularForms.get(word) ?? word, ...otherSpellings(word), ...formsInSis(word)]
  const stems = forms.map((form) => lexemesOf(form).at(-1)?.lexeme ?? form)
  return Array.from(new Set([...stems, word]))
}

/**
 * The content words of a text, each once, in the order of their first mention. Words of one stem, or that differ in
 * spelling only, are one word. Scripts without spaces give every two neighbouring characters, as the index does.
 */
export const contentWords = (text: string): ReadonlyArray<ContentWord> => {
  const found: Array<ContentWord> = []
  const seen = new Set<string>()
  for (const written of new Set(seenText(text).replace(addresses, " ").match(writtenWord))) {
    const words = lexemesByWord(written)
    for (const [word = "", ...rest] of words) {
      const stem = rest.at(-1) ?? word
      if (isShort(word) || everyday.has(word) || seen.has(stem)) continue
      const lexemes = /^[a-z]+$/.test(word) ? allLexemes(word) : Array.from(new Set([stem, word]))
      for (const lexeme of lexemes) seen.add(lexeme)
      found.push({ lexemes, written: words.length === 1 ? written : word })
    }
  }
  return found
}

/** The longest words, in the order of the text: length approximates rarity where no count is at hand. */
export const longestWords = (words: ReadonlyArray<ContentWord>, maxWords: number): ReadonlyArray<ContentWord> => {
  const longest = new Set(words.toSorted((one, other) => other.written.length - one.written.length).slice(0, maxWords))
  return words.filter((word) => longest.has(word))
}

/** The lexemes of the content words of a text, each stem once, without other forms. */
export const contentLexemes = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const words = lexemesByWord(text.replace(addresses, " "))
  const content = words.filter(([word = ""]) => !isShort(word) && !everyday.has(word))
  return Array.from(new Map(content.map((lexemes) => [lexemes.at(-1), lexemes])).values())
}
