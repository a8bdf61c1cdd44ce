import { textOfHtml } from "@rare-disease-community/text/Html"
import { Array, Effect, Option } from "effect"
import { createContext, type VNode } from "preact"
import { useContext } from "preact/hooks"
import type { Decision } from "../../../../domain/moderation/Decision.ts"
import type { Target } from "../../../../domain/moderation/Target.ts"
import { ContentFilter } from "../../../../services/posts/ContentFilter.ts"
import { Markup } from "../../Markup.tsx"

/** The words that a report or a decision is about: Markdown of a comment, plain text of others. */
export interface Concerned {
  readonly target: Target
  readonly words: string | null | undefined
}

/** The HTML of the comments that a page shows, by their Markdown. */
const CurrentHtml = createContext<ReadonlyMap<string, string>>(new Map())

const markdownOf = ({ target, words }: Concerned) => (target.type === "comment" && words ? [words] : [])

/** The words of a decision, if its reader may read them. */
export const concernedBy = ({ excerpt, target }: Decision): Concerned => ({ target, words: excerpt || null })

/** Renders comments for a page. Those that the filter refuses stay Markdown. */
export const makeRendering = Effect.map(
  ContentFilter,
  (filter) => (shown: ReadonlyArray<Concerned>, page: VNode) =>
    Effect.forEach(new Set(shown.flatMap(markdownOf)), (markdown) =>
      Effect.map(
        Effect.option(filter.content(markdown, Effect.succeed([]))),
        Option.map(({ html }) => [markdown, html] as const)
      )
    ).pipe(
      Effect.map((rendered) => (
        <CurrentHtml.Provider value={new Map(Array.getSomes(rendered))}>{page}</CurrentHtml.Provider>
      ))
    )
)

const useHtml = (concerned: Concerned): string | undefined => {
  const html = useContext(CurrentHtml)
  const [markdown] = markdownOf(concerned)
  return markdown === undefined ? undefined : html.get(markdown)
}

/** The words that a report or a decision is about, as its author formatted them. */
export const Reported = ({ name, ...concerned }: Concerned & { readonly name: string }) => {
  const html = useHtml(concerned)
  if (concerned.words == null) return null
  return html === undefined ? (
    <blockquote class="reported" dir="auto">
      {concerned.words}
    </blockquote>
  ) : (
    <blockquote class="reported">
      <Markup html={html} name={name} />
    </blockquote>
  )
}

/** The words of a decision as plain text. */
export const Excerpt = ({ of }: { readonly of: Decision }) => {
  const html = useHtml(concernedBy(of))
  return of.excerpt === "" ? null : <p dir="auto">{html === undefined ? of.excerpt : textOfHtml(html)}</p>
}
