import { type MarkdownRefused, maxHtmlBytes } from "@rare-disease-community/markdown/Refusals"
import type { UserId } from "./Ids.ts"
import type { InvalidText, LeakFound } from "./Text.ts"

/** A text after the filter, as it is stored. */
export interface FilteredText {
  /** The Markdown as typed, without dangerous parts. */
  readonly content: string
  readonly html: string
  /** Its beginning as plain text, at most 280 code points. */
  readonly excerpt: string
  /** All of it as plain text, for search. */
  readonly text: string
  /**
   * The members whom it mentions: those whom its links lead to, each once, and at most `maxMentions`, the first ones.
   */
  readonly mentions: ReadonlyArray<UserId>
}

/** The maximum number of members whom a text mentions, its changes included (contract, Conversations). */
export const maxMentions = 10

/** The HTML of a stored text or bio; the text itself where it was stored with more HTML than the limit. */
export const shownHtml = ({ content, html }: Pick<FilteredText, "content" | "html">): string =>
  Buffer.byteLength(html) <= maxHtmlBytes(Buffer.byteLength(content))
    ? html
    : `<pre>${content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</pre>`

export type TextFailure = MarkdownRefused | InvalidText | LeakFound

export type FilteredBio = Pick<FilteredText, "content" | "html">
