import { Context, Effect, Layer } from "effect"
import type { CursorRefused } from "../domain/Cursor.ts"
import type { NewsId } from "../domain/Ids.ts"
import { newsList } from "../domain/Lists.ts"
import type { NewsDetail, NewsFilter, NewsNotFound, NewsPage } from "../domain/News.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import { searchQuery, wantedTerms } from "../domain/SearchQuery.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { NewsRepo } from "../repositories/NewsRepo.ts"
import { searchReadings } from "./SearchReadings.ts"

const make = Effect.gen(function* () {
  const repo = yield* NewsRepo
  const readingsOf = yield* searchReadings

  const searchOf = Effect.fnUntraced(function* (search: string) {
    const query = searchQuery(search)
    const readings = wantedTerms(query).length === 0 ? [] : yield* readingsOf(query)
    return { readings, unwanted: query.unwanted }
  })

  const list = Effect.fnUntraced(function* (request: NewsFilter & PageRequest) {
    const { category, diseaseId, search } = request
    const list = newsList(request)
    const window = yield* windowOf(list, request)
    const searched = search === undefined ? undefined : yield* searchOf(search)
    return pageOf(list, window, yield* repo.page({ category, diseaseId, search: searched }, window))
  })

  return { list, get: repo.get }
})

/** What happens around rare diseases. */
export class News extends Context.Tag("services/News")<
  News,
  {
    /**
     * One page of news, newest first, narrowed to a category, a disease and a search. A search is read as that of posts
     * is; it looks in title, summary, source and content, and a disease that it names also finds the news linked to it.
     * Fails with `CursorRefused`.
     */
    readonly list: (request: NewsFilter & PageRequest) => Effect.Effect<NewsPage, CursorRefused | Unavailable>

    /** The item in full. Fails with `NewsNotFound`. */
    readonly get: (id: NewsId) => Effect.Effect<NewsDetail, NewsNotFound | Unavailable>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(News, make)
}
