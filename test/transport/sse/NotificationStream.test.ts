import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { send } from "../../support/Members.ts"
import { open } from "../../support/Reader.ts"
import { at, eachOf, listAt } from "../../support/Wire.ts"
import { follow, scene } from "./Given.ts"

layer(community(Memory.layer), { excludeTestServices: true })("A notification stream", (it) => {
  it.scoped("begins with the member, the unread count, and the time to wait before a reconnect", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* answer(bob, post.id)
      yield* answer(bob, post.id)
      const { headers, next, retry, status } = yield* open({ as: maria.token })
      const connected = { event: "connected", data: { userId: maria.user.id, unreadCount: 2 } }
      deepStrictEqual([status, headers["content-type"], yield* next], [200, "text/event-stream", connected])
      strictEqual(retry(), 3000)
      strictEqual(headers["cache-control"], "no-store")
      assertTrue(typeof headers["x-request-id"] === "string")
    })
  )

  it.scoped("carries each notification as the list does, in order, under the notification's id", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const stream = yield* follow(maria)
      yield* answer(bob, post.id, "Ask the **network**")
      yield* bob.client.likes.toggle({ path: { id: post.id } })
      const events = yield* stream.take(2)
      const { body } = yield* send("GET", "/api/notifications", { as: maria.token })
      const listed = listAt(body, "data").toReversed()
      deepStrictEqual(
        events,
        listed.map((data) => ({ event: "notification", data }))
      )
      strictEqual(stream.lastEventId(), String(at(listed[1], "id")))
    })
  )

  it.scoped("brings no notification of the member's own actions, and none of other members", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const [marias, bobs] = [yield* follow(maria), yield* follow(bob)]
      yield* answer(maria, post.id)
      yield* maria.client.likes.toggle({ path: { id: post.id } })
      const { id } = yield* answer(bob, post.id)
      strictEqual(at((yield* marias.next).data, "comment", "id"), id)
      deepStrictEqual([yield* marias.rest, yield* bobs.rest], [[], []])
    })
  )

  it.scoped("sends the ids that were marked read, or null for all, to every stream of the member", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* Effect.forEach(Array.range(1, 4), () => answer(bob, post.id))
      const streams = [yield* follow(maria), yield* follow(maria)]
      const [d, c, b] = eachOf(yield* send("GET", "/api/notifications", { as: maria.token }))
      const mark = (notificationIds?: ReadonlyArray<unknown>) =>
        send("PATCH", "/api/notifications", { as: maria.token, body: { notificationIds } })
      const read = (ids: unknown, unreadCount: number) => ({ event: "notifications_read", data: { ids, unreadCount } })
      for (const body of [[c, d, c], [c], []]) yield* mark(body)
      deepStrictEqual(yield* Effect.forEach(streams, ({ next }) => next), Array.replicate(read([c, d], 2), 2))
      yield* mark([b])
      deepStrictEqual(yield* Effect.forEach(streams, ({ next }) => next), Array.replicate(read([b], 1), 2))
      yield* mark()
      deepStrictEqual(yield* Effect.forEach(streams, ({ next }) => next), Array.replicate(read(null, 0), 2))
      yield* mark()
      yield* answer(bob, post.id)
      deepStrictEqual(
        (yield* Effect.forEach(streams, ({ next }) => next)).map(({ event }) => event),
        ["notification", "notification"]
      )
    })
  )

  it.scoped("sends the ids where a key marks all that it may read, and some stay unread", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const hidden = yield* publish(maria, { audience: "members" })
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
      yield* answer(bob, post.id)
      yield* answer(bob, hidden.id)
      const [ofHidden, ofPost] = eachOf(yield* send("GET", "/api/notifications", { as: maria.token }))
      const stream = yield* follow(maria)
      const mark = (as: typeof key) => send("PATCH", "/api/notifications", { as, body: {} })
      yield* mark(key)
      const read = (ids: unknown, unreadCount: number) => ({ event: "notifications_read", data: { ids, unreadCount } })
      deepStrictEqual(yield* stream.next, read([ofPost], 1))
      yield* mark(maria.token)
      deepStrictEqual([ofHidden !== undefined, yield* stream.next], [true, read(null, 0)])
    })
  )

  it.scoped("opens for a token or key in the header, a key under apiKey and a token under token", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
      const streams = yield* Effect.forEach(
        [
          { as: maria.token },
          { as: key },
          { query: { apiKey: Redacted.value(key) } },
          { query: { token: Redacted.value(maria.token) } }
        ],
        open
      )
      for (const stream of streams) strictEqual((yield* stream.next).event, "connected")
      yield* answer(bob, post.id)
      for (const stream of streams) strictEqual((yield* stream.next).event, "notification")
    })
  )

  it.scoped("is refused for a token under apiKey, a key under token, an unknown credential, and none", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
      const [token, apiKey] = [Redacted.value(maria.token), Redacted.value(key)]
      for (const query of [{ apiKey: token }, { token: apiKey }, { token: "unknown" }, { apiKey: "rdc_0" }, {}]) {
        const { status, take } = yield* open({ query })
        deepStrictEqual([status, (yield* take(1))[0]?.event], [401, "ended"])
      }
    })
  )

  it.scoped("begins with new notifications and resync for a malformed or future id", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* answer(bob, post.id)
      for (const id of ["x", "-1", "1.5", "01", "99999999", "9007199254740993", "1e1"]) {
        const streams = [
          yield* follow(maria, { lastEventId: id }),
          yield* follow(maria, { query: { lastEventId: id } })
        ]
        for (const { next } of streams) deepStrictEqual(yield* next, { event: "resync", data: {} })
        yield* answer(bob, post.id)
        for (const { next } of streams) strictEqual((yield* next).event, "notification", id)
      }
    })
  )

  it.scoped("begins with new notifications without an id, and with an empty one in the query", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* answer(bob, post.id)
      const streams = [yield* follow(maria), yield* follow(maria, { query: { lastEventId: "" } })]
      const { id } = yield* answer(bob, post.id)
      for (const { next } of streams) strictEqual(at((yield* next).data, "comment", "id"), id)
    })
  )

  it.scoped(
    "has an id from the start, so that a client that reconnects before the first notification misses none",
    () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const first = yield* follow(maria)
        strictEqual(first.lastEventId(), "0")
        first.hangUp()
        yield* answer(bob, post.id)
        const second = yield* follow(maria, { lastEventId: first.lastEventId() })
        strictEqual((yield* second.next).event, "notification")
        // Cut off between the greeting and what is replayed, a client must come back to where it was.
        const third = yield* follow(maria, { lastEventId: "0" })
        strictEqual(third.lastEventId(), "0")
      })
  )
})
