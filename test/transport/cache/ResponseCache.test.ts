import { HttpServerResponse } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option, TestClock } from "effect"
import { ownWithViews } from "../../../src/api/Keeps.ts"
import { type Change, restarted, storedChange } from "../../../src/domain/Change.ts"
import { PostId, UserId } from "../../../src/domain/Ids.ts"
import type { CachedResponse } from "../../../src/transport/cache/CachedResponse.ts"
import { ReadThroughCache, ResponseCache } from "../../../src/transport/cache/ReadThroughCache.ts"
import { type CacheTag, tagsOfPost } from "../../../src/transport/wire/CacheTags.ts"
import { Tagged } from "../../../src/transport/wire/Tagged.ts"
import { elsewhere, instance } from "../../support/ChangesInstance.ts"

const response = (expiresAt = Number.POSITIVE_INFINITY, bytes = 1): CachedResponse => ({
  before: Buffer.alloc(bytes),
  contentType: "application/octet-stream",
  etag: "",
  expiresAt
})

const change = (kind: Change["kind"], id = 0): Change => storedChange(kind, id, null)

const cacheWith = (tags: ReadonlyArray<CacheTag>) => {
  const cache = new ResponseCache(1_000_000)
  cache.set("/x", response(), tags, cache.beginLoad())
  cache.endLoad()
  return cache
}

describe("ResponseCache", () => {
  for (const [kind, invalidated] of [
    ["post", ["post 7", "posts", "words", "counts"]],
    ["comment", ["post 7", "replies", "words", "counts"]],
    ["like", ["post 7", "counts"]],
    ["user", ["users", "user 7", "counts"]],
    ["news", ["news", "counts"]],
    ["catalogue", ["catalogue", "counts"]],
    ["notification", []],
    ["notifications_read", []],
    ["session", []],
    ["api_key", []]
  ] as const) {
    it(`drops responses with a tag that a change of kind ${kind} invalidates, and no others`, () => {
      const all = [
        "post 7",
        "post 8",
        "posts",
        "replies",
        "words",
        "users",
        "news",
        "catalogue",
        "counts",
        "user 7",
        "user 8"
      ] as const
      const dropped = all.filter((tag) => {
        const cache = cacheWith([tag])
        cache.invalidate(change(kind, 7))
        return cache.get("/x", 0) === undefined
      })
      expect(dropped.sort()).toEqual([...invalidated].sort())
    })
  }

  it("drops responses about a member when a post of theirs is added or removed", () => {
    const cache = cacheWith(["user 7"])
    cache.invalidate(storedChange("post", 1, UserId.make(8)))
    expect(cache.get("/x", 0)).toBeDefined()
    cache.invalidate(storedChange("post", 1, UserId.make(7)))
    expect(cache.get("/x", 0)).toBeUndefined()
  })

  it("drops responses about an inbox when its member is notified, or has read", () => {
    for (const kind of ["notification", "notifications_read"] as const) {
      const cache = cacheWith(["inbox 7"])
      cache.invalidate(storedChange(kind, 1, UserId.make(8)))
      expect(cache.get("/x", 0)).toBeDefined()
      cache.invalidate(storedChange(kind, 1, UserId.make(7)))
      expect(cache.get("/x", 0)).toBeUndefined()
    }
  })

  it("drops a response when it expires", () => {
    const cache = new ResponseCache(1_000_000)
    cache.set("/x", response(500), ["posts"], cache.beginLoad())
    expect(cache.get("/x", 499)).toBeDefined()
    expect(cache.get("/x", 500)).toBeUndefined()
    expect(cache.get("/x", 0)).toBeUndefined()
  })

  it("drops everything after a restart of the outbox, and caches no response that was being loaded then", () => {
    const cache = new ResponseCache(1_000_000)
    cache.set("/x", response(500), ["posts"], cache.beginLoad())
    cache.set("/y", response(500), [], cache.beginLoad())
    const load = cache.beginLoad()
    cache.invalidate(restarted)
    expect([cache.get("/x", 0), cache.get("/y", 0)]).toEqual([undefined, undefined])
    expect(cache.set("/z", response(500), ["news"], load)).toBe(false)
    expect(cache.set("/z", response(500), ["news"], cache.beginLoad())).toBe(true)
  })

  it("caches no response that a change invalidated while it was loaded, but caches others", () => {
    const cache = new ResponseCache(1_000_000)
    const load = cache.beginLoad()
    cache.invalidate(change("like", 7))
    expect(cache.set("/x", response(), ["posts", "post 7"], load)).toBe(false)
    expect(cache.set("/y", response(), ["posts", "post 8"], load)).toBe(true)
    expect(cache.get("/x", 0)).toBeUndefined()
    expect(cache.get("/y", 0)).toBeDefined()
  })

  it("caches a response whose load began after the change, though another load was under way then", () => {
    const cache = new ResponseCache(1_000_000)
    cache.beginLoad()
    cache.invalidate(change("post", 7))
    expect(cache.set("/x", response(), ["posts"], cache.beginLoad())).toBe(true)
  })

  it("holds as many bytes as it may, and none at a limit of 0", () => {
    const cache = new ResponseCache(10_000)
    for (let id = 0; id < 100; id++) cache.set(`/${id}`, response(Number.POSITIVE_INFINITY, 2_000), ["posts"], 0)
    const left = Array.from({ length: 100 }, (_, id) => cache.get(`/${id}`, 0)).filter((found) => found !== undefined)
    expect(left).toHaveLength(3)
    const none = new ResponseCache(0)
    expect(none.set("/x", response(), ["posts"], none.beginLoad())).toBe(false)
    expect(none.get("/x", 0)).toBeUndefined()
  })

  it("releases the volatile field of a dropped response once, whether it was invalidated, expired or replaced", () => {
    const released: Array<string> = []
    const cache = new ResponseCache(1_000_000)
    const set = (target: string, expiresAt?: number) => {
      const field = { value: () => 0, release: () => released.push(target) }
      cache.set(target, { ...response(expiresAt), field }, ["posts"], 0)
    }
    set("/changed")
    cache.invalidate(change("post", 1))
    set("/old", 1)
    cache.get("/old", 2)
    set("/replaced")
    set("/replaced")
    expect(released).toEqual(["/changed", "/old", "/replaced"])
  })
})

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
