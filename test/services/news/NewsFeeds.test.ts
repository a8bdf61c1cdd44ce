import { NodeContext } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import {
  ConfigProvider,
  Deferred,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  Option,
  Random,
  Redacted,
  Scope,
  TestClock
} from "effect"
import { bytesOf, rss, rssItem } from "../../../packages/feeds/test/Documents.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import {
  type FeedAnswer,
  FeedFetcher,
  FeedGone,
  type FeedRequest,
  FeedUnreachable
} from "../../../src/ports/news/NewsFeeds.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import * as NewsFeeds from "../../../src/services/news/NewsFeeds.ts"
import { NewsImport } from "../../../src/services/news/NewsImport.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { readerInline } from "../../support/network/FeedReaderInline.ts"

type Answer = Effect.Effect<FeedAnswer, FeedUnreachable | FeedGone>

const fetchedText = (text: string, etag?: string): FeedAnswer => ({
  _tag: "Fetched",
  bytes: bytesOf(text),
  url: "https://a.example/feed",
  contentType: undefined,
  etag: Option.fromNullable(etag),
  lastModified: Option.none(),
  hasMoved: false
})

const fetched = (...titles: ReadonlyArray<string>): FeedAnswer =>
  fetchedText(rss(titles.map((title) => rssItem(title, title)).join("")))

const unreachable = (retryAfter?: Duration.DurationInput): Answer =>
  Effect.fail(
    new FeedUnreachable({
      fault: "status",
      code: 503,
      ...(retryAfter === undefined ? {} : { retryAfter: Duration.decode(retryAfter) })
    })
  )

/** The Web of a test: the requests that came, and the present answer. */
class Web {
  readonly requests: Array<{ readonly url: string; readonly etag: string | undefined }> = []
  answer: (request: FeedRequest) => Answer = () => Effect.succeed(fetched("One"))
  readonly layer = Layer.succeed(FeedFetcher, {
    fetch: (request) =>
      Effect.suspend(() => {
        this.requests.push({ url: Redacted.value(request.url), etag: Option.getOrUndefined(request.etag) })
        return this.answer(request)
      })
  })
}

const url = "https://ana:topsecret@a.example/feed?key=topsecret"

/** The polls of one instance of the server, without jitter. */
const instance = (web: Web, variables: Readonly<Record<string, string>> = {}) =>
  NewsFeeds.layer.pipe(
    Layer.provide(NewsImport.layer),
    Layer.provide(
      Layer.mergeAll(
        web.layer,
        readerInline,
        Unpublished,
        MarkdownFilterInline.layer,
        SecretsRandom.layer,
        Layer.provide(ContentFilesJson.layer, NodeContext.layer)
      )
    ),
    Layer.provide(
      Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries({ NEWS_FEEDS: url, ...variables }))))
    )
  )

/** Starts an instance; it stops with the scope of the test, or when the returned effect is run. */
const started = (web: Web, variables: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
    yield* Effect.withRandom(Layer.buildWithScope(instance(web, variables), scope), Random.fixed([0.5]))
    yield* settled
    return Scope.close(scope, Exit.void)
  })

/** Lets background work finish: it waits for nothing but the clock. */
const settled = Effect.repeatN(Effect.yieldNow(), 500)

const pass = (time: Duration.DurationInput) => Effect.zipRight(TestClock.adjust(time), settled)

const titles = Effect.gen(function* () {
  const repo = yield* NewsRepo
  const { items } = yield* repo.page({}, { offset: 0, limit: 100 })
  return items.map(({ title }) => title)
})

/** The lines of the log, and the layer that captures them. */
const captureLog = () => {
  const lines: Array<string> = []
  const logger = Logger.make((entry) => void lines.push(`${entry.logLevel.label} ${Logger.jsonLogger.log(entry)}`))
  return { lines, layer: Logger.replace(Logger.defaultLogger, logger) }
}

