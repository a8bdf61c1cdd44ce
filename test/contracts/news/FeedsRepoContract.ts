import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { type FeedDue, type FeedPolled, FeedsRepo } from "../../../src/ports/news/FeedsRepo.ts"
import { time, unique } from "../newRows.ts"

const newUrl = () => `https://${unique()}.example/feed?x=1`

const at = (minutes: number) => time(new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString())

const unseen = (url: string): FeedDue => ({ url, etag: Option.none(), lastModified: Option.none(), failures: 0 })

const polled = (url: string, given: Partial<FeedPolled> = {}): FeedPolled => ({
  ...unseen(url),
  nextPollAt: at(60),
  lastError: Option.none(),
  isGone: false,
  ...given
})

/** The feed that is due at a minute, taken for ten. */
const claimAt = (minute: number, ...urls: ReadonlyArray<string>) =>
  Effect.flatMap(FeedsRepo, (repo) => repo.claim(urls, at(minute), at(minute + 10)))

const settle = (...given: Parameters<typeof polled>) =>
  Effect.flatMap(FeedsRepo, (repo) => repo.settle(polled(...given), at(1)))

/** The contract of `FeedsRepo`. */
export const feedsRepoContract = <E>(adapter: string, storage: Layer.Layer<FeedsRepo, E>) =>
  layer(storage)(`${adapter}: FeedsRepo`, (it) => {
    it.effect("FeedsRepo.claim gives a new feed at once, and then to nobody until the claim ends", () =>
      Effect.gen(function* () {
        const url = newUrl()
        deepStrictEqual(yield* claimAt(0, url), Option.some(unseen(url)))
        deepStrictEqual(yield* claimAt(0, url), Option.none())
        deepStrictEqual(yield* claimAt(9, url), Option.none())
        deepStrictEqual(yield* claimAt(10, url), Option.some(unseen(url)))
      })
    )

    it.effect("FeedsRepo.claim gives the result of the last poll once the feed is due again", () =>
      Effect.gen(function* () {
        const url = newUrl()
        yield* claimAt(0, url)
        const state = { etag: Option.some('W/"1 é"'), lastModified: Option.some("Thu, 01 Jan 2026"), failures: 3 }
        yield* settle(url, { ...state, lastError: Option.some("it answered 500") })
        deepStrictEqual(yield* claimAt(59, url), Option.none())
        deepStrictEqual(yield* claimAt(60, url), Option.some({ url, ...state }))
      })
    )

    it.effect("FeedsRepo.histories has the times of the last success and failure; makeDue makes a gone feed due", () =>
      Effect.gen(function* () {
        const [repo, url] = [yield* FeedsRepo, newUrl()]
        yield* repo.makeDue(url, at(0))
        deepStrictEqual(yield* repo.histories([url]), [])
        yield* claimAt(0, url)
        yield* settle(url)
        const lastError = Option.some("it is gone for good (410)")
        yield* repo.settle(polled(url, { failures: 1, lastError, isGone: true }), at(2))
        const times = { succeededAt: Option.some(at(1)), failedAt: Option.some(at(2)) }
        const history = { url, nextPollAt: at(60), failures: 1, lastError, isGone: true, ...times }
        deepStrictEqual(yield* repo.histories([url, newUrl()]), [history])
        deepStrictEqual(yield* claimAt(90, url), Option.none())
        yield* repo.makeDue(url, at(3))
        deepStrictEqual(yield* repo.histories([url]), [{ ...history, nextPollAt: at(3), isGone: false }])
        deepStrictEqual(Option.isSome(yield* claimAt(3, url)), true)
      })
    )

    it.effect("FeedsRepo.claim gives the feed that has been due the longest, of the requested ones only", () =>
      Effect.gen(function* () {
        const [a, b, c, other] = [newUrl(), newUrl(), newUrl(), newUrl()]
        for (const url of [a, b, c, other]) yield* claimAt(0, url)
        yield* settle(a, { nextPollAt: at(22) })
        yield* settle(b, { nextPollAt: at(21) })
        yield* settle(c, { nextPollAt: at(23) })
        yield* settle(other, { nextPollAt: at(20) })
        const urls: Array<string | undefined> = []
        for (let times = 0; times < 4; times++) urls.push(Option.getOrUndefined(yield* claimAt(30, a, b, c))?.url)
        deepStrictEqual(urls, [b, a, c, undefined])
        deepStrictEqual(yield* claimAt(30), Option.none())
      })
    )

    it.effect("FeedsRepo.nextDue gives the time when the next feed is due or its claim ends", () =>
      Effect.gen(function* () {
        const repo = yield* FeedsRepo
        const [a, b] = [newUrl(), newUrl()]
        deepStrictEqual(yield* repo.nextDue([a, b]), Option.none())
        for (const url of [a, b]) yield* claimAt(0, url)
        yield* settle(a, { nextPollAt: at(22) })
        deepStrictEqual(yield* repo.nextDue([a, b]), Option.some(at(10)))
        deepStrictEqual(yield* repo.nextDue([a]), Option.some(at(22)))
        yield* settle(b, { isGone: true })
        deepStrictEqual(yield* repo.nextDue([a, b]), Option.some(at(22)))
        deepStrictEqual(yield* repo.nextDue([b]), Option.none())
      })
    )

    it.effect("FeedsRepo.claim never gives a feed that is gone", () =>
      Effect.gen(function* () {
        const url = newUrl()
        yield* claimAt(0, url)
        yield* settle(url, { isGone: true, nextPollAt: at(1) })
        deepStrictEqual(yield* claimAt(100_000, url), Option.none())
      })
    )

    it.effect("FeedsRepo.keepOnly deletes other feeds, and a late FeedsRepo.settle does not bring them back", () =>
      Effect.gen(function* () {
        const repo = yield* FeedsRepo
        const [remaining, gone] = [newUrl(), newUrl()]
        for (const url of [remaining, gone]) {
          yield* claimAt(0, url)
          yield* settle(url, { isGone: true, failures: 1 })
        }
        yield* repo.keepOnly([remaining])
        yield* settle(gone, { failures: 7 })
        deepStrictEqual(yield* claimAt(0, remaining, gone), Option.some(unseen(gone)))
        deepStrictEqual(yield* claimAt(0, remaining, gone), Option.none())
      })
    )

    it.effect("FeedsRepo.claim gives each feed to one of several concurrent callers", () =>
      Effect.gen(function* () {
        const urls = Array.from({ length: 5 }, newUrl)
        const claims = yield* Effect.all(
          Array.from({ length: 30 }, () => claimAt(0, ...urls)),
          { concurrency: "unbounded" }
        )
        const taken = claims.flatMap(Option.toArray).map(({ url }) => url)
        strictEqual(taken.length, new Set(taken).size)
        // A caller that met a locked row got nothing. The row is still due for the next one.
        const rest: Array<string> = []
        for (let next = yield* claimAt(0, ...urls); Option.isSome(next); next = yield* claimAt(0, ...urls)) {
          rest.push(next.value.url)
        }
        deepStrictEqual([...taken, ...rest].sort(), urls.toSorted())
      })
    )
  })
