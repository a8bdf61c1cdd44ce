import { Schema } from "effect"
import { NestedTooDeep, TooCostly } from "../../domain/Markdown.ts"
import { FeedDocument, NotAFeed } from "../../domain/news/Feed.ts"

/** The first message of a Markdown worker: its thread's id in `/proc`, which other systems than Linux lack. */
export const MarkdownWorkerStarted = Schema.Struct({ taskId: Schema.optional(Schema.Number) })

export const MarkdownAnswer = Schema.Either({
  left: Schema.Union(NestedTooDeep, TooCostly),
  right: Schema.Struct({ content: Schema.String, html: Schema.String, excerpt: Schema.String, text: Schema.String })
})

export const FeedAnswer = Schema.Either({ left: NotAFeed, right: FeedDocument })
