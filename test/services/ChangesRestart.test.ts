import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Logger, TestClock } from "effect"
import { Changes } from "../../src/services/Changes.ts"
import {
  Around,
  elsewhere,
  hear,
  instance,
  logout,
  maria,
  marias,
  notification,
  record
} from "../support/ChangesInstance.ts"
import { publishedKinds } from "../support/ChangesLayers.ts"

/** Appends a number of changes, and waits until they are settled. */
const written = (count: number) =>
  Effect.zipRight(
    Effect.forEach(Array.from({ length: count }), () => record(notification(maria))),
    TestClock.adjust("2 seconds")
  )

describe("Changes after its place in the outbox is gone", () => {
  it.scoped("delivers restart once to every listener when the epoch is another one, and then new changes", () =>
    Effect.gen(function* () {
      yield* written(3)
      const { log } = yield* Around
      const kinds = yield* publishedKinds
      const heard = yield* hear(marias)
      yield* TestClock.adjust("5 seconds")
      deepStrictEqual(kinds, [])
      log.epoch = "second"
      yield* TestClock.adjust("5 seconds")
      deepStrictEqual([kinds, heard], [["restart"], [0]])
      yield* elsewhere(logout)
      yield* TestClock.adjust("1 seconds")
      deepStrictEqual(kinds, ["restart", "session"])
    }).pipe(instance)
  )

  it.scoped("readBarrier notices another epoch before it returns", () =>
    Effect.gen(function* () {
      yield* written(3)
      const { log } = yield* Around
      const kinds = yield* publishedKinds
      log.epoch = "second"
      yield* (yield* Changes).readBarrier
      deepStrictEqual(kinds, ["restart"])
    }).pipe(instance)
  )

  it.scoped("delivers own changes and those of others again when the numbers have gone back", () =>
    Effect.gen(function* () {
      yield* written(20)
      const { log } = yield* Around
      const kinds = yield* publishedKinds
      log.lost = 15
      yield* TestClock.adjust("11 seconds")
      deepStrictEqual(kinds, ["restart"])
      yield* record(logout)
      yield* elsewhere(notification(maria))
      yield* TestClock.adjust("2 seconds")
      deepStrictEqual(kinds, ["restart", "session", "notification"])
    }).pipe(instance)
  )

  it.scoped("begins again when the outbox no longer has changes that it missed, and not while it has them", () =>
    Effect.gen(function* () {
      yield* written(2)
      const { log } = yield* Around
      const kinds = yield* publishedKinds
      log.oldest = 3 // the next number
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(kinds, [])
      log.oldest = 4
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(kinds, ["restart"])
    }).pipe(instance)
  )

  it.scoped("logs one warning that says why", () => {
    const warnings: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel.label === "WARN") warnings.push(String(message))
    })
    return Effect.gen(function* () {
      yield* written(1)
      const { log } = yield* Around
      log.epoch = "second"
      yield* TestClock.adjust("5 seconds")
      deepStrictEqual(
        warnings.map((line) => /may have lost commits/.test(line)),
        [true]
      )
    }).pipe(instance, Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })
})
