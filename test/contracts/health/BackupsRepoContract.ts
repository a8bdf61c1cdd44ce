import { layer } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { Effect, type Layer } from "effect"
import { BackupsRepo } from "../../../src/ports/BackupsRepo.ts"
import { time } from "../newRows.ts"

/** The contract of `BackupsRepo`. */
export const backupsRepoContract = <E>(adapter: string, storage: Layer.Layer<BackupsRepo, E>) =>
  layer(storage)(`${adapter}: BackupsRepo`, (it) => {
    it.effect("BackupsRepo.last is the backup that was noted last, of terabytes too, and none before the first", () =>
      Effect.gen(function* () {
        const { last, note } = yield* BackupsRepo
        assertNone(yield* last)
        yield* note({ at: time("2026-01-02T03:04:05.678Z"), bytes: 17 })
        assertSome(yield* last, { at: time("2026-01-02T03:04:05.678Z"), bytes: 17 })
        yield* note({ at: time("2026-01-03T03:04:05.678Z"), bytes: 3_000_000_000_000 })
        assertSome(yield* last, { at: time("2026-01-03T03:04:05.678Z"), bytes: 3_000_000_000_000 })
      })
    )
  })
