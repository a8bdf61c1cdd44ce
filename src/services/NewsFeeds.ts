import { Clock, DateTime, Duration, Effect, Layer, Option, Random, Redacted } from "effect"
import { newsFeeds, newsPollMinutes } from "../Config.ts"
import type { FeedDocument, NotAFeed } from "../domain/Feed.ts"
import { type FeedDue, type FeedPolled, FeedsRepo } from "../repositories/FeedsRepo.ts"
import { type FeedAnswer, FeedFetcher, type FeedGone, FeedUnreachable } from "./FeedFetcher.ts"
import { FeedReader } from "./FeedReader.ts"
import { NewsImport, type NewsImported } from "./NewsImport.ts"

/** How many feeds are read at a time. */
const maxAtATime = 4

/** It is looked for feeds that are due when one will be; not more often than this, and not more rarely. */
const shortestSleep = Duration.seconds(30)
const longestSleep = Duration.hours(1)

/** For how long a feed is taken by who polls it: longer than fetching, reading and storing take. */
const lease = Duration.minutes(10)

/** A feed that cannot be read is asked again ever more rarely, at last once a day. */
const longestWait = Duration.days(1)

/** Polls are spread by so much of their interval, so that instances and feeds do not ask in step. */
const jitter = 0.1

type FeedFailure = FeedUnreachable | FeedGone | NotAFeed

/** What names a feed in the database: its URL without user, password and fragment. */
export const feedName = (url: Redacted.Redacted): string =>
  Object.assign(new URL(Redacted.value(url)), { username: "", password: "", hash: "" }).href

/** What names it in the log, where a query, which may hold a secret, is left out. */
const loggedName = (name: string): string => {
  const { host, pathname, protocol } = new URL(name)
  return `${protocol}//${host}${pathname}`
}

/** How long a feed is left alone: the interval after a success, twice as long after each failure, a day at most. */
export const waitAfter = (interval: Duration.Duration, failures: number): Duration.Duration =>
  Duration.min(Duration.times(interval, 2 ** Math.min(failures, 20)), Duration.max(longestWait, interval))

