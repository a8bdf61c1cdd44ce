import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Schema } from "effect"
import { factsNamed } from "../../../src/api/EndpointFacts.ts"
import { tool } from "../../../src/api/tools/Tool.ts"
import { CurrentUser } from "../../../src/domain/accounts/CurrentUser.ts"
import type { UserId } from "../../../src/domain/Ids.ts"
import { callerContext } from "../../../src/transport/mcp/Caller.ts"
import { makeToolCache, toolMaker } from "../../../src/transport/mcp/tools/McpTool.ts"
import { withCacheTags } from "../../../src/transport/wire/Tagged.ts"
import { Around, bob, elsewhere, instance, maria } from "../../support/ChangesInstance.ts"
import { signedIn } from "../../support/People.ts"
import { at } from "../../support/Wire.ts"
import { openCache } from "../cache/OpenCache.ts"

/** Calls of one tool, tagged `news`, whose result is the number of loads so far; and the number of calls that were counted. */
const makeCalls = Effect.fnUntraced(function* (readsCaller: boolean) {
  const cached = yield* makeToolCache
  const made = { loads: 0, counted: 0 }
  const call = (id = maria) =>
    cached({
      facts: factsNamed("news.list"),
      target: "browse_news {}",
      readsCaller,
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

const whoAmI = tool("who_am_i", {
  of: "posts.list",
  title: "Who am I",
  description: "Says whose credential this is.",
  payload: {},
  success: Schema.Struct({ id: Schema.Number }),
  errors: []
})

/** A twin of the list of posts, which reads its caller. */
const makeWhoAmI = Effect.gen(function* () {
  const ownId = Effect.map(CurrentUser, ({ id }) => ({ id: Number(id) }))
  const run = () => withCacheTags(ownId, () => ["posts"])
  const handler = Object.assign(() => ownId, { permit: Effect.void, count: Effect.void, run, readsCaller: true })
  const made = toolMaker(yield* makeToolCache)(whoAmI, handler, ({ id }) => String(id))
  return (id: UserId) =>
    Effect.map(Effect.provide(made.call({}), callerContext(signedIn(id))), (text) =>
      at(JSON.parse(text), "structuredContent", "id")
    )
})

const news = { kind: "news", id: 1, userId: null } as const

const calls = makeCalls(false)

describe("toolMaker", () => {
  it.scoped("answers a tool that reads its caller, a twin of the list of posts, to each member with their own", () =>
    Effect.gen(function* () {
      const call = yield* makeWhoAmI
      deepStrictEqual([yield* call(maria), yield* call(bob), yield* call(maria)], [maria, bob, maria])
    }).pipe(Effect.provide(openCache), instance)
  )
})

describe("makeToolCache", () => {
  it.scoped("gives the cached result of a tool that reads its caller to no other member", () =>
    Effect.gen(function* () {
      const { call, made } = yield* makeCalls(true)
      deepStrictEqual([yield* call(), yield* call(bob), yield* call(), yield* call(bob)], ["1", "2", "1", "2"])
      deepStrictEqual(made, { loads: 2, counted: 4 })
    }).pipe(Effect.provide(openCache), instance)
  )

  it.scoped("gives a cached result to any member, and counts each call", () =>
    Effect.gen(function* () {
      const { call, made } = yield* calls
      deepStrictEqual([yield* call(), yield* call(), yield* call(bob)], ["1", "1", "1"])
      deepStrictEqual(made, { loads: 1, counted: 3 })
    }).pipe(Effect.provide(openCache), instance)
  )

  it.scoped("gives no result that is older than a change on another instance whose wake-up is lost", () =>
    Effect.gen(function* () {
      const { call } = yield* calls
      deepStrictEqual([yield* call(), yield* call()], ["1", "1"])
      yield* elsewhere(news)
      deepStrictEqual([yield* call(), yield* call()], ["2", "2"])
    }).pipe(Effect.provide(openCache), instance)
  )

  it.scoped("is passed by while the connection of the wake-ups is down", () =>
    Effect.gen(function* () {
      const { call } = yield* calls
      const { log } = yield* Around
      log.current = undefined
      deepStrictEqual([yield* call(), yield* call()], ["1", "2"])
    }).pipe(Effect.provide(openCache), instance)
  )
})
