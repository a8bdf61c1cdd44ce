import { isCounted, textTokens } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import lists from "@rare-disease-community/text/words/stop-words.json" with { type: "json" }
import foreign from "../words/foreign-words.json" with { type: "json" }

const withSpellings = (words: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, spelling(word)]))

const conversation = withSpellings(lists.conversation.words)
const sentence = new Set(lists.sentence.words)
const connecting = new Set(lists.connecting.words)
const context = withSpellings(lists.context.words)

/** True if the first words of a text show that it is a sentence. */
export const readsAsSentence = (words: ReadonlyArray<string>): boolean =>
  words.length >= 3 &&
  (words.some((word) => sentence.has(word)) ||
    words.filter((word) => conversation.has(word) && !connecting.has(word)).length >= Math.max(2, words.length * 0.4))

/** True for a word of a sentence that says nothing about a disease. */
export const isStopWord = (word: string): boolean => conversation.has(word)

export const isConnecting = (word: string): boolean => connecting.has(word)

/** True for a word that may surround the name of a disease in a question about it. */
export const isContextWord = (word: string): boolean =>
  conversation.has(word) || connecting.has(word) || context.has(word)

const nouns = new Map(Object.entries(foreign.nouns))
const english = new Map(Object.entries(foreign.english))
const joining = new Set(foreign.joining.words)
const asking = new Set(foreign.asking.words)

/** Nouns after the name of a person or a place. */
export const eponymNouns = ["syndrome", "disease", "disorder"].map(spelling)

const general = withSpellings(Object.values(foreign.nouns))

/** True for "disease", "syndrome" and others of which a name may have one or none. */
export const isGeneralNoun = (word: string): boolean => general.has(word)

/** True for such a noun in any language, also in the plural with "s". */
export const isNounInAnyLanguage = (word: string): boolean =>
  [word, word.replace(/s$/, "")].some((one) => general.has(one) || nouns.has(one))

/** The words of a text but for such nouns. */
export const withoutNouns = (text: string): ReadonlyArray<string> =>
  textTokens(text).filter((word) => !isNounInAnyLanguage(word))

/** Endings of a person's name after such a noun: "choroba Fabry'ego", "Huntingtonova choroba". */
const caseEnding = /(?<=.{4})(?:'?ego|ova|'a|ho)$/

/**
 * A folded name in the form of English ones: "maladie de fabry" is "fabry disease", "fibrosis quistica" is "fibrosis
 * cystic". Others are returned as they are.
 */
export const inEnglishForm = (name: string): string => {
  const words = name.split(/[\s-]+|(?<=\b[dl])'/)
  const [noun] = words.flatMap((word) => nouns.get(word) ?? [])
  // Behind "tipo" Spanish "dos" is a number.
  const isJoint = (word: string, at: number) => joining.has(word) && !isCounted(words[at - 1] ?? "")
  const others = words.filter((word, at) => !nouns.has(word) && !isJoint(word, at))
  const translated = others.map(
    (word) => english.get(word) ?? (noun === undefined ? word : word.replace(caseEnding, ""))
  )
  const isForeign = noun !== undefined || others.some((word) => english.has(word))
  return !isForeign || others.length === 0 ? name : [...translated, ...(noun === undefined ? [] : [noun])].join(" ")
}

/** True for a word that joins a noun to a name in another language: "maladie de Fabry". */
export const isJoining = (word: string): boolean => joining.has(word)

/** True for a word around the name of a disease in a question, in one of several languages. */
export const isAsking = (word: string): boolean => isContextWord(word) || isJoining(word) || asking.has(word)

/** True for a word that asks in another language than English. */
export const isAskingElsewhere = (word: string): boolean => asking.has(word) && !isContextWord(word)

const choice = `(?:${foreign.choosing.words.join("|")})`
const [betweenSides, choosing] = [new RegExp(`\\s+${choice}\\s+`, "u"), new RegExp(`^${choice}$`, "u")]

/** True for a word between two names that are compared: "crouzon or apert". */
export const isChoosing = (word: string): boolean => choosing.test(word)

/** What is on each side of such words; one side for a search that compares nothing. */
export const sidesOf = (folded: string): ReadonlyArray<string> => folded.split(betweenSides)

const lethal = new RegExp(`^(?:${foreign.lethal.words.join("|")})|${foreign.lethal.unspaced.join("|")}`, "u")

/** True for a word of a name that calls a disease lethal, in any language. */
export const isLethal = (word: string): boolean => lethal.test(word)

/** A text in a script that has no spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
