import { Context, Effect, Layer, Option } from "effect"
import type { Filtered, FilteredBio, MarkdownRefused } from "../domain/Markdown.ts"
import { isBlank, lengthFault, TextRefused } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { User } from "../domain/User.ts"
import { Markdown } from "./Markdown.ts"

const nothingLeft = "must hold something beside what is filtered out"

const make = Effect.map(Markdown, (markdown) => {
  const content = Effect.fnUntraced(function* (field: string, typed: string) {
    const filtered = yield* markdown.filter(typed)
    return isBlank(filtered.content) ? yield* new TextRefused({ field, why: nothingLeft }) : filtered
  })

  const title = (typed: string) => {
    const filtered = markdown.filterTitle(typed)
    const why = isBlank(filtered) ? nothingLeft : lengthFault(filtered, 1, 200)
    return why === undefined ? Effect.succeed(filtered) : new TextRefused({ field: "title", why })
  }

  const bio = (typed: string) =>
    isBlank(typed)
      ? Effect.succeedNone
      : Effect.map(content("bio", typed), ({ content, html }) => Option.some({ content, html }))

  const withBioHtml = <U extends User>(user: U) =>
    Option.isNone(user.bio) || Option.isSome(user.bioHtml)
      ? Effect.succeed(user)
      : markdown.filter(user.bio.value).pipe(
          Effect.map(({ html }): U => ({ ...user, bioHtml: Option.some(html) })),
          Effect.catchTags({ NestedTooDeep: Effect.die, TooCostly: Effect.die }) // it passed the filter once
        )

  return { content: (typed: string) => content("content", typed), title, bio, withBioHtml }
})

/** What members write, after the filter; a text of which nothing is left is refused (contract, Conventions and Filtering). */
export class Texts extends Context.Tag("services/Texts")<
  Texts,
  {
    /** The content of a post or comment. */
    readonly content: (typed: string) => Effect.Effect<Filtered, MarkdownRefused | TextRefused | Unavailable>

    /** A title: plain text without anything that parses as a tag. */
    readonly title: (typed: string) => Effect.Effect<string, TextRefused>

    /** A bio; none for one that was blank before it was filtered. */
    readonly bio: (
      typed: string
    ) => Effect.Effect<Option.Option<FilteredBio>, MarkdownRefused | TextRefused | Unavailable>

    /** The same member, with the HTML of a bio that was stored without it. */
    readonly withBioHtml: <U extends User>(user: U) => Effect.Effect<U, Unavailable>
  }
>() {
  /** The rules above, over the filter. */
  static readonly layer = Layer.effect(Texts, make)
}
