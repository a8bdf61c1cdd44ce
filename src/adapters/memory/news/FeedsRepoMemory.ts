import { Array, DateTime, Option, Order } from "effect"
import { FeedsRepo } from "../../../ports/news/FeedsRepo.ts"
import type { FeedRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"

const newFeed = (url: string, now: DateTime.Utc): FeedRow => ({
  url,
  nextPollAt: now,
  etag: Option.none(),
  lastModified: Option.none(),
  failures: 0,
  lastError: Option.none(),
  isGone: false,
  succeededAt: Option.none(),
  failedAt: Option.none()
})

const longestDueFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ nextPollAt }: FeedRow) => nextPollAt),
  Order.mapInput(Order.string, ({ url }: FeedRow) => url)
)

/** The feed that is to be polled next, of those with these URLs. */
const nextOf = ({ feeds }: Tables, urls: ReadonlyArray<string>) =>
  Array.head(feeds.where(({ isGone, url }) => !isGone && urls.includes(url)).sort(longestDueFirst))

export const layer = inMemory(FeedsRepo, ({ read, write }) => ({
  keepOnly: (urls) => write(({ feeds }) => feeds.deleteWhere(({ url }) => !urls.includes(url))),

  claim: (urls, now, until) =>
    write((tables) => {
      const { feeds } = tables
      for (const url of urls) if (!feeds.has(url)) feeds.set(url, newFeed(url, now))
      const due = Option.filter(nextOf(tables, urls), ({ nextPollAt }) => DateTime.lessThanOrEqualTo(nextPollAt, now))
      return Option.map(due, (feed) => {
        const { etag, failures, lastModified, url } = feed
        feeds.set(url, { ...feed, nextPollAt: until })
        return { url, etag, lastModified, failures }
      })
    }),

  nextDue: (urls) => read((tables) => Option.map(nextOf(tables, urls), ({ nextPollAt }) => nextPollAt)),

  settle: (polled, at) =>
    write(({ feeds }) => {
      const times = Option.isNone(polled.lastError) ? { succeededAt: Option.some(at) } : { failedAt: Option.some(at) }
      feeds.change(polled.url, (row) => ({ ...row, ...polled, ...times }))
    }),

  makeDue: (url, nextPollAt) =>
    write(({ feeds }) => feeds.change(url, (row) => ({ ...row, nextPollAt, isGone: false }))),

  histories: (urls) =>
    read(({ feeds }) =>
      feeds.where(({ url }) => urls.includes(url)).map(({ etag: _, lastModified: __, ...history }) => history)
    )
}))
