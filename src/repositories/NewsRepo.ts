import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { NewsId } from "../domain/Ids.ts"
import type { Filtered } from "../domain/Markdown.ts"
import type { News, NewsCategory, NewsDetail, NewsNotFound } from "../domain/News.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A news item to store; `key` names it for ever, and `diseaseKeys` are those of `DiseaseToSave`. */
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
}

/** Where news is stored and found. */
export class NewsRepo extends Context.Tag("repositories/NewsRepo")<
  NewsRepo,
  {
    /** News newest `publishedAt` first, the greater id first among equals; all, or of one category. */
    readonly page: (category: Option.Option<NewsCategory>, window: Window) => Effect.Effect<Found<News>, Unavailable>

    /** The item in full, its diseases by name. Fails with `NewsNotFound`. */
    readonly get: (id: NewsId) => Effect.Effect<NewsDetail, NewsNotFound | Unavailable>

    /** Stores items: new under the next ids in this order, known keys in place. Unknown disease keys are passed over. */
    readonly save: (items: ReadonlyArray<NewsToSave>) => Effect.Effect<void, Unavailable>
  }
>() {}
