import { NodeContext } from "@effect/platform-node"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, DateTime, Effect, Layer, Option, Random, Redacted, TestClock } from "effect"
import { bytesOf, rss, rssItem } from "../../../packages/feeds/test/Documents.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import type { Role } from "../../../src/domain/accounts/CurrentUser.ts"
import { CurrentUser, sessionCredential } from "../../../src/domain/accounts/CurrentUser.ts"
import { FeedId, SessionId, UserId } from "../../../src/domain/Ids.ts"
import { maxFeeds } from "../../../src/domain/news/Feed.ts"
import { AuditRepo } from "../../../src/ports/accounts/AuditRepo.ts"
import { FeedFetcher, FeedGone } from "../../../src/ports/news/NewsFeeds.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { Feeds } from "../../../src/services/news/Feeds.ts"
import * as NewsFeeds from "../../../src/services/news/NewsFeeds.ts"
import { NewsImport } from "../../../src/services/news/NewsImport.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { SingleInstance } from "../../support/ChangesLayers.ts"
import { readerInline } from "../../support/network/FeedReaderInline.ts"

const variables = {
  NEWS_FEEDS: "https://ana:secret@a.example/feed?key=secret,https://b.example/feed",
  NEWS_POLL_MINUTES: "1",
  PUBLIC_URL: "https://rare.example",
  ALLOWED_HOSTS: "intern.example",
  PORT: "3000"
}

/** Polls of one instance, and the service of admins. `isGone` says what the feeds answer; `requests` has their URLs. */
const instance = (web: { isGone: boolean; readonly requests?: Array<string> }) => {
  const fetcher = Layer.succeed(FeedFetcher, {
    fetch: ({ url, ...validators }) =>
      Effect.suspend(() => {
        web.requests?.push(Redacted.value(url))
        return web.isGone
          ? new FeedGone()
          : Effect.succeed({
              ...validators,
              _tag: "Fetched" as const,
              bytes: bytesOf(rss(rssItem("One", "One"))),
              url: "https://a.example/feed",
              contentType: undefined,
              hasMoved: false
            })
      })
  })
  return Layer.merge(Layer.provide(NewsFeeds.layer, NewsImport.layer), Feeds.layer).pipe(
    Layer.provide(Layer.mergeAll(fetcher, readerInline, MarkdownFilterInline.layer, SecretsRandom.layer)),
    Layer.provide(Layer.mergeAll(AuditLog.layer, ShutdownSignal.layer, SingleInstance)),
    Layer.provide(Layer.provide(ContentFilesJson.layer, NodeContext.layer)),
    Layer.provideMerge(Memory.layer),
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
  )
}

const as = (role: Role) =>
  Effect.provideService(CurrentUser, {
    id: UserId.make(1),
    username: "ada",
    role,
    suspended: false,
    credential: sessionCredential(SessionId.make(1), Option.none())
  })

const settled = Effect.repeatN(Effect.yieldNow(), 500)

const states = Effect.flatMap(Feeds, ({ list }) =>
  Effect.map(as("admin")(list), (feeds) =>
    feeds.map(({ failedAt, failures, lastError, nextPollAt, succeededAt, url }) => [
      url,
      Option.map(succeededAt, DateTime.toEpochMillis),
      Option.map(failedAt, DateTime.toEpochMillis),
      failures,
      Option.getOrNull(lastError),
      Option.isSome(nextPollAt)
    ])
  )
)

const urls = Effect.map(states, (feeds) => feeds.map(([url]) => url))

/** The ids of the feeds, in their order. */
const ids = Effect.flatMap(Feeds, ({ list }) => Effect.map(as("admin")(list), (feeds) => feeds.map(({ id }) => id)))

const idAt = (at: number) => Effect.flatMap(ids, (all) => Effect.fromNullable(all[at]))

const [a, b, c] = ["https://a.example/feed", "https://b.example/feed", "https://c.example/feed?topic=rare"]
const unknown = FeedId.make(7)
const gone = "it is gone for good (410)"

