import { Schema, Struct } from "effect"

/**
 * The maximum number of levels of nesting of Markdown. A block quote, a list (with its items), a footnote, emphasis,
 * strong emphasis, strikethrough and a link are one level each. Paragraphs, headings and tables cannot contain each
 * other, so they are not levels; neither is the description of an image, which is flat text.
 */
export const maxLevels = 50

/** The maximum number of bytes of HTML for each character of a text. */
const maxBytesPerCharacter = 10

/** The bytes of HTML that each text may have besides those for its characters. */
const extraHtmlBytes = 20_000

/** The maximum number of bytes of the HTML of a text of this length in characters (contract, Filtering). */
export const maxHtmlBytes = (characters: number): number => maxBytesPerCharacter * characters + extraHtmlBytes

export type MarkdownRefused = NestedTooDeep | TooCostly

export class NestedTooDeep extends Schema.TaggedError<NestedTooDeep>()("NestedTooDeep", {}) {
  override readonly message =
    `the Markdown is nested deeper than ${maxLevels} levels: use fewer quotes or lists inside one another`
}

const costlyMessages = {
  brackets: "the Markdown has hundreds of brackets inside one another: remove some",
  cells: "the Markdown has a table of thousands of cells: make it smaller, or split it and the text",
  containers: "the Markdown has thousands of list items and quotes: split the text",
  delimiters:
    "the Markdown has thousands of unmatched emphasis marks (*, _ or ~) in one paragraph: remove them or split the paragraph",
  footnotes: "the Markdown has thousands of footnote marks ([^): remove some or split the text",
  headings: "the Markdown has thousands of underlined headings: write them with #, or split the text",
  html: `the HTML of the Markdown would be longer than ten times the text plus ${extraHtmlBytes / 1_000} kB: use fewer marks, tables and footnotes`,
  openings:
    "the Markdown has hundreds of backticks or HTML comments without an end in one paragraph: close or remove them",
  time: "the Markdown takes too long to read: use fewer marks that depend on one another, or split the text"
} as const

/** Filtering would take too long, or the HTML would be too long: `excess` is the cause. */
export class TooCostly extends Schema.TaggedError<TooCostly>()("TooCostly", {
  excess: Schema.Literal(...Struct.keys(costlyMessages))
}) {
  override readonly message = costlyMessages[this.excess]
}
