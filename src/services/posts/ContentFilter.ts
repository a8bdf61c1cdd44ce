import { Context, Effect, Layer, Option } from "effect"
import type { FilteredBio, FilteredText, TextFailure } from "../../domain/Markdown.ts"
import { maxTitleCharacters } from "../../domain/posts/Post.ts"
import { InvalidText, isBlank, type LeakFound, tooLong } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { MarkdownFilter } from "../../ports/posts/MarkdownFilter.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { withSpans } from "../Spans.ts"

/** The folded addresses of the text's authors, read only where a text may hold one. */
type Emails<E, R> = Effect.Effect<ReadonlyArray<string>, E, R>

/**
 * Filters the texts of members. Refuses a text of which nothing is left (contract, Conventions and Filtering), and one
 * that holds a credential or one of `emails`, as it is stored or as it is shown (`LeakGuard`).
 */
export class ContentFilter extends Context.Tag("services/posts/ContentFilter")<
  ContentFilter,
  {
    readonly content: <E, R>(typed: string, emails: Emails<E, R>) => StorageEffect<FilteredText, TextFailure | E, R>

    /** A title: plain text without anything that parses as a tag. */
    readonly title: <E, R>(typed: string, emails: Emails<E, R>) => Effect.Effect<string, InvalidText | LeakFound | E, R>

    /** A bio; none for one that was blank before the filter. */
    readonly bio: <E, R>(
      typed: string,
      emails: Emails<E, R>
    ) => StorageEffect<Option.Option<FilteredBio>, TextFailure | E, R>
  }
>() {
  static readonly layer = Layer.effect(ContentFilter, withSpans("ContentFilter", Effect.gen(make)))
}

/** The stored content, sent back unchanged, is accepted at any length (contract, Filtering). */
export const requireContentLength = (sent: Option.Option<string>, stored: string, max: number) =>
  Effect.transposeOption(
    sent.pipe(
      Option.filter((text) => text !== stored),
      Option.flatMap((text) => tooLong("content", text, max))
    )
  )

/** Signs of a URL that the HTML may hold in another form than the Markdown. */
const linkSign = /[[<&]/

/** True if a reader sees something: words, or a picture or line without any. */
const showsSomething = ({ html, text }: FilteredText) => html !== "" && (!isBlank(text) || /<(?:hr|img)\b/.test(html))

/** The texts to check for leaks: Markdown and plain text; the HTML only where it may hold URLs. */
const textsOf = ({ content, html, text }: FilteredText) =>
  linkSign.test(content) ? [content, html, text] : [content, text]

function* make() {
  const markdown = yield* MarkdownFilter
  const leaks = yield* LeakGuard

  const filter = Effect.fnUntraced(function* <E, R>(field: string, typed: string, emails: Emails<E, R>) {
    const filtered = yield* markdown.filter(typed)
    if (!showsSomething(filtered)) return yield* new InvalidText({ field })
    yield* leaks.check(field, textsOf(filtered), emails)
    return filtered
  })

  const title = Effect.fnUntraced(function* <E, R>(typed: string, emails: Emails<E, R>) {
    const filtered = markdown.filterTitle(typed)
    if (isBlank(filtered)) return yield* new InvalidText({ field: "title" })
    yield* Effect.transposeOption(tooLong("title", filtered, maxTitleCharacters))
    yield* leaks.check("title", [filtered], emails)
    return filtered
  })

  const bio = <E, R>(typed: string, emails: Emails<E, R>) =>
    isBlank(typed)
      ? Effect.succeedNone
      : Effect.map(filter("bio", typed, emails), ({ content, html }) => Option.some({ content, html }))

  return { content: <E, R>(typed: string, emails: Emails<E, R>) => filter("content", typed, emails), title, bio }
}
