import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { DiseaseId, NewsId } from "../domain/Ids.ts"
import type { NewsKey } from "../domain/Lists.ts"
import type { Filtered } from "../domain/Markdown.ts"
import type { News, NewsCategory, NewsDetail, NewsNotFound } from "../domain/News.ts"
import type { NewsListing } from "../domain/NewsSearch.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/**
 * A news item to store; `key` names it for ever. Its diseases are told by their keys, those of `DiseaseToSave`, or by their
 * ids; unknown ones are passed over.
 */
export interface NewsToSave {
  readonly key: string
  readonly title: string
  readonly summary: string
  readonly category: NewsCategory
  readonly source: string
  readonly sourceUrl: Option.Option<string>
  readonly publishedAt: DateTime.Utc
  readonly content: Filtered
  readonly diseaseKeys: ReadonlyArray<string>
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  /** What tells whether it has to be made anew, such as a hash of what it was made of. */
  readonly digest: Option.Option<string>
}

/** What is known of a stored item. */
export interface NewsKnown {
  readonly key: string
  readonly publishedAt: DateTime.Utc
  readonly digest: Option.Option<string>
}

/** How many items were new, how many were stored otherwise, and how many just so. */
export interface NewsSaved {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** Where news is stored and found. */
export class NewsRepo extends Context.Tag("repositories/NewsRepo")<
  NewsRepo,
  {
    /**
     * News newest `publishedAt` first, the greater id first among equals, narrowed to a category, to a linked disease and
     * to a search: that has every part of one of its readings, each in the title or the text (`searchedNewsText`) or by
     * a linked disease, its subtypes included; and nothing unwanted.
     */
    readonly page: (filter: NewsListing, window: Window<NewsKey>) => Effect.Effect<Found<News, NewsKey>, Unavailable>

    /** The item in full, its diseases by name. Fails with `NewsNotFound`. */
    readonly get: (id: NewsId) => Effect.Effect<NewsDetail, NewsNotFound | Unavailable>

    /** Those of these keys that are stored, in no order. */
    readonly known: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NewsKnown>, Unavailable>

    /**
     * Stores items, each key once: new under the next ids in this order, known keys in place. An item counts as changed
     * when something that readers see of it is other than before, its diseases included; not when its digest alone is.
     */
    readonly save: (items: ReadonlyArray<NewsToSave>) => Effect.Effect<NewsSaved, Unavailable>
  }
>() {}
