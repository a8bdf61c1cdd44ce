import lists from "../../../content/foreign-words.json" with { type: "json" }
import { isContextWord } from "./StopWords.ts"

const nouns = new Map(Object.entries(lists.nouns))
const english = new Map(Object.entries(lists.english))
const joining = new Set(lists.joining.words)
const asking = new Set(lists.asking.words)

/** Endings of a person's name after such a noun: "choroba Fabry'ego", "Huntingtonova choroba". */
const caseEnding = /(?<=.{4})(?:'?ego|ova|'a|ho)$/

/**
 * A folded name in the form of English ones: "maladie de fabry" is "fabry disease", "fibrosis quistica" is "fibrosis
 * cystic". Others are returned as they are.
 */
export const inEnglishForm = (name: string): string => {
  const words = name.split(/[\s-]+|(?<=\b[dl])'/)
  const [noun] = words.flatMap((word) => nouns.get(word) ?? [])
  const others = words.filter((word) => !nouns.has(word) && !joining.has(word))
  const translated = others.map(
    (word) => english.get(word) ?? (noun === undefined ? word : word.replace(caseEnding, ""))
  )
  const isForeign = noun !== undefined || others.some((word) => english.has(word))
  return !isForeign || others.length === 0 ? name : [...translated, ...(noun === undefined ? [] : [noun])].join(" ")
}

/** True for a word around the name of a disease in a question, in one of several languages. */
export const isAsking = (word: string): boolean => isContextWord(word) || joining.has(word) || asking.has(word)

/** A text in a script that has no spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
