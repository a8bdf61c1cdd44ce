import type { Effect } from "effect"
import { Context } from "effect"
import type { Filtered, MarkdownRefused } from "../domain/Markdown.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The filter that everything members write goes through before it is stored (contract, Filtering). */
export class Markdown extends Context.Tag("services/Markdown")<
  Markdown,
  {
    /**
     * Takes tags, the contents of elements that show no text, URLs that could run something and invisible characters out
     * of Markdown, keeps every other character as typed, and renders the rest. What was filtered before comes out
     * unchanged. That something is left of it is not asked.
     * Fails with `NestedTooDeep` and `TooCostly`, and with `Unavailable` where so many long texts wait that this one
     * cannot be done soon. An interrupted caller takes its text out of the queue.
     */
    readonly filter: (source: string) => Effect.Effect<Filtered, MarkdownRefused | Unavailable>

    /** Takes what parses as an HTML tag out of a title, and makes inert what nearly does. A second time changes nothing. */
    readonly filterTitle: (source: string) => string
  }
>() {}
