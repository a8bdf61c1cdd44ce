import { Layer } from "effect"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"
import { filterTitle } from "../markdown/filterTitle.ts"
import { Markdown } from "../services/Markdown.ts"

/** The filter in the thread that asks, for tests: a long text stops everything else until it is done. */
export const layer = Layer.succeed(Markdown, { filter: filterMarkdown, filterTitle })
