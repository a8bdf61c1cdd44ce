import { Schema } from "effect"
import { NestedTooDeep } from "../domain/Markdown.ts"

/** What is asked of a worker thread, and what it answers. Schemas, since between threads a class is only its fields. */
export class FilterRequest extends Schema.TaggedRequest<FilterRequest>()("FilterRequest", {
  payload: { source: Schema.String },
  success: Schema.Struct({ content: Schema.String, html: Schema.String, excerpt: Schema.String, text: Schema.String }),
  failure: NestedTooDeep
}) {}
