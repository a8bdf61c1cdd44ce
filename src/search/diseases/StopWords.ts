import lists from "../../../content/stop-words.json" with { type: "json" }
import { spelling } from "../../text/Spelling.ts"

const withSpellings = (words: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, spelling(word)]))

const conversation = withSpellings(lists.conversation.words)
const sentence = new Set(lists.sentence.words)
const connecting = new Set(lists.connecting.words)
const context = withSpellings(lists.context.words)

/** True if the first words of a text show that it is a sentence. */
export const isSentence = (words: ReadonlyArray<string>): boolean =>
  words.length >= 3 &&
  (words.some((word) => sentence.has(word)) ||
    words.filter((word) => conversation.has(word) && !connecting.has(word)).length >= Math.max(2, words.length * 0.4))

/** True for a word of a sentence that says nothing about a disease. */
export const isStopWord = (word: string): boolean => conversation.has(word)

export const isConnecting = (word: string): boolean => connecting.has(word)

/** True for a word that may surround the name of a disease in a question about it. */
export const isContextWord = (word: string): boolean =>
  conversation.has(word) || connecting.has(word) || context.has(word)
