import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, type Layer, Option } from "effect"
import { CommunitySettingsRepo, type StoredSettings } from "../../src/ports/CommunitySettingsRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"

const none: StoredSettings = {}

/** The contract of `CommunitySettingsRepo`. */
export const communitySettingsRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommunitySettingsRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: CommunitySettingsRepo`, (it) => {
    it.effect("CommunitySettingsRepo.update stores what is made of the settings, and is undone by a rollback", () =>
      Effect.gen(function* () {
        const repo = yield* CommunitySettingsRepo
        const { atomically } = yield* Transaction
        deepStrictEqual(yield* repo.stored, none)
        deepStrictEqual(yield* repo.update((stored) => stored), { before: none, after: none })
        const close = repo.update((stored) => ({ ...stored, registration: "closed" }))
        yield* Effect.ignore(atomically(Effect.zipRight(close, Effect.fail("no"))))
        deepStrictEqual(yield* repo.stored, none)
        const closed: StoredSettings = { registration: "closed" }
        deepStrictEqual(yield* close, { before: none, after: closed })
        const both: StoredSettings = { ...closed, reviewFirstPosts: 0 }
        deepStrictEqual(yield* repo.update((stored) => ({ ...stored, reviewFirstPosts: 0 })), {
          before: closed,
          after: both
        })
        deepStrictEqual(yield* repo.stored, both)
      })
    )

    it.effect("CommunitySettingsRepo.stored has a notice with and without an end, and feeds in their order", () =>
      Effect.gen(function* () {
        const { stored, update } = yield* CommunitySettingsRepo
        const until = Option.some(DateTime.unsafeMake("2027-01-01T09:00:00.000Z"))
        for (const settings of [
          {
            notice: { text: "Maintenance “tonight”", until },
            newsFeeds: ["https://b.example/?a,b", "https://a.example/"]
          },
          { notice: { text: "Hello", until: Option.none() }, newsFeeds: [] },
          none
        ] satisfies ReadonlyArray<StoredSettings>) {
          yield* update(() => settings)
          deepStrictEqual(yield* stored, settings)
        }
      })
    )
  })
