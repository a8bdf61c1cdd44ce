import { searchQuery, wantedTerms } from "@rare-disease-community/text/SearchQuery"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { communityName, unnamedCommunity } from "../../Config.ts"
import { type CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { type Change, newsChanged, notificationsRemoved } from "../../domain/Change.ts"
import type { NewsId, UserId } from "../../domain/Ids.ts"
import { newsList } from "../../domain/Lists.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import type { NewNews, NewsDetail, NewsFilter, NewsNotFound, NewsPage, NewsRemoved } from "../../domain/news/News.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { NewsRepo, type NewsToSave, ownKeys } from "../../ports/news/NewsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { searchAlternatives } from "../../search/posts/SearchAlternatives.ts"
import { admin, require } from "../accounts/Policy.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { ContentFilter } from "../posts/ContentFilter.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { diseasesNamedIn, newsText } from "./NewsImport.ts"

export class News extends Context.Tag("services/news/News")<
  News,
  {
    /**
     * One page of news, newest first, narrowed to a category, a disease and a search. A search is read as a search of
     * posts; it matches title, summary, source and content, and a disease that it names also matches the news linked to
     * it. Fails with `InvalidCursor`.
     */
    readonly list: (request: NewsFilter & PageRequest) => StorageEffect<NewsPage, InvalidCursor>

    readonly get: (id: NewsId) => StorageEffect<NewsDetail, NewsNotFound>

    /**
     * Writes news of the community itself, as an admin: filtered, and linked to the diseases that it names, whose
     * followers are notified. An entry of the audit log. Fails with `NotAllowed`, then for a refused text.
     */
    readonly create: (item: NewNews) => StorageEffect<NewsDetail, NotAllowed | TextFailure, CurrentUser>

    /**
     * Replaces the words of such an item. Fails with `NewsNotFound`, then with `NotAllowed`, for news of a feed too,
     * then for a refused text.
     */
    readonly change: (
      id: NewsId,
      item: NewNews
    ) => StorageEffect<NewsDetail, NewsNotFound | NotAllowed | TextFailure, CurrentUser>

    /**
     * Deletes an item for good, as an admin: its feed does not bring it back. An entry of the audit log. Fails with
     * `NewsNotFound`, then with `NotAllowed`.
     */
    readonly remove: (id: NewsId) => StorageEffect<NewsRemoved, NewsNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(News, withSpans("News", Effect.gen(make)))
}

/** Makes news of what an admin has typed. */
const newsOfAdmins = Effect.gen(function* () {
  const filter = yield* ContentFilter
  const diseases = yield* DiseasesRepo
  const source = (yield* communityName) ?? unnamedCommunity
  return Effect.fnUntraced(function* (
    { category, content: typed, sourceUrl, title: typedTitle }: NewNews,
    { key, publishedAt }: { readonly key: string; readonly publishedAt: DateTime.Utc }
  ) {
    const title = yield* filter.title(typedTitle, Effect.succeed([]))
    const content = yield* filter.content(typed, Effect.succeed([]))
    const diseaseIds = yield* diseasesNamedIn(diseases, newsText(title, content.text))
    return {
      ...{ key, title, summary: content.excerpt, category, source, sourceUrl, publishedAt, dated: true, content },
      ...{ diseaseKeys: [], diseaseIds, digest: Option.none() }
    }
  })
})

function* make() {
  const repo = yield* NewsRepo
  const { newCode } = yield* Secrets
  const newsOf = yield* newsOfAdmins
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

  /** Stores an item of `newsOf`, and notes who wrote it. */
  const store = Effect.fnUntraced(function* (
    actorId: UserId,
    action: "news_written" | "news_changed",
    item: NewsToSave
  ) {
    yield* repo.save([item])
    const [stored] = yield* repo.known([item.key])
    const { id } = yield* Effect.orDie(Effect.fromNullable(stored))
    const published: Change = { kind: "news_published", id, userId: null }
    yield* changes.append([newsChanged, ...(action === "news_written" ? [published] : [])])
    yield* audit.record({ action, actorId, userId: actorId, targetId: id, detail: item.title })
    yield* users.touch(actorId, yield* DateTime.now)
    return yield* repo.get(id)
  }, write)

  const create = Effect.fnUntraced(function* (typed: NewNews) {
    const { id: actorId } = yield* require(admin("writeNews"))
    const key = ownKeys + Redacted.value(yield* newCode)
    const item = yield* newsOf(typed, { key, publishedAt: yield* DateTime.now })
    return yield* Effect.catchTag(store(actorId, "news_written", item), "NewsNotFound", Effect.die)
  })

  const change = Effect.fnUntraced(function* (id: NewsId, typed: NewNews) {
    const { own, publishedAt } = yield* repo.get(id)
    const { id: actorId } = yield* require(admin("writeNews"))
    if (own !== true) return yield* new NotAllowed({ action: "changeFeedNews" })
    const item = yield* newsOf(typed, { key: yield* repo.keyOf(id), publishedAt })
    return yield* store(actorId, "news_changed", item)
  })

  const remove = Effect.fnUntraced(function* (id: NewsId) {
    yield* repo.get(id)
    const { id: actorId } = yield* require(admin("deleteNews"))
    const { recipients, title } = yield* repo.exclude(id)
    yield* changes.append([newsChanged, ...notificationsRemoved(0, recipients)])
    yield* audit.record({ action: "news_deleted", actorId, userId: actorId, targetId: id, detail: title })
    yield* users.touch(actorId, yield* DateTime.now)
    return { deleted: true, id } as const
  }, write)

  return { list, get: repo.get, create, change, remove }
}
