import { Context, type DateTime, type Option } from "effect"
import type { Change } from "../../domain/Change.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The tables that keep texts with what was made of them: HTML, excerpts, words to search, and languages. */
export const storedTextKinds = [
  "post",
  "comment",
  "hiddenPost",
  "hiddenComment",
  "bio",
  "news",
  "postTranslation",
  "commentTranslation"
] as const

export type StoredTextKind = (typeof storedTextKinds)[number]

export interface StoredText {
  /** The id of its post, comment, member or news item. */
  readonly id: number
  /** The title of a post, a news item, or the translation of a post; empty for others. */
  readonly title: string
  readonly content: string
  /** The language of a post or comment, or the one into which a translation translates it; empty for others. */
  readonly language: string
  /** When a post or comment was last written or changed; of others any time. */
  readonly writtenAt: DateTime.Utc
  /** The summary of a news item, for its words to search. */
  readonly summary: string
  readonly source: string
  /** The HTML of the text that a translation is of; empty for others. */
  readonly originalHtml: string
}

/** A text as the rules of today make it; without a content, a translation that is to go. */
export interface RenewedText {
  readonly before: StoredText
  readonly content: Option.Option<FilteredText>
  readonly title: string
  readonly language: string
}

/** The stored texts, for a pass that makes anew what earlier rules made of them. */
export class StoredTextsRepo extends Context.Tag("ports/posts/StoredTextsRepo")<
  StoredTextsRepo,
  {
    /** The texts of the next ids after one, by id; of a text all translations, so perhaps more than `limit`. */
    readonly next: (kind: StoredTextKind, after: number, limit: number) => StorageEffect<ReadonlyArray<StoredText>>

    /** The number of all texts. */
    readonly count: StorageEffect<number>

    /**
     * Stores renewed texts of one kind, and gives the changes that readers see, for the outbox. A text whose title or
     * content is another one by now stays as it is, and so does a language that was changed meanwhile. No time of a
     * text changes, no earlier text is kept, and nobody is notified.
     */
    readonly replace: (kind: StoredTextKind, texts: ReadonlyArray<RenewedText>) => StorageEffect<ReadonlyArray<Change>>
  }
>() {}
