import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Fiber, Layer, Option, TestClock } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { ChangesRepo, goneSeconds } from "../../src/ports/ChangesRepo.ts"
import { Changes } from "../../src/services/Changes.ts"
import { makeInstanceLease } from "../../src/services/InstanceLease.ts"
import { Around, elsewhere, idsOf, instance, maria, notification } from "../support/ChangesInstance.ts"

describe("InstanceLease", () => {
  const outbox = Effect.succeed(undefined)

  /** An outbox that says what looks find, and counts them. */
  const outboxOf = (looks: { count: number; isAlone: boolean }) =>
    Effect.provide(
      Layer.effect(
        ChangesRepo,
        Effect.map(ChangesRepo, (repo) => ({
          ...repo,
          present: () =>
            Effect.sync(() => {
              looks.count += 1
              return { isAlone: looks.isAlone }
            })
        }))
      ).pipe(Layer.provide(Memory.layer))
    )

  it.scoped("isAlone is true for two seconds after a look that found no other instance", () => {
    const looks = { count: 0, isAlone: true }
    return Effect.gen(function* () {
      const lease = yield* makeInstanceLease
      const seen = [lease.isAlone()]
      yield* lease.renew(outbox)
      seen.push(lease.isAlone())
      yield* TestClock.adjust("1999 millis")
      seen.push(lease.isAlone())
      yield* TestClock.adjust("1 millis")
      seen.push(lease.isAlone())
      deepStrictEqual(seen, [false, true, true, false])
    }).pipe(outboxOf(looks))
  })

  it.scoped("isAlone counts from before the look, and only once the outbox has been read since", () => {
    const looks = { count: 0, isAlone: true }
    return Effect.gen(function* () {
      const lease = yield* makeInstanceLease
      const isRead = yield* Deferred.make<void>()
      const renewal = yield* Effect.fork(lease.renew(Deferred.await(isRead)))
      yield* TestClock.adjust("1500 millis")
      const seen = [lease.isAlone()]
      yield* Deferred.succeed(isRead, undefined)
      yield* renewal
      seen.push(lease.isAlone())
      yield* TestClock.adjust("500 millis")
      seen.push(lease.isAlone())
      yield* Effect.flip(lease.renew(new Unavailable()))
      seen.push(lease.isAlone())
      deepStrictEqual(seen, [false, true, false, false])
    }).pipe(outboxOf(looks))
  })

  it.scoped("known waits until the lease of an instance that was there first must have ended", () => {
    const looks = { count: 0, isAlone: false }
    return Effect.gen(function* () {
      const lease = yield* makeInstanceLease
      const answered = yield* Effect.fork(lease.known)
      yield* TestClock.adjust("1999 millis")
      strictEqual(Option.isNone(yield* Fiber.poll(answered)), true)
      yield* TestClock.adjust("1 millis")
      yield* answered
      yield* lease.known
    }).pipe(outboxOf(looks))
  })

  it.scoped("known looks anew, and waits, when others may have taken this instance for gone", () => {
    const looks = { count: 0, isAlone: false }
    return Effect.gen(function* () {
      const lease = yield* makeInstanceLease
      yield* TestClock.adjust("2 seconds")
      yield* lease.known
      yield* TestClock.adjust(`${goneSeconds} seconds`)
      const before = looks.count
      const answered = yield* Effect.fork(lease.known)
      yield* TestClock.adjust("1999 millis")
      deepStrictEqual([looks.count, Option.isNone(yield* Fiber.poll(answered))], [before + 1, true])
      yield* TestClock.adjust("1 millis")
      yield* answered
    }).pipe(outboxOf(looks))
  })

  it.scoped(
    "Changes.readBarrier reads no outbox while there is no other instance, and delivers all once there is",
    () =>
      Effect.gen(function* () {
        const { log, looks } = yield* Around
        const { readBarrier, subscribe } = yield* Changes
        const heard: Array<number> = []
        yield* subscribe(`user ${maria}`, ({ id }) => void heard.push(id))
        looks.isAlone = true
        yield* TestClock.adjust("1 seconds")
        const before = log.reads
        yield* readBarrier
        strictEqual(log.reads, before)
        looks.isAlone = false
        yield* TestClock.adjust("2 seconds")
        const change = notification(maria)
        yield* elsewhere(change)
        deepStrictEqual(heard, [])
        yield* readBarrier
        deepStrictEqual(heard, idsOf([change]))
      }).pipe(instance)
  )
})
