import { Context, Effect, Layer, Option } from "effect"
import type { CursorRefused } from "../domain/Cursor.ts"
import type { NewsId } from "../domain/Ids.ts"
import { newsList } from "../domain/Lists.ts"
import type { NewsCategory, NewsDetail, NewsNotFound, NewsPage } from "../domain/News.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { NewsRepo } from "../repositories/NewsRepo.ts"

/** Which news to list. */
export interface NewsRequest extends PageRequest {
  readonly category?: NewsCategory | undefined
}

/** What happens around rare diseases. */
export class News extends Context.Tag("services/News")<
  News,
  {
    /** One page of news, newest first, all or of one category. Fails with `CursorRefused`. */
    readonly list: (request: NewsRequest) => Effect.Effect<NewsPage, CursorRefused | Unavailable>

    /** The item in full. Fails with `NewsNotFound`. */
    readonly get: (id: NewsId) => Effect.Effect<NewsDetail, NewsNotFound | Unavailable>
  }
>() {
  /** The rules above, over the port. */
  static readonly layer = Layer.effect(
    News,
    Effect.map(NewsRepo, (repo) => ({
      list: Effect.fnUntraced(function* (request) {
        const list = newsList(request.category)
        const window = yield* windowOf(list, request)
        return pageOf(list, window, yield* repo.page(Option.fromNullable(request.category), window))
      }),
      get: repo.get
    }))
  )
}
