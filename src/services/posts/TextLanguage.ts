import { Effect, Option } from "effect"
import { unknownLanguage } from "../../domain/Language.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import { detectLanguage } from "../DetectLanguage.ts"

/** Code within a line, also of HTML, addresses, and the targets of links. */
const notWords =
  /<code>[^<]*<\/code>|(?<!`)(`+)(?!`)[^`]+\1|\]\([^()\s]*\)|(?:https?:\/\/|www\.)\S+|(?<![^\s@])[^\s@]{1,64}@[^\s@]+/gi

const fence = /^ {0,3}(`{3,}|~{3,})/

/** The signs of quotations before a line. */
const quoteSigns = /^(?: {0,3}> ?)+/

const indented = /^(?: {4}|\t)/

/** The words of a Markdown text, without code and addresses. */
const wordsOf = (markdown: string): string => {
  const words: Array<string> = []
  let open: string | undefined
  let isBehindBlank = true
  for (const typed of markdown.split("\n")) {
    const line = typed.replace(quoteSigns, "")
    const [, marks] = fence.exec(line) ?? []
    if (open !== undefined) {
      if (marks?.startsWith(open) === true && line.trim() === marks) open = undefined
    } else if (marks !== undefined) open = marks
    else if (!(isBehindBlank && indented.test(line))) {
      words.push(line.replace(notWords, " "))
      isBehindBlank = line.trim() === ""
    }
  }
  return words.join("\n")
}

const found = (markdown: string) => detectLanguage(wordsOf(markdown))

/** The language of a new text: the one that its author gives, else the one that is found in its words. */
export const languageOf = (given: string | undefined, text: string): Effect.Effect<string> =>
  given === undefined ? Effect.map(found(text), (language) => language ?? unknownLanguage) : Effect.succeed(given)

/**
 * The language that a change gives to a text, if any: the one that its author gives; else the one that is found, where
 * it is not the one that was found before. So a correction of spelling keeps the language that an author has chosen.
 */
export const changedLanguage = (
  given: string | undefined,
  before: string,
  after: string
): Effect.Effect<Option.Option<string>> =>
  given !== undefined || before === after
    ? Effect.succeed(Option.fromNullable(given))
    : Effect.map(Effect.all([found(before), found(after)]), ([then, now]) =>
        now === undefined || now === then ? Option.none() : Option.some(now)
      )

/** The changed content of a text, or the stored one. */
export const textOr = (content: Option.Option<FilteredText>, stored: { readonly content: string }): string =>
  Option.match(content, { onNone: () => stored.content, onSome: ({ content }) => content })
