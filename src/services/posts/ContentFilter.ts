import { Context, Effect, Layer, Option } from "effect"
import type { FilteredBio, FilteredText, MarkdownRefused } from "../../domain/Markdown.ts"
import { maxTitleCharacters } from "../../domain/posts/Post.ts"
import { InvalidText, isBlank, tooLong } from "../../domain/Text.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { MarkdownFilter } from "../../ports/MarkdownFilter.ts"
import { withSpans } from "../Spans.ts"

/** Filters the texts of members, and refuses a text of which nothing is left (contract, Conventions and Filtering). */
export class ContentFilter extends Context.Tag("services/posts/ContentFilter")<
  ContentFilter,
  {
    /** The content of a post or comment. */
    readonly content: (typed: string) => Effect.Effect<FilteredText, MarkdownRefused | InvalidText | Unavailable>

    /** A title: plain text without anything that parses as a tag. */
    readonly title: (typed: string) => Effect.Effect<string, InvalidText>

    /** A bio; none for one that was blank before the filter. */
    readonly bio: (
      typed: string
    ) => Effect.Effect<Option.Option<FilteredBio>, MarkdownRefused | InvalidText | Unavailable>
  }
>() {
  static readonly layer = Layer.effect(ContentFilter, withSpans("ContentFilter", Effect.gen(make)))
}

function* make() {
  const markdown = yield* MarkdownFilter

  const filter = Effect.fnUntraced(function* (field: string, typed: string) {
    const filtered = yield* markdown.filter(typed)
    return isBlank(filtered.content) ? yield* new InvalidText({ field }) : filtered
  })

  const title = (typed: string) => {
    const filtered = markdown.filterTitle(typed)
    if (isBlank(filtered)) return new InvalidText({ field: "title" })
    return Effect.as(Effect.transposeOption(tooLong("title", filtered, maxTitleCharacters)), filtered)
  }

  const bio = (typed: string) =>
    isBlank(typed)
      ? Effect.succeedNone
      : Effect.map(filter("bio", typed), ({ content, html }) => Option.some({ content, html }))

  return { content: (typed: string) => filter("content", typed), title, bio }
}
