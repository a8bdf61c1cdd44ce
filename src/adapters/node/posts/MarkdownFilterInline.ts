import { filterTitle } from "@rare-disease-community/markdown/FilterTitle"
import { textPieces } from "@rare-disease-community/markdown/TextPieces"
import { Effect, Layer } from "effect"
import { siteOrigin } from "../../../Config.ts"
import { MarkdownFilter } from "../../../ports/posts/MarkdownFilter.ts"
import { filteredText } from "./FilteredText.ts"

/** Filters on the calling thread, for tests and imports: a long text blocks the event loop. */
export const layer = Layer.effect(
  MarkdownFilter,
  Effect.map(siteOrigin, (site) => ({
    filter: (source: string) => filteredText(source, site),
    pieces: textPieces,
    filterTitle
  }))
)
