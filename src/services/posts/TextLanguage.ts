import { Effect, Option } from "effect"
import { unknownLanguage } from "../../domain/Language.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import { detectLanguage } from "../DetectLanguage.ts"

/** The language of a new text: the one that its author gives, else the one that is found. */
export const languageOf = (given: string | undefined, text: string): Effect.Effect<string> =>
  given === undefined ? Effect.map(detectLanguage(text), (found) => found ?? unknownLanguage) : Effect.succeed(given)

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
    : Effect.map(Effect.all([detectLanguage(before), detectLanguage(after)]), ([found, foundNow]) =>
        foundNow === undefined || foundNow === found ? Option.none() : Option.some(foundNow)
      )

/** The changed content of a text, or the stored one. */
export const textOr = (content: Option.Option<FilteredText>, stored: { readonly content: string }): string =>
  Option.match(content, { onNone: () => stored.content, onSome: ({ content }) => content })
