import { NodeContext } from "@effect/platform-node"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, DateTime, Effect, Layer, Option, Random, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { CurrentUser, sessionCredential } from "../../../src/domain/accounts/CurrentUser.ts"
import type { Role } from "../../../src/domain/accounts/Role.ts"
import { SessionId, UserId } from "../../../src/domain/Ids.ts"
import { FeedFetcher, FeedGone } from "../../../src/ports/news/NewsFeeds.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { Feeds } from "../../../src/services/news/Feeds.ts"
import * as NewsFeeds from "../../../src/services/news/NewsFeeds.ts"
import { NewsImport } from "../../../src/services/news/NewsImport.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { bytesOf, readerInline, rss, rssItem } from "../../feeds/Documents.ts"
import { SingleInstance } from "../../support/ChangesLayers.ts"

const variables = { NEWS_FEEDS: "https://ana:secret@a.example/feed?key=secret,https://b.example/feed" }

/** Polls of one instance, and the service of admins; `isGone` says what the feeds answer. */
const instance = (web: { isGone: boolean }) => {
  const fetcher = Layer.succeed(FeedFetcher, {
    fetch: ({ url: _, ...validators }) =>
      Effect.suspend(() =>
        web.isGone
          ? new FeedGone()
          : Effect.succeed({
              ...validators,
              _tag: "Fetched" as const,
              bytes: bytesOf(rss(rssItem("One", "One"))),
              url: "https://a.example/feed",
              contentType: undefined,
              hasMoved: false
            })
      )
  })
  return Layer.merge(Layer.provide(NewsFeeds.layer, NewsImport.layer), Feeds.layer).pipe(
    Layer.provide(Layer.mergeAll(fetcher, readerInline, MarkdownFilterInline.layer, SecretsRandom.layer)),
    Layer.provide(Layer.mergeAll(AuditLog.layer, ShutdownSignal.layer, SingleInstance)),
    Layer.provide(Layer.provide(ContentFilesJson.layer, NodeContext.layer)),
    Layer.provide(Memory.layer),
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
    feeds.map(({ failedAt, failures, lastError, name, nextPollAt, number, succeededAt }) => [
      number,
      name,
      Option.map(succeededAt, DateTime.toEpochMillis),
      Option.map(failedAt, DateTime.toEpochMillis),
      failures,
      Option.getOrNull(lastError),
      Option.isSome(nextPollAt)
    ])
  )
)

const [a, b] = ["https://a.example/feed", "https://b.example/feed"]
const gone = "it is gone for good (410)"

describe("Feeds", () => {
  it.scoped(
    "list has the state of each feed without secrets, and pollNow has one polled at once, a gone one too",
    () => {
      const web = { isGone: true }
      return Effect.gen(function* () {
        const feeds = yield* Feeds
        yield* settled
        const failed = (number: number, name: string | undefined) => [
          ...[number, name, Option.none(), Option.some(0)],
          ...[1, gone, false]
        ]
        deepStrictEqual<unknown>(yield* states, [failed(1, a), failed(2, b)])
        web.isGone = false
        yield* TestClock.adjust("1 second")
        yield* as("admin")(feeds.pollNow(2))
        yield* settled
        const read = [2, b, Option.some(1_000), Option.some(0), 0, null, true]
        deepStrictEqual<unknown>(yield* states, [failed(1, a), read])
      }).pipe(Effect.provide(instance(web)), Effect.withRandom(Random.fixed([0.5])))
    }
  )

  it.scoped("list and pollNow are for admins, and pollNow refuses a number that no feed has", () =>
    Effect.gen(function* () {
      const feeds = yield* Feeds
      strictEqual((yield* Effect.flip(as("moderator")(feeds.list)))._tag, "NotAllowed")
      strictEqual((yield* Effect.flip(as("moderator")(feeds.pollNow(1))))._tag, "NotAllowed")
      for (const number of [0, 3]) {
        strictEqual((yield* Effect.flip(as("admin")(feeds.pollNow(number))))._tag, "FeedNotFound")
      }
    }).pipe(Effect.provide(instance({ isGone: false })))
  )
})
