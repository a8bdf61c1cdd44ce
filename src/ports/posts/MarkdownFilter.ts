import type { MarkdownRefused } from "@rare-disease-community/markdown/Refusals"
import type { TextPiece } from "@rare-disease-community/markdown/TextPieces"
import { Context } from "effect"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The filter of all texts of members, applied before they are stored (contract, Filtering). */
export class MarkdownFilter extends Context.Tag("ports/posts/MarkdownFilter")<
  MarkdownFilter,
  {
    /**
     * Removes tags, contents of elements that show no text, URLs that could run code, and invisible characters from
     * Markdown, keeps every other character as typed, and renders the result, which may be empty. Idempotent. Fails
     * with `NestedTooDeep` and `TooCostly`, and with `Unavailable` when too many long texts are queued. An interrupted
     * caller takes its text out of the queue.
     */
    readonly filter: (source: string) => StorageEffect<FilteredText, MarkdownRefused>

    /**
     * The parts of filtered Markdown that are words, in their order: no code, addresses, names of members that are
     * links to them, nor descriptions of images. Fails as `filter` does.
     */
    readonly pieces: (source: string) => StorageEffect<ReadonlyArray<TextPiece>, MarkdownRefused>

    /** Removes HTML tags from a title, and makes near-tags inert. Idempotent. */
    readonly filterTitle: (source: string) => string
  }
>() {}
