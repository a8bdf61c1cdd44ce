import { Context, DateTime, Effect, Layer } from "effect"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { newsChanged, notificationsRemoved } from "../../domain/Change.ts"
import type { NewsId } from "../../domain/Ids.ts"
import { newsList } from "../../domain/Lists.ts"
import type { NewsDetail, NewsFilter, NewsNotFound, NewsPage, NewsRemoved } from "../../domain/news/News.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { NewsRepo } from "../../ports/news/NewsRepo.ts"
import { searchAlternatives } from "../../search/posts/SearchAlternatives.ts"
import { searchQuery, wantedTerms } from "../../text/SearchQuery.ts"
import { admin, require } from "../accounts/Policy.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

export class News extends Context.Tag("services/news/News")<
  News,
  {
    /**
     * One page of news, newest first, narrowed to a category, a disease and a search. A search is read as a search of
     * posts; it matches title, summary, source and content, and a disease that it names also matches the news linked to
     * it. Fails with `InvalidCursor`.
     */
    readonly list: (request: NewsFilter & PageRequest) => Call<NewsPage, InvalidCursor>

    readonly get: (id: NewsId) => Call<NewsDetail, NewsNotFound>

    /**
     * Deletes an item for good, as an admin: its feed does not bring it back. An entry of the audit log. Fails with
     * `NewsNotFound`, then with `NotAllowed`.
     */
    readonly remove: (id: NewsId) => Call<NewsRemoved, NewsNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(News, withSpans("News", Effect.gen(make)))
}

function* make() {
  const repo = yield* NewsRepo
  const { audit, changes, users, write } = yield* writing
  const { index } = yield* DiseaseFinder

  const searchOf = Effect.fnUntraced(function* (search: string) {
    const query = searchQuery(search)
    const alternatives = wantedTerms(query).length === 0 ? [] : searchAlternatives(query, yield* index)
    return { alternatives, unwanted: query.unwanted }
  })

  const list = ({ category, diseaseId, search, ...request }: NewsFilter & PageRequest) =>
    readPage(newsList({ category, diseaseId, search }), request, (slice) =>
      Effect.flatMap(search === undefined ? Effect.succeed(undefined) : searchOf(search), (searched) =>
        repo.page({ category, diseaseId, search: searched }, slice)
      )
    )

  const remove = Effect.fnUntraced(function* (id: NewsId) {
    yield* repo.get(id)
    const { id: actorId } = yield* require(admin("deleteNews"))
    const { recipients, title } = yield* repo.exclude(id)
    yield* changes.append([newsChanged, ...notificationsRemoved(0, recipients)])
    yield* audit.record({ action: "news_deleted", actorId, userId: actorId, targetId: id, detail: title })
    yield* users.touch(actorId, yield* DateTime.now)
    return { deleted: true, id } as const
  }, write)

  return { list, get: repo.get, remove }
}