type Storage = Layer.Layer.Success<typeof Memory.layer>

const scoped = (title: string, test: Effect.Effect<void, unknown, Storage | Scope.Scope>) =>
  it.scoped(title, () => Effect.provide(test, Memory.layer))

describe("NewsFeeds", () => {
  scoped(
    "polls a feed at the start, and then once in each interval",
    Effect.gen(function* () {
      const web = new Web()
      yield* started(web, { NEWS_POLL_MINUTES: "20" })
      expect(yield* titles).toEqual(["One"])
      expect(web.requests).toEqual([{ url, etag: undefined }])
      web.answer = () => Effect.succeed(fetched("Two", "One"))
      yield* pass("19 minutes")
      expect(web.requests.length).toBe(1)
      yield* pass("2 minutes")
      expect(web.requests.length).toBe(2)
      expect((yield* titles).toSorted()).toEqual(["One", "Two"])
      yield* pass("4 hours")
      expect(web.requests.length).toBeGreaterThanOrEqual(13)
      expect(web.requests.length).toBeLessThanOrEqual(14)
    })
  )

  scoped(
    "polls nothing without feeds, or with polling switched off",
    Effect.gen(function* () {
      const web = new Web()
      yield* started(web, { NEWS_FEEDS: "" })
      yield* started(web, { NEWS_POLL_MINUTES: "0" })
      yield* pass("1 day")
      expect(web.requests).toEqual([])
    })
  )

  scoped(
    "sends the validators of the last document, and none after a document that was cut off",
    Effect.gen(function* () {
      const web = new Web()
      web.answer = () => Effect.succeed(fetchedText(rss(rssItem("1", "One")), '"1"'))
      yield* started(web)
      web.answer = () => Effect.succeed({ _tag: "NotModified" })
      yield* pass("61 minutes")
      yield* pass("61 minutes")
      web.answer = () => Effect.succeed(fetchedText(rss(rssItem("2", "Two")).split("</channel>")[0] ?? "", '"2"'))
      yield* pass("61 minutes")
      yield* pass("61 minutes")
      expect(web.requests.map(({ etag }) => etag)).toEqual([undefined, '"1"', '"1"', '"1"', undefined])
      expect((yield* titles).toSorted()).toEqual(["One", "Two"])
    })
  )

  scoped(
    "polls a failing feed ever more rarely, once a day at least, and logs only the first failure",
    Effect.gen(function* () {
      const web = new Web()
      const log = captureLog()
      web.answer = () => unreachable()
      yield* Effect.provide(started(web), log.layer)
      const hours: Array<number> = []
      for (let hour = 1; hour <= 24 * 5; hour++) {
        const before = web.requests.length
        yield* pass("1 hour")
        if (web.requests.length > before) hours.push(hour)
      }
      const waits = hours.map((hour, at) => hour - (hours[at - 1] ?? 0))
      // Steps of an hour see a poll that was due at the hour in that hour or the next.
      for (const [at, wait] of [2, 4, 8, 16, 24, 24].entries())
        expect(Math.abs((waits[at] ?? 0) - wait)).toBeLessThan(2)
      web.answer = () => Effect.succeed(fetched("One"))
      yield* pass("25 hours")
      const before = web.requests.length
      yield* pass("5 hours")
      expect(web.requests.length - before).toBeGreaterThanOrEqual(4)
      expect(log.lines.filter((line) => line.startsWith("WARN")).length).toBe(1)
      expect(log.lines.find((line) => line.startsWith("WARN"))).toMatch(
        /it answered with a failure \(503\).*https:\/\/a\.example\/feed"/
      )
      expect(log.lines.filter((line) => line.includes("can be read again")).length).toBe(1)
      expect(log.lines.join()).not.toContain("topsecret")
    })
  )

  scoped(
    "waits as long as the server of a feed asks, a day at most, and polls a feed that is gone no more",
    Effect.gen(function* () {
      const web = new Web()
      const counted = (time: Duration.DurationInput) => Effect.map(pass(time), () => web.requests.length)
      web.answer = () => unreachable("10 hours")
      yield* started(web)
      expect(yield* counted("9 hours")).toBe(1)
      web.answer = () => unreachable("7 days")
      expect(yield* counted("90 minutes")).toBe(2)
      web.answer = () => Effect.fail(new FeedGone())
      expect(yield* counted("25 hours")).toBe(3)
      web.answer = () => Effect.succeed(fetched("One"))
      expect(yield* counted("3 days")).toBe(3)
    })
  )

  scoped(
    "imports the other feeds when one is not a feed and one causes a defect",
    Effect.gen(function* () {
      const web = new Web()
      const log = captureLog()
      const answers: Readonly<Record<string, Answer>> = {
        "https://b.example/": Effect.succeed(fetchedText("<html><body>503</body></html>")),
        "https://c.example/": Effect.die("a defect"),
        "https://d.example/": Effect.succeed(fetched("Of D"))
      }
      web.answer = (request) => answers[Redacted.value(request.url)] ?? unreachable()
      yield* Effect.provide(started(web, { NEWS_FEEDS: Object.keys(answers).join(",") }), log.layer)
      expect(yield* titles).toEqual(["Of D"])
      expect(log.lines.filter((line) => line.startsWith("WARN")).join()).toMatch(/it is an HTML page, not a feed/)
      expect(log.lines.filter((line) => line.startsWith("ERROR")).length).toBe(1)
      yield* pass("61 minutes")
      expect(web.requests.filter((one) => one.url === "https://d.example/").length).toBe(2)
      expect(web.requests.filter((one) => one.url === "https://c.example/").length).toBe(1)
    })
  )

  scoped(
    "polls a feed once in its interval, by either of two instances and after a restart",
    Effect.gen(function* () {
      const web = new Web()
      const stop = yield* started(web)
      yield* started(web)
      expect(web.requests.length).toBe(1)
      yield* stop
      yield* pass("30 minutes")
      yield* started(web)
      expect(web.requests.length).toBe(1)
      yield* pass("31 minutes")
      expect(web.requests.length).toBe(2)
    })
  )

  scoped(
    "polls a feed by one instance at a time, and by the other when the first never ends",
    Effect.gen(function* () {
      const [one, other] = [new Web(), new Web()]
      const never = yield* Deferred.make<FeedAnswer>()
      one.answer = () => Deferred.await(never)
      const stop = yield* started(one)
      yield* started(other)
      yield* pass("9 minutes")
      expect([one.requests.length, other.requests.length]).toEqual([1, 0])
      yield* stop
      yield* pass("2 minutes")
      expect([one.requests.length, other.requests.length]).toEqual([1, 1])
    })
  )

  scoped(
    "polls a gone feed again after it was removed from the configuration and added again",
    Effect.gen(function* () {
      const web = new Web()
      web.answer = () => Effect.fail(new FeedGone())
      yield* yield* started(web)
      yield* yield* started(web)
      expect(web.requests.length).toBe(1)
      yield* yield* started(web, { NEWS_FEEDS: "https://b.example/" })
      yield* yield* started(web)
      expect(web.requests.map((one) => one.url)).toEqual([url, "https://b.example/", url])
    })
  )
})

describe("waitAfter", () => {
  it.each([
    ["1 hour", 0, "1 hour"],
    ["1 hour", 1, "2 hours"],
    ["1 hour", 4, "16 hours"],
    ["1 hour", 5, "1 day"],
    ["1 hour", 5_000, "1 day"],
    ["7 days", 3, "7 days"]
  ] as const)("of an interval of %s after %i failures is %s", (interval, failures, wait) =>
    expect(Duration.toMillis(NewsFeeds.waitAfter(Duration.decode(interval), failures))).toBe(Duration.toMillis(wait))
  )
})
