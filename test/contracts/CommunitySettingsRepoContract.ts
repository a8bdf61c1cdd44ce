import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { CommunitySettingsRepo } from "../../src/ports/CommunitySettingsRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"

const nothing = { registration: Option.none(), reviewFirstPosts: Option.none() }

/** The contract of `CommunitySettingsRepo`. */
export const communitySettingsRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommunitySettingsRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: CommunitySettingsRepo`, (it) => {
    it.effect(
      "CommunitySettingsRepo.update sets what is given, keeps the rest, tells what was set before, and is undone by a rollback",
      () =>
        Effect.gen(function* () {
          const repo = yield* CommunitySettingsRepo
          const { atomically } = yield* Transaction
          deepStrictEqual(yield* repo.stored, {})
          deepStrictEqual(yield* repo.update(nothing), { before: {}, after: {} })
          const closed = { ...nothing, registration: Option.some("closed" as const) }
          yield* Effect.ignore(atomically(Effect.zipRight(repo.update(closed), Effect.fail("no"))))
          deepStrictEqual(yield* repo.stored, {})
          deepStrictEqual(yield* repo.update(closed), { before: {}, after: { registration: "closed" } })
          const both = { registration: "closed", reviewFirstPosts: 0 }
          deepStrictEqual<unknown>((yield* repo.update({ ...nothing, reviewFirstPosts: Option.some(0) })).after, both)
          deepStrictEqual<unknown>(yield* repo.update(nothing), { before: both, after: both })
          deepStrictEqual<unknown>(yield* repo.stored, both)
        })
    )
  })
