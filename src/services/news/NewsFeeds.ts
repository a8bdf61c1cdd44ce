import type { FeedDocument, NotAFeed } from "@rare-disease-community/feeds/Feed"
import { Clock, DateTime, Duration, Effect, Layer, Option, Random, type Redacted, Stream } from "effect"
import { newsPollMinutes } from "../../Config.ts"
import { backOff, inTurns, logDefect, logDefects, waitUntilDue } from "../../concurrency/BackgroundTasks.ts"
import { CommunitySettingsRepo } from "../../ports/CommunitySettingsRepo.ts"
import { type FeedDue, type FeedPolled, FeedsRepo } from "../../ports/news/FeedsRepo.ts"
import { type FeedAnswer, FeedFetcher, type FeedGone, FeedReader, FeedUnreachable } from "../../ports/news/NewsFeeds.ts"
import { Changes } from "../Changes.ts"
import { feedNames, shownName } from "./Feeds.ts"
import { NewsImport, type NewsImported } from "./NewsImport.ts"

/** The maximum number of feeds that are read at once. */
const maxAtATime = 4

/** The shortest sleep before the next poll of a news feed. */
const shortestSleep = Duration.seconds(30)

/** The longest sleep before it is looked again for a news feed that is due. */
const longestSleep = Duration.hours(1)

/** A poll of a news feed claims it for this long: longer than fetching, reading and storing take. */
const lease = Duration.minutes(10)

/** A failing news feed is polled at longer and longer intervals, up to this one. */
const longestWait = Duration.days(1)

/** Polls are spread by this share of their interval, so that instances and feeds do not poll in step. */
const jitter = 0.1

type FeedFailure = FeedUnreachable | FeedGone | NotAFeed

type Validators = Pick<FeedPolled, "etag" | "lastModified">

/** The wait before the next poll: the interval after a success, doubled by each failure, a day at most. */
export const waitAfter = (interval: Duration.Duration, failures: number): Duration.Duration =>
  backOff(interval, failures, Duration.max(longestWait, interval))

/**
 * Polls the present feeds (`Feeds`) in the background until the scope ends, each once in `NEWS_POLL_MINUTES` by any one
 * of the instances, a new one at once, and when an admin asks for it. A failing feed is polled at longer and longer
 * intervals, and does not affect the others.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { namesOf, urlOf } = yield* feedNames
    const minutes = yield* newsPollMinutes
    if (minutes === 0) return
    const { stored } = yield* CommunitySettingsRepo
    const names = Effect.map(stored, namesOf)
    const repo = yield* FeedsRepo
    const poll = yield* polling(Duration.minutes(minutes))
    const wake = yield* Effect.makeLatch()
    const changes = yield* Effect.flatMap(Changes, ({ rareChanges }) => rareChanges)
    const added = Stream.filter(changes, ({ kind }) => kind === "feeds")
    yield* Effect.forkScoped(Effect.interruptible(Stream.runForEach(added, () => wake.open)))

    /** Polls the feed that has been due the longest; false when none is due. */
    const pollNext = Effect.gen(function* () {
      const now = yield* DateTime.now
      const due = yield* repo.claim(yield* names, now, DateTime.addDuration(now, lease))
      if (Option.isNone(due)) return false
      yield* poll(due.value, urlOf(due.value.url))
      return true
    })

    const nextDue = Effect.flatMap(names, repo.nextDue)
    const pause = waitUntilDue(nextDue, wake.await, { shortest: shortestSleep, longest: longestSleep })

    const forget = Effect.flatMap(names, repo.keepOnly)
    yield* Effect.forkScoped(logDefects("forgetting feeds that are no longer polled")(forget))
    const turn = Effect.zipRight(wake.close, Effect.repeat(pollNext, { while: (more) => more }))
    yield* Effect.replicateEffect(inTurns("polling news feeds", turn, pause), maxAtATime)
  })
)

/**
 * Polls a feed and stores the result. A defect is logged, and counts as a failure of the feed.
 */
const polling = Effect.fnUntraced(function* (interval: Duration.Duration) {
  const fetcher = yield* FeedFetcher
  const reader = yield* FeedReader
  const news = yield* NewsImport
  const { failed, succeeded } = yield* settling(interval)

  const store = (due: FeedDue, answer: Extract<FeedAnswer, { readonly _tag: "Fetched" }>) =>
    Effect.gen(function* () {
      const document: FeedDocument = yield* reader.read(answer)
      const imported: NewsImported = yield* news.save({ document, identity: due.url })
      yield* Effect.logInfo("news feed read").pipe(Effect.annotateLogs({ ...imported, moved: answer.hasMoved }))
      // The rest of a document that was cut off is still to be fetched, so its validators are not kept.
      return document.isWhole ? answer : { etag: Option.none(), lastModified: Option.none() }
    })

  const polled = Effect.fnUntraced(function* (due: FeedDue, url: Redacted.Redacted) {
    const answer = yield* fetcher.fetch({ url, etag: due.etag, lastModified: due.lastModified })
    const { etag, lastModified } = answer._tag === "NotModified" ? due : yield* store(due, answer)
    return { etag, lastModified }
  })

  return (due: FeedDue, url: Redacted.Redacted) =>
    polled(due, url).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(logDefect("polling a news feed", defect), new FeedUnreachable({ fault: "defect" }))
      ),
      Effect.flatMap((validators) => succeeded(due, validators)),
      Effect.catchTags({
        FeedUnreachable: (failure) => failed(due, failure),
        FeedGone: (failure) => failed(due, failure),
        NotAFeed: (failure) => failed(due, failure)
      }),
      Effect.annotateLogs({ feed: shownName(due.url) })
    )
})

/** Stores the result of a poll, and when the feed is due again. */
const settling = (interval: Duration.Duration) =>
  Effect.map(FeedsRepo, (repo) => {
    /** Never sooner than the feed's server asks for, which may ask for a day at most. */
    const nextPollAt = (failures: number, retryAfter: Duration.Duration = Duration.zero) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const spread = 1 - jitter + 2 * jitter * (yield* Random.next)
        const wait = Duration.times(waitAfter(interval, failures), spread)
        return DateTime.unsafeMake(now + Duration.toMillis(Duration.max(wait, Duration.min(retryAfter, longestWait))))
      })

    const succeeded = (due: FeedDue, { etag, lastModified }: Validators) =>
      Effect.gen(function* () {
        if (due.failures > 0) yield* Effect.logInfo("a news feed can be read again")
        const next = yield* nextPollAt(0)
        const state = { etag, lastModified, failures: 0, nextPollAt: next, lastError: Option.none(), isGone: false }
        yield* repo.settle({ url: due.url, ...state }, yield* DateTime.now)
      })

    const failed = (due: FeedDue, failure: FeedFailure) =>
      Effect.gen(function* () {
        const isGone = failure._tag === "FeedGone"
        const retryAfter = failure._tag === "FeedUnreachable" ? failure.retryAfter : undefined
        // Only the first failure in a row, so that a lost feed does not fill the log.
        if (due.failures === 0 || isGone) yield* Effect.logWarning(`a news feed cannot be read: ${failure.message}`)
        const failures = due.failures + 1
        const next = yield* nextPollAt(failures, retryAfter)
        const state = { failures, nextPollAt: next, lastError: Option.some(failure.message), isGone }
        yield* repo.settle({ ...due, ...state }, yield* DateTime.now)
      })

    return { failed, succeeded }
  })
