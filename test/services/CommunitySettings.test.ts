import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, DateTime, Deferred, Effect, Layer, Option, TestClock } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { communityChanged, restarted } from "../../src/domain/Change.ts"
import { usualAudiences } from "../../src/domain/CommunitySettings.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { CommunitySettingsRepo } from "../../src/ports/CommunitySettingsRepo.ts"
import { AuditLog } from "../../src/services/accounts/AuditLog.ts"
import { StepUp } from "../../src/services/accounts/StepUp.ts"
import { Changes } from "../../src/services/Changes.ts"
import { CommunitySettings } from "../../src/services/CommunitySettings.ts"
import { ShutdownSignal } from "../../src/services/Operation.ts"

const variables = ConfigProvider.fromMap(new Map([["REVIEW_FIRST_POSTS", "3"]]))

const storage = Layer.merge(Memory.layer, ChangeNotifier.none)

const over = (repos: typeof storage) =>
  CommunitySettings.layer.pipe(
    Layer.provide(Layer.mock(StepUp, {})),
    Layer.provideMerge(Layer.mergeAll(Changes.layer, AuditLog.layer, ShutdownSignal.layer)),
    Layer.provideMerge(repos),
    Layer.provide(Layer.setConfigProvider(variables))
  )

const present = Effect.flatMap(CommunitySettings, (settings) => settings.present)

/** Sets a setting as another instance does, whose change has not arrived yet. */
const setElsewhere = (reviewFirstPosts: number) =>
  Effect.flatMap(CommunitySettingsRepo, (repo) => repo.update((stored) => ({ ...stored, reviewFirstPosts })))

describe("CommunitySettings", () => {
  it.effect("present has the variables until a setting is stored, and the stored one once its change arrives", () =>
    Effect.gen(function* () {
      const { deliverHere } = yield* Changes
      deepStrictEqual(yield* present, {
        registration: "open",
        reviewFirstPosts: 3,
        notice: Option.none(),
        ...usualAudiences
      })
      yield* setElsewhere(1)
      strictEqual((yield* present).reviewFirstPosts, 3)
      yield* deliverHere([communityChanged])
      deepStrictEqual(yield* present, {
        registration: "open",
        reviewFirstPosts: 1,
        notice: Option.none(),
        ...usualAudiences
      })
      yield* setElsewhere(2)
      yield* deliverHere([restarted])
      strictEqual((yield* present).reviewFirstPosts, 2)
    }).pipe(Effect.provide(over(storage)))
  )

  it.effect("notice has the stored notice until its end", () =>
    Effect.gen(function* () {
      const notice = { text: "Maintenance", until: Option.some(DateTime.unsafeMake(1_000)) }
      yield* Effect.flatMap(CommunitySettingsRepo, ({ update }) => update((stored) => ({ ...stored, notice })))
      const settings = yield* CommunitySettings
      yield* TestClock.adjust("999 millis")
      deepStrictEqual(yield* settings.notice, Option.some(notice))
      yield* TestClock.adjust("1 millis")
      deepStrictEqual(yield* settings.notice, Option.none())
      deepStrictEqual((yield* present).notice, Option.some(notice))
    }).pipe(Effect.provide(over(storage)))
  )

  it.effect("present has a setting that was changed by hand in the database after a minute", () =>
    Effect.gen(function* () {
      yield* present
      yield* setElsewhere(1)
      yield* TestClock.adjust("59999 millis")
      strictEqual((yield* present).reviewFirstPosts, 3)
      yield* TestClock.adjust("1 millis")
      strictEqual((yield* present).reviewFirstPosts, 1)
    }).pipe(Effect.provide(over(storage)))
  )

  it.effect("present does not keep what it read before a change that arrived meanwhile", () =>
    Effect.gen(function* () {
      const [hasRead, mayReturn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Layer.effect(
        CommunitySettingsRepo,
        Effect.map(CommunitySettingsRepo, (repo) =>
          CommunitySettingsRepo.of({
            ...repo,
            stored: Effect.zipLeft(
              repo.stored,
              Effect.zipRight(Deferred.succeed(hasRead, undefined), Deferred.await(mayReturn))
            )
          })
        )
      ).pipe(Layer.provideMerge(storage))
      yield* Effect.gen(function* () {
        const { deliverHere } = yield* Changes
        const reading = yield* Effect.fork(present)
        yield* Deferred.await(hasRead)
        yield* setElsewhere(1)
        yield* deliverHere([communityChanged])
        yield* Deferred.succeed(mayReturn, undefined)
        strictEqual((yield* reading).reviewFirstPosts, 3)
        strictEqual((yield* present).reviewFirstPosts, 1)
      }).pipe(Effect.provide(over(slow)))
    })
  )
})
