import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { bytesOf, rss, rssItem } from "../../../../packages/feeds/test/Documents.ts"
import * as FeedReaderThread from "../../../../src/adapters/node/news/FeedReaderThread.ts"
import { FeedReader } from "../../../../src/ports/news/NewsFeeds.ts"

const read = (text: string) =>
  Effect.flatMap(FeedReader, (reader) =>
    reader.read({ bytes: bytesOf(text), url: "https://a.example/feed", contentType: undefined })
  )

/** A name of an author for which the parser takes hours. */
const endless = rss(rssItem("1", "One", `<author>${"(a".repeat(1_000_000)}</author>`))

/** A thread takes seconds to start on a busy machine. */
const timeout = 60_000

describe("FeedReaderThread", () => {
  it.scoped(
    "reads a feed, or refuses it with the reason, as the inline reader does",
    () =>
      Effect.gen(function* () {
        const document = yield* read(rss(rssItem("1", "One", "<link>/a</link>")))
        expect(document.items).toMatchObject([{ title: "One", link: "https://news.example/a" }])
        expect(yield* Effect.flip(read("<html/>"))).toMatchObject({ fault: "html" })
        const title = "x".repeat(100_000)
        expect((yield* read(rss(rssItem("1", title)))).items[0]?.title.length).toBe(200)
      }).pipe(Effect.provide(FeedReaderThread.layer)),
    timeout
  )

  it.scoped(
    "gives up a feed after 20 seconds, and then reads the next one in the queue",
    () =>
      Effect.gen(function* () {
        const slow = yield* Effect.fork(Effect.flip(read(endless)))
        const next = yield* Effect.fork(read(rss(rssItem("1", "Next"))))
        yield* Effect.yieldNow()
        yield* TestClock.adjust("20 seconds")
        expect(yield* Fiber.join(slow)).toMatchObject({ fault: "time" })
        expect((yield* Fiber.join(next)).items.map(({ title }) => title)).toEqual(["Next"])
      }).pipe(Effect.provide(FeedReaderThread.layer)),
    timeout
  )

  it.scoped(
    "abandons a feed whose caller is interrupted, and reads the next one",
    () =>
      Effect.gen(function* () {
        const slow = yield* Effect.fork(read(endless))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(slow)
        expect((yield* read(rss(rssItem("1", "Next")))).items.length).toBe(1)
      }).pipe(Effect.provide(FeedReaderThread.layer)),
    timeout
  )
})
