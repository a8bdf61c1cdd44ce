import { Schema } from "effect"

/** A text after the filter: what is stored of it. */
export interface Filtered {
  /** The Markdown as typed, without what is dangerous. */
  readonly content: string
  /** The same as sanitised HTML. */
  readonly html: string
  /** Its beginning as plain text, at most 280 code points. */
  readonly excerpt: string
  /** All of it as plain text, for search. */
  readonly text: string
}

/** Why a Markdown text is refused. */
export type MarkdownRefused = NestedTooDeep | TooCostly

/** A bio after the filter: what is stored of it. */
export type FilteredBio = Pick<Filtered, "content" | "html">

/** The Markdown is nested deeper than is rendered. */
export class NestedTooDeep extends Schema.TaggedError<NestedTooDeep>()("NestedTooDeep", {}) {
  override get message() {
    return "the Markdown is nested deeper than 50 levels: use fewer quotes or lists inside one another"
  }
}

/** Reading the text would take more than its budget: what it has too much of, and what to do about it. */
export class TooCostly extends Schema.TaggedError<TooCostly>()("TooCostly", {
  what: Schema.String,
  remedy: Schema.String
}) {
  override get message() {
    return `the Markdown has ${this.what}, which would take too long to read: ${this.remedy}`
  }
}
