import { HttpServerResponse } from "@effect/platform"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option, TestClock } from "effect"
import { ownWithViews } from "../../../src/api/Keeps.ts"
import { PostId } from "../../../src/domain/Ids.ts"
import { ReadThroughCache } from "../../../src/transport/cache/ReadThroughCache.ts"
import { tagsOfPost } from "../../../src/transport/wire/CacheTags.ts"
import { Tagged } from "../../../src/transport/wire/Tagged.ts"
import { elsewhere, instance } from "../../support/ChangesInstance.ts"

const id = PostId.make(7)

/** Reads a post through the cache: true where it was loaded. */
const isLoaded = Effect.gen(function* () {
  const cache = yield* ReadThroughCache
  const key = cache.keyOf(ownWithViews, { id: String(id), query: {}, url: `/api/posts/${id}` }, Option.none())
  let loaded = false
  const load = Effect.sync(() => {
    loaded = true
    return new Tagged(HttpServerResponse.raw("{}", { contentType: "application/json" }), tagsOfPost(id))
  })
  yield* cache.answer(key, Option.none(), { acceptEncoding: undefined, countsView: true }, load)
  return loaded
})

const afterSeconds = (seconds: number) => Effect.zipRight(TestClock.adjust(`${seconds} seconds`), isLoaded)

const beside = <A, E, R>(effect: Effect.Effect<A, E, R>) => instance(Effect.provide(effect, ReadThroughCache.layer))

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