const make = Effect.gen(function* () {
  const urls = new Map((yield* newsFeeds).map((url) => [feedName(url), url]))
  const minutes = yield* newsPollMinutes
  if (urls.size === 0 || minutes === 0) return
  const interval = Duration.minutes(minutes)
  const repo = yield* FeedsRepo
  const fetcher = yield* FeedFetcher
  const reader = yield* FeedReader
  const news = yield* NewsImport

  /** When a feed is asked next; never sooner than its server asks for. */
  const nextPollAt = (failures: number, retryAfter: Option.Option<Duration.Duration>) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const spread = 1 - jitter + 2 * jitter * (yield* Random.next)
      const wait = Duration.times(waitAfter(interval, failures), spread)
      const asked = Option.getOrElse(retryAfter, () => Duration.zero)
      return DateTime.unsafeMake(now + Duration.toMillis(Duration.max(wait, asked)))
    })

  const store = (due: FeedDue, answer: Extract<FeedAnswer, { readonly _tag: "Fetched" }>) =>
    Effect.gen(function* () {
      const document: FeedDocument = yield* reader.read(answer)
      const imported: NewsImported = yield* news.save({ document, identity: due.url })
      yield* Effect.logInfo("news feed read").pipe(Effect.annotateLogs({ ...imported, moved: answer.hasMoved }))
      // Of a document that was cut off the rest is still to be had, and of one that was too long nothing is amiss.
      return document.isWhole ? answer : { etag: Option.none(), lastModified: Option.none() }
    })

  const polled = Effect.fnUntraced(function* (due: FeedDue, url: Redacted.Redacted) {
    const answer = yield* fetcher.fetch({ url, etag: due.etag, lastModified: due.lastModified })
    const { etag, lastModified } = answer._tag === "NotModified" ? due : yield* store(due, answer)
    return { etag, lastModified }
  })

  const succeeded = (due: FeedDue, { etag, lastModified }: Pick<FeedPolled, "etag" | "lastModified">) =>
    Effect.gen(function* () {
      if (due.failures > 0) yield* Effect.logInfo("a news feed can be read again")
      const next = yield* nextPollAt(0, Option.none())
      const state = { etag, lastModified, failures: 0, nextPollAt: next, lastError: Option.none(), isGone: false }
      yield* repo.settle({ url: due.url, ...state })
    })

  const failed = (due: FeedDue, failure: FeedFailure) =>
    Effect.gen(function* () {
      const isGone = failure._tag === "FeedGone"
      const retryAfter = failure._tag === "FeedUnreachable" ? failure.retryAfter : Option.none()
      // Once: the log is not to fill up with a feed that stays away.
      if (due.failures === 0 || isGone) yield* Effect.logWarning(`a news feed cannot be read: ${failure.message}`)
      yield* repo.settle({
        ...due,
        failures: due.failures + 1,
        nextPollAt: yield* nextPollAt(due.failures + 1, retryAfter),
        lastError: Option.some(failure.message),
        isGone
      })
    })

  /** A poll from the question to what is known after it. What must not fail is told to the log, and counts as a failure. */
  const poll = (due: FeedDue, url: Redacted.Redacted) =>
    polled(due, url).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(
          Effect.logError("polling a news feed failed", defect),
          new FeedUnreachable({ why: "reading it failed in this server", retryAfter: Option.none() })
        )
      ),
      Effect.flatMap((validators) => succeeded(due, validators)),
      Effect.catchTags({
        FeedUnreachable: (failure) => failed(due, failure),
        FeedGone: (failure) => failed(due, failure),
        NotAFeed: (failure) => failed(due, failure)
      }),
      Effect.annotateLogs({ feed: loggedName(due.url) })
    )

  /** Polls the feed that is due the longest; false when none is. */
  const pollNext = Effect.gen(function* () {
    const now = yield* DateTime.now
    const due = yield* repo.claim(Array.from(urls.keys()), now, DateTime.addDuration(now, lease))
    const url = Option.flatMapNullable(due, (feed) => urls.get(feed.url))
    if (Option.isNone(due) || Option.isNone(url)) return false
    yield* poll(due.value, url.value)
    return true
  })

  /** While the database is away nothing is polled; what else fails is told, and never ends the polling. */
  const quietly = <A, E>(effect: Effect.Effect<A, E>) =>
    effect.pipe(
      Effect.tapDefect((cause) => Effect.logError("polling news feeds failed", cause)),
      Effect.catchAllCause(() => Effect.void)
    )

  const pollAllDue = quietly(Effect.repeat(pollNext, { while: (more) => more }))
  const sleep = Effect.gen(function* () {
    const now = yield* DateTime.now
    const next = yield* repo.nextDue(Array.from(urls.keys()))
    const wait = Option.match(next, { onNone: () => longestSleep, onSome: (at) => DateTime.distanceDuration(now, at) })
    return Option.exists(next, DateTime.lessThanOrEqualTo(now)) ? shortestSleep : wait
  }).pipe(
    Effect.catchAllCause(() => Effect.succeed(shortestSleep)),
    Effect.flatMap((wait) => Effect.sleep(Duration.clamp(wait, { minimum: shortestSleep, maximum: longestSleep })))
  )
  const polling = Effect.forever(Effect.zipRight(pollAllDue, sleep))
  const pollers = Array.from({ length: Math.min(maxAtATime, urls.size) }, () => polling)
  yield* Effect.forkScoped(
    Effect.zipRight(
      quietly(repo.keepOnly(Array.from(urls.keys()))),
      Effect.all(pollers, { concurrency: "unbounded", discard: true })
    )
  )
})

/**
 * Reads the operator's feeds (`NEWS_FEEDS`) in the background for as long as the layer stands, each once in
 * `NEWS_POLL_MINUTES`, whichever instance does it. A feed that fails is asked ever more rarely, and harms nothing else.
 */
export const layer = Layer.scopedDiscard(make)
