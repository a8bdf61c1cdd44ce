import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import { Posts } from "../../../src/services/posts/Posts.ts"
import { ReadThroughCache } from "../../../src/transport/cache/ReadThroughCache.ts"
import { callerContext } from "../../../src/transport/mcp/Caller.ts"
import { makeToolCache } from "../../../src/transport/mcp/tools/McpTool.ts"
import { withCacheTags } from "../../../src/transport/wire/Tagged.ts"
import { Around, bob, elsewhere, instance, maria } from "../../support/ChangesInstance.ts"
import { signedIn } from "../../support/People.ts"

/** Calls of one tool, tagged `news`, whose result is the number of loads so far; and the number of calls that were counted. */
const calls = Effect.gen(function* () {
  const cached = yield* Effect.provide(
    makeToolCache,
    Layer.mock(Posts, { readsRestricted: () => Effect.succeed(false) })
  )
  const made = { loads: 0, counted: 0 }
  const call = (id = maria) =>
    cached({
      endpoint: "news.list",
      target: "browse_news {}",
      query: {},
      count: Effect.sync(() => void made.counted++),
      payload: Effect.void,
      load: () =>
        withCacheTags(
          Effect.sync(() => String(++made.loads)),
          () => ["news"]
        )
    }).pipe(Effect.map(String), Effect.provide(callerContext(signedIn(id))))
  return { call, made }
})

const news = { kind: "news", id: 1, userId: null } as const

describe("makeToolCache", () => {
  it.scoped("gives a cached result to any member, and counts each call", () =>
    Effect.gen(function* () {
      const { call, made } = yield* calls
      deepStrictEqual([yield* call(), yield* call(), yield* call(bob)], ["1", "1", "1"])
      deepStrictEqual(made, { loads: 1, counted: 3 })
    }).pipe(Effect.provide(ReadThroughCache.layer), instance)
  )

  it.scoped("gives no result that is older than a change on another instance whose wake-up is lost", () =>
    Effect.gen(function* () {
      const { call } = yield* calls
      deepStrictEqual([yield* call(), yield* call()], ["1", "1"])
      yield* elsewhere(news)
      deepStrictEqual([yield* call(), yield* call()], ["2", "2"])
    }).pipe(Effect.provide(ReadThroughCache.layer), instance)
  )

  it.scoped("is passed by while the connection of the wake-ups is down", () =>
    Effect.gen(function* () {
      const { call } = yield* calls
      const { log } = yield* Around
      log.current = undefined
      deepStrictEqual([yield* call(), yield* call()], ["1", "2"])
    }).pipe(Effect.provide(ReadThroughCache.layer), instance)
  )
})