describe("Feeds", () => {
  it.scoped(
    "list has the state of each feed without secrets, and pollNow has one polled at once, a gone one too",
    () => {
      const web = { isGone: true }
      return Effect.gen(function* () {
        const feeds = yield* Feeds
        yield* settled
        const failed = (url: string | undefined) => [url, Option.none(), Option.some(0), 1, gone, false]
        deepStrictEqual<unknown>(yield* states, [failed(a), failed(b)])
        web.isGone = false
        yield* TestClock.adjust("1 second")
        yield* as("admin")(feeds.pollNow(yield* idAt(1)))
        yield* settled
        const read = [b, Option.some(1_000), Option.some(0), 0, null, true]
        deepStrictEqual<unknown>(yield* states, [failed(a), read])
      }).pipe(Effect.provide(instance(web)), Effect.withRandom(Random.fixed([0.5])))
    }
  )

  it.scoped("add has a feed polled at once that keeps its query, and changes nothing about a listed one", () =>
    Effect.gen(function* () {
      const feeds = yield* Feeds
      yield* settled
      yield* TestClock.adjust("1 second")
      const added = yield* as("admin")(feeds.add({ url: `${c}#top` }))
      deepStrictEqual([added.url, Option.isNone(added.succeededAt)], [c, true])
      yield* settled
      deepStrictEqual((yield* states)[2], [c, Option.some(1_000), Option.none(), 0, null, true])
      const again = yield* as("admin")(feeds.add({ url: c }))
      deepStrictEqual([again.id, Option.isSome(again.succeededAt)], [added.id, true])
      yield* as("admin")(feeds.add({ url: "https://b.example/feed" }))
      deepStrictEqual(yield* urls, [a, b, c])
      const { items } = yield* Effect.flatMap(AuditRepo, ({ page }) => page({}, { offset: 0, limit: 10 }))
      deepStrictEqual(
        items.map(({ action, detail }) => [action, detail]),
        [["community_changed", `news feed added: ${c}`]]
      )
    }).pipe(Effect.provide(instance({ isGone: false })), Effect.withRandom(Random.fixed([0.5])))
  )

  it.scoped("remove ends the polls of a feed, of NEWS_FEEDS too, and keeps the user and password of the others", () => {
    const web = { isGone: false, requests: [] as string[] }
    return Effect.gen(function* () {
      const feeds = yield* Feeds
      yield* settled
      const id = yield* idAt(1)
      deepStrictEqual(yield* as("admin")(feeds.remove(id)), { deleted: true, id })
      deepStrictEqual(yield* urls, [a])
      strictEqual((yield* Effect.flip(as("admin")(feeds.remove(id))))._tag, "FeedNotFound")
      web.requests.length = 0
      yield* TestClock.adjust("2 minutes")
      yield* settled
      deepStrictEqual(Array.from(new Set(web.requests)), ["https://ana:secret@a.example/feed?key=secret"])
      yield* as("admin")(feeds.remove(yield* idAt(0)))
      deepStrictEqual(yield* urls, [])
    }).pipe(Effect.provide(instance(web)), Effect.withRandom(Random.fixed([0.5])))
  })

  it.scoped("add refuses an address of this site, by each of its names", () =>
    Effect.gen(function* () {
      const feeds = yield* Feeds
      const own = ["https://rare.example", "http://rare.example:80", "http://localhost:3000", "https://intern.example"]
      for (const site of own) {
        const { _tag, message } = yield* Effect.flip(as("admin")(feeds.add({ url: `${site}/feeds/news.xml` })))
        deepStrictEqual([_tag, message.startsWith("url ")], ["OwnFeed", true])
      }
      const others = ["https://other.rare.example/", "https://rare.example:8443/", "http://localhost:3001/"]
      yield* Effect.forEach(others, (url) => as("admin")(feeds.add({ url })))
      deepStrictEqual(yield* urls, [a, b, ...others])
    }).pipe(Effect.provide(instance({ isGone: true })))
  )

  it.scoped("add refuses a feed above the limit, which is not kept", () =>
    Effect.gen(function* () {
      const feeds = yield* Feeds
      const numbers = Array.from({ length: maxFeeds - 2 }, (_, at) => `https://c.example/${at}`)
      yield* Effect.forEach(numbers, (url) => as("admin")(feeds.add({ url })))
      strictEqual((yield* Effect.flip(as("admin")(feeds.add({ url: c }))))._tag, "TooManyFeeds")
      strictEqual((yield* urls).length, maxFeeds)
      strictEqual((yield* as("admin")(feeds.add({ url: "https://c.example/0" }))).url, "https://c.example/0")
    }).pipe(Effect.provide(instance({ isGone: true })))
  )

  it.scoped("are for admins, and refuse an id that no feed has", () =>
    Effect.gen(function* () {
      const feeds = yield* Feeds
      const refused = <A, E extends { readonly _tag: string }>(call: Effect.Effect<A, E, CurrentUser>, role: Role) =>
        Effect.map(Effect.flip(as(role)(call)), ({ _tag }) => _tag)
      for (const call of [feeds.list, feeds.pollNow(unknown), feeds.add({ url: c }), feeds.remove(unknown)]) {
        strictEqual(yield* refused<unknown, { readonly _tag: string }>(call, "moderator"), "NotAllowed")
      }
      strictEqual(yield* refused(feeds.pollNow(unknown), "admin"), "FeedNotFound")
      strictEqual(yield* refused(feeds.remove(unknown), "admin"), "FeedNotFound")
    }).pipe(Effect.provide(instance({ isGone: false })))
  )
})
