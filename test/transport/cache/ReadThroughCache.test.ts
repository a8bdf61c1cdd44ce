import { HttpServerResponse } from "@effect/platform"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option, TestClock } from "effect"
import { ownWithViews } from "../../../src/api/Keeps.ts"
import { PostId } from "../../../src/domain/Ids.ts"
import { PostReader, type Reader, readerOfAll, visitor } from "../../../src/domain/posts/Audience.ts"
import { type CacheableCall, ReadThroughCache } from "../../../src/transport/cache/ReadThroughCache.ts"
import { tagsOfPost } from "../../../src/transport/wire/CacheTags.ts"
import { Tagged } from "../../../src/transport/wire/Tagged.ts"
import { elsewhere, instance } from "../../support/ChangesInstance.ts"
import { openCache, restrictedCache } from "./OpenCache.ts"

const id = PostId.make(7)

const call = {
  ...{ id: String(id), query: {}, url: `/api/posts/${id}`, caller: Option.none() },
  ...{ keeps: ownWithViews, showsPosts: true, isWrite: false }
}

/** Calls through the cache. Gives the reader for whom the response was loaded, if it was, and its headers. */
const called = Effect.fnUntraced(function* (given: CacheableCall, isHead = false) {
  const cache = yield* ReadThroughCache
  const headers: Record<string, string> = {}
  let reader: Reader | undefined
  const load = Effect.map(PostReader, (present) => {
    reader = present
    return new Tagged(HttpServerResponse.raw("{}", { contentType: "application/json" }), tagsOfPost(id))
  })
  yield* Effect.provideService(
    cache.answer(given, { acceptEncoding: undefined, countsView: true, headers, isHead }, load),
    PostReader,
    readerOfAll
  )
  return { headers, reader }
})

/** Reads a post through the cache: true where it was loaded. */
const isLoaded = Effect.map(called(call), ({ reader }) => reader !== undefined)

const afterSeconds = (seconds: number) => Effect.zipRight(TestClock.adjust(`${seconds} seconds`), isLoaded)

const beside = <A, E, R>(effect: Effect.Effect<A, E, R>) => instance(Effect.provide(effect, openCache))

const privately = { "cache-control": "private, no-store" }

describe("ReadThroughCache.answer", () => {
  it.scoped("reads as a visitor, and caches no write and no HEAD", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const head = yield* called(call, true)
      const write = yield* called({ ...call, isWrite: true })
      const reads = [yield* called(call), yield* called(call)]
      deepStrictEqual(
        [head, write, ...reads].map(({ reader }) => reader),
        [visitor, readerOfAll, visitor, undefined]
      )
      deepStrictEqual(
        [head, write, ...reads].flatMap(({ headers }) => Object.keys(headers)),
        []
      )
    }).pipe(beside)
  )

  it.scoped("loads posts that are not for everyone for each caller, and nobody stores them", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const own = { headers: privately, reader: readerOfAll }
      deepStrictEqual([yield* called(call), yield* called(call)], [own, own])
      deepStrictEqual(yield* called({ ...call, showsPosts: false, isWrite: true }), own)
      deepStrictEqual(yield* called({ ...call, showsPosts: false }), { headers: {}, reader: visitor })
      deepStrictEqual(yield* called({ ...call, showsPosts: false }), { headers: {}, reader: undefined })
    }).pipe(Effect.provide(restrictedCache), instance)
  )
})

describe("ReadThroughCache, beside other instances", () => {
  it.scoped("keeps a post until views that were counted elsewhere are almost a minute old", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second") // the outbox is read, and the instance in sync
      deepStrictEqual(
        [yield* isLoaded, yield* afterSeconds(2), yield* afterSeconds(40), yield* afterSeconds(15)],
        [true, false, false, true]
      )
    }).pipe(beside)
  )

  it.scoped("drops a post at once when another instance has changed it", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* isLoaded, yield* isLoaded], [true, false])
      yield* elsewhere({ kind: "like", id, userId: null })
      deepStrictEqual([yield* afterSeconds(1), yield* isLoaded], [true, false])
    }).pipe(beside)
  )
})
