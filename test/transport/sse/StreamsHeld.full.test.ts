import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Metric, Option, Random, Schedule } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import type { PostId, UserId } from "../../../src/domain/Ids.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { newComment } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer } from "../../support/Given.ts"
import { listenersCounted } from "../../support/Listeners.ts"
import { join } from "../../support/Members.ts"
import { open } from "../../support/Reader.ts"
import { follow, scene } from "./Given.ts"

const { counted, listeners } = listenersCounted()

/** The numbers of open streams, listeners and fibers. */
const held = Effect.gen(function* () {
  const streams = yield* Effect.map(ConnectionQuota, (open) => open.count("streams"))
  const active = (yield* Metric.snapshot).find(({ metricKey }) => metricKey.name === "effect_fiber_active")
  const state: unknown = active?.metricState
  const fibers = typeof state === "object" && state !== null && "count" in state ? Number(state.count) : Number.NaN
  return { streams, listeners: listeners(), fibers }
})

/** Waits until so many streams are open, and no more than so many fibers run. */
const settled = (open: number, mostFibers = Number.POSITIVE_INFINITY) =>
  Effect.repeat(held, {
    until: ({ fibers, streams }) => streams === open && fibers <= mostFibers,
    schedule: Schedule.spaced("20 millis")
  }).pipe(Effect.zipRight(held), Effect.timeout("5 minutes"))

layer(community(Memory.layer, {}, undefined, counted), { excludeTestServices: true })("Notification streams", (it) => {
  it.scoped("leave nothing behind after 200 that were interrupted at any moment", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* follow(maria).pipe(Effect.scoped)
      const before = yield* settled(0)
      const visit = Effect.gen(function* () {
        const stream = yield* Effect.timeoutOption(
          open({ as: maria.token }),
          `${yield* Random.nextIntBetween(0, 30)} millis`
        )
        if (Option.isSome(stream) && (yield* Random.nextBoolean)) yield* stream.value.next
      }).pipe(Effect.scoped)
      yield* Effect.all(Array.replicate(visit, 200), { concurrency: 20, discard: true })
      yield* answer(bob, post.id)
      const after = yield* settled(0, before.fibers + 2)
      deepStrictEqual([before.listeners, after.listeners], [0, 0])
    })
  )

  it.scoped("hold no fiber and no listener of changes while they are open", () =>
    Effect.gen(function* () {
      const member = yield* join()
      yield* follow(member)
      const before = yield* settled(1)
      yield* Effect.forEach(Array.range(1, 99), () => follow(member), { concurrency: 5, discard: true })
      const { listeners } = yield* settled(100, before.fibers + 10)
      strictEqual(listeners, 0)
    })
  )

  it.scoped("disconnect a client that reads nothing and has missed more than 256 events", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      yield* settled(0)
      let published = 0
      yield* Effect.flatMap(Changes, ({ subscribe }) => subscribe(`user ${maria.user.id}`, () => void published++))
      yield* stored(bob.user.id, post.id, 4_000)
      // Changes that no service publishes are found in the log.
      yield* Effect.repeat(
        Effect.sync(() => published),
        { until: (count) => count >= 4_000, schedule: Schedule.spaced("20 millis") }
      )
      const stream = yield* follow(maria, { lastEventId: "0" })
      stream.pause()
      yield* Effect.forEach(Array.range(1, 256), () => answer(bob, post.id), { concurrency: 4, discard: true })
      strictEqual((yield* held).streams, 1)
      // Events in the buffers of the connection are not missed.
      const isOpen = Effect.map(held, ({ streams }) => streams === 1)
      yield* Effect.repeat(answer(bob, post.id), { while: () => isOpen, times: 2_000 })
      yield* settled(0)
    })
  )
})

/** So many long notifications of a member's, more than the buffers of a connection hold. */
const stored = (actorId: UserId, postId: PostId, many: number) =>
  Effect.repeatN(newComment(postId, actorId, "\u{1F9EC}".repeat(280)), many - 1)

layer(community(Memory.layer, { STREAMS_PER_USER: "2", RATE_LIMIT_READ: "9" }), { excludeTestServices: true })(
  "A member's notification streams",
  (it) => {
    it.scoped("are as many as allowed at once, and one more when one is closed", () =>
      Effect.gen(function* () {
        const [member, other] = [yield* join(), yield* join()]
        const first = yield* follow(member)
        yield* follow(member)
        const refused = yield* open({ as: member.token })
        strictEqual(refused.status, 429)
        assertTrue(/^[1-9]\d*$/.test(refused.headers["retry-after"] ?? ""))
        strictEqual((yield* open({ as: other.token })).status, 200)
        first.hangUp()
        yield* settled(2)
        strictEqual((yield* open({ as: member.token })).status, 200)
      })
    )

    it.scoped("count as one read each when they are opened", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const stream = Effect.zipLeft(Effect.scoped(open({ as: token })), settled(0))
        const opened = yield* Effect.zipRight(settled(0), Effect.replicateEffect(stream, 10))
        deepStrictEqual(
          opened.map(({ headers, status }) => [status, headers["ratelimit-remaining"]]),
          [...Array.makeBy(9, (index) => [200, String(8 - index)]), [429, "0"]]
        )
      })
    )
  }
)
