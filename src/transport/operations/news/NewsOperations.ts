import { Effect } from "effect"
import { Feeds } from "../../../services/news/Feeds.ts"
import { News } from "../../../services/news/News.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"
import { tagsOfNews } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"

export const newsOperations = operations("news", Effect.all([News, Feeds]), ([news, feeds]) => ({
  list: ({ urlParams }) => withCacheTags(news.list(urlParams), tagsOfNews),
  get: ({ path }) => withCacheTags(news.get(path.id), tagsOfNews),
  create: withLocation(
    ({ payload }) => news.create(payload),
    ({ id }) => `/api/news/${id}`
  ),
  update: ({ path, payload }) => news.change(path.id, payload),
  remove: ({ path }) => news.remove(path.id),
  listFeeds: () => Effect.map(feeds.list, (data) => ({ data })),
  addFeed: withLocation(
    ({ payload }) => feeds.add(payload),
    () => "/api/news/feeds"
  ),
  removeFeed: ({ path }) => feeds.remove(path.id)
}))
