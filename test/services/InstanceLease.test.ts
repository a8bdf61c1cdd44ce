import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Fiber, Layer, Option, TestClock } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { ChangesRepo, goneSeconds } from "../../src/ports/ChangesRepo.ts"
import { Changes } from "../../src/services/Changes.ts"
import { makeInstanceLease } from "../../src/services/InstanceLease.ts"
import { Instances } from "../../src/services/Instances.ts"
import { Around, elsewhere, idsOf, instance, maria, notification } from "../support/ChangesInstance.ts"

describe("InstanceLease", () => {
  const outbox = Effect.succeed(undefined)

  /** Looks for instances that find what `looks` says, and are counted. */
  const looking = (looks: { count: number; isAlone: boolean }) =>
    Effect.provide(
      Instances.several.pipe(
        Layer.provide(
          Layer.effect(
            ChangesRepo,
            Effect.map(ChangesRepo, (repo) => ({
              ...repo,
              present: () =>
                Effect.sync(() => {
                  looks.count += 1
                  return looks.isAlone ? [] : [{ id: "another", address: Option.none() }]
                })
            }))
          )
        ),
        Layer.provide(Memory.layer)
      )
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
    }).pipe(looking(looks))
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
    }).pipe(looking(looks))
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
    }).pipe(looking(looks))
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
    }).pipe(looking(looks))
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
