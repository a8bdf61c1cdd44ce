import { Context, type DateTime, type Option } from "effect"
import type { DiseaseId, NewsId, UserId } from "../../domain/Ids.ts"
import type { NewsKey } from "../../domain/Lists.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { News, NewsCategory, NewsDetail, NewsNotFound } from "../../domain/news/News.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type { NewsListing } from "../../search/posts/PostQuery.ts"
import type { Saved } from "../diseases/DiseasesRepo.ts"

/** Keys of news that the community wrote itself begin with this. */
export const ownKeys = "own:"

/** A news item to store, identified by `key`. Its diseases are given by their keys or ids; unknown ones are ignored. */
export interface NewsToSave {
  readonly key: string
  readonly title: string
  readonly summary: string
  readonly category: NewsCategory
  readonly source: string
  readonly sourceUrl: Option.Option<string>
  readonly publishedAt: DateTime.Utc
  /** False for an item whose feed names no date that can be read. */
  readonly dated: boolean
  readonly content: FilteredText
  readonly diseaseKeys: ReadonlyArray<string>
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  /** A hash of everything that the item is derived from: when it changes, the item is derived again. */
  readonly digest: Option.Option<string>
}

/** A deleted item: its title, and the recipients of the notifications that went with it. */
export interface NewsExcluded {
  readonly title: string
  readonly recipients: ReadonlyArray<UserId>
}

/** The part of a stored item by which an import decides about it. */
export interface NewsKnown {
  readonly id: NewsId
  readonly key: string
  readonly publishedAt: DateTime.Utc
  readonly dated: boolean
  readonly digest: Option.Option<string>
}

export class NewsRepo extends Context.Tag("ports/news/NewsRepo")<
  NewsRepo,
  {
    /**
     * News newest `publishedAt` first, the greater id first among equals, narrowed to a category, to a linked disease
     * and to a search: that has every part of one alternative, each in the title or the text (`searchedNewsText`) or by
     * a linked disease, its subtypes included; and nothing unwanted.
     */
    readonly page: (filter: NewsListing, window: PageSlice<NewsKey>) => StorageEffect<PageResult<News, NewsKey>>

    /** The item in full, its diseases by name. Fails with `NewsNotFound`. */
    readonly get: (id: NewsId) => StorageEffect<NewsDetail, NewsNotFound>

    /** The key of an item. Fails with `NewsNotFound`. */
    readonly keyOf: (id: NewsId) => StorageEffect<string, NewsNotFound>

    /** The stored items of these keys, in no order. */
    readonly known: (keys: ReadonlyArray<string>) => StorageEffect<ReadonlyArray<NewsKnown>>

    /**
     * Stores items, each key once: new keys under the next ids in this order, known keys in place. An item counts as
     * changed when anything that readers see of it differs, its diseases included, but not when only its digest does.
     * Items that `exclude` has deleted are left out, and count as unchanged.
     */
    readonly save: (items: ReadonlyArray<NewsToSave>) => StorageEffect<Saved>

    /** The keys among these whose items `exclude` has deleted. */
    readonly excluded: (keys: ReadonlyArray<string>) => StorageEffect<ReadonlySet<string>>

    /** Deletes an item for good, with the notifications about it: `save` leaves it out. Fails with `NewsNotFound`. */
    readonly exclude: (id: NewsId) => StorageEffect<NewsExcluded, NewsNotFound>

    /**
     * Deletes the items that have both the key and the address of one of these, with their links to diseases. Gives
     * their number.
     */
    readonly remove: (items: ReadonlyArray<Pick<NewsToSave, "key" | "sourceUrl">>) => StorageEffect<number>
  }
>() {}
