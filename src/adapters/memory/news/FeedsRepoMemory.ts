import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { type FeedPolled, FeedsRepo } from "../../../ports/FeedsRepo.ts"
import { Store } from "../Store.ts"

const newFeed = (url: string, now: DateTime.Utc): FeedPolled => ({
  url,
  nextPollAt: now,
  etag: Option.none(),
  lastModified: Option.none(),
  failures: 0,
  lastError: Option.none(),
  isGone: false
})

const longestDueFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ nextPollAt }: FeedPolled) => nextPollAt),
  Order.mapInput(Order.string, ({ url }: FeedPolled) => url)
)

const make = Effect.gen(function* () {
  const store = yield* Store

  return FeedsRepo.of({
    keepOnly: (urls) =>
      store.update((tables) => ({ ...tables, feeds: HashMap.filter(tables.feeds, ({ url }) => urls.includes(url)) })),

    claim: (urls, now, until) =>
      store.write((tables) => {
        const feeds = urls.reduce(
          (known, url) => (HashMap.has(known, url) ? known : HashMap.set(known, url, newFeed(url, now))),
          tables.feeds
        )
        const due = Array.sort(
          urls
            .flatMap((url) => Option.toArray(HashMap.get(feeds, url)))
            .filter(({ isGone, nextPollAt }) => !isGone && DateTime.lessThanOrEqualTo(nextPollAt, now)),
          longestDueFirst
        )
        return Option.match(Option.fromNullable(due[0]), {
          onNone: () => [Effect.succeedNone, { ...tables, feeds }],
          onSome: ({ etag, failures, lastModified, url }) => [
            Effect.succeedSome({ url, etag, lastModified, failures }),
            { ...tables, feeds: HashMap.modify(feeds, url, (feed) => ({ ...feed, nextPollAt: until })) }
          ]
        })
      }),

    nextDue: (urls) =>
      Effect.map(store.tables, ({ feeds }) => {
        const due = urls.flatMap((url) => Option.toArray(HashMap.get(feeds, url))).filter(({ isGone }) => !isGone)
        return Option.map(Option.fromNullable(Array.sort(due, longestDueFirst)[0]), ({ nextPollAt }) => nextPollAt)
      }),

    settle: (polled) =>
      store.update((tables) => ({ ...tables, feeds: HashMap.modify(tables.feeds, polled.url, () => polled) }))
  })
})

/** Feeds in memory. */
export const layer = Layer.effect(FeedsRepo, make)
