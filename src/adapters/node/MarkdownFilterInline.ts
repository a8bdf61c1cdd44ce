import { Layer } from "effect"
import { filterMarkdown } from "../../markdown/FilterMarkdown.ts"
import { filterTitle } from "../../markdown/FilterTitle.ts"
import { MarkdownFilter } from "../../ports/MarkdownFilter.ts"

/** Filters on the calling thread, for tests and imports: a long text blocks the event loop. */
export const layer = Layer.succeed(MarkdownFilter, { filter: filterMarkdown, filterTitle })
