import { Schema } from "effect"

/** A text after the filter, as it is stored. */
export interface FilteredText {
  /** The Markdown as typed, without dangerous parts. */
  readonly content: string
  /** The same as sanitised HTML. */
  readonly html: string
  /** Its beginning as plain text, at most 280 code points. */
  readonly excerpt: string
  /** All of it as plain text, for search. */
  readonly text: string
}

export type MarkdownRefused = NestedTooDeep | TooCostly

export type FilteredBio = Pick<FilteredText, "content" | "html">

export class NestedTooDeep extends Schema.TaggedError<NestedTooDeep>()("NestedTooDeep", {}) {
  override get message() {
    return "the Markdown is nested deeper than 50 levels: use fewer quotes or lists inside one another"
  }
}

/** Rendering would exceed the budget: `what` is the construct of which there is too much, `remedy` the advice. */
export class TooCostly extends Schema.TaggedError<TooCostly>()("TooCostly", {
  what: Schema.String,
  remedy: Schema.String
}) {
  override get message() {
    return `the Markdown has ${this.what}, which would take too long to read: ${this.remedy}`
  }
}
