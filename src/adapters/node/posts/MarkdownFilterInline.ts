import { Effect, Layer } from "effect"
import { siteOrigin } from "../../../Config.ts"
import { filterMarkdown } from "../../../markdown/FilterMarkdown.ts"
import { filterTitle } from "../../../markdown/FilterTitle.ts"
import { textPieces } from "../../../markdown/TextPieces.ts"
import { MarkdownFilter } from "../../../ports/posts/MarkdownFilter.ts"

/** Filters on the calling thread, for tests and imports: a long text blocks the event loop. */
export const layer = Layer.effect(
  MarkdownFilter,
  Effect.map(siteOrigin, (site) => ({
    filter: (source: string) => filterMarkdown(source, site),
    pieces: textPieces,
    filterTitle
  }))
)
