import { layer } from "@effect/vitest"
import { assertNone, assertSome, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { ContentRepo } from "../../src/ports/ContentRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { unique } from "./newRows.ts"

/** The contract of `ContentRepo`. */
export const contentRepoContract = <E>(adapter: string, storage: Layer.Layer<ContentRepo | Transaction, E>) =>
  layer(storage)(`${adapter}: ContentRepo`, (it) => {
    it.effect("ContentRepo.lockVersion and version give no version before the first load, then the last one", () =>
      Effect.gen(function* () {
        const repo = yield* ContentRepo
        const { atomically } = yield* Transaction
        const [name, other] = [unique(), unique()]
        assertNone(yield* atomically(repo.lockVersion(name)))
        yield* repo.setVersion(name, "2026-01-02")
        assertSome(yield* atomically(repo.lockVersion(name)), "2026-01-02")
        assertSome(yield* repo.version(name), "2026-01-02")
        yield* repo.setVersion(name, "2026-03-04 🌿")
        assertSome(yield* atomically(repo.lockVersion(name)), "2026-03-04 🌿")
        assertNone(yield* atomically(repo.lockVersion(other)))
        assertNone(yield* repo.version(other))
      })
    )

    it.effect("ContentRepo.setVersion is undone by a rollback", () =>
      Effect.gen(function* () {
        const repo = yield* ContentRepo
        const { atomically } = yield* Transaction
        const name = unique()
        yield* repo.setVersion(name, "1").pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        assertNone(yield* atomically(repo.lockVersion(name)))
      })
    )

    it.effect(
      "ContentRepo.lockVersion lets one of several concurrent transactions load, and the others see its version",
      () =>
        Effect.gen(function* () {
          const repo = yield* ContentRepo
          const { atomically } = yield* Transaction
          const name = unique()
          let loads = 0
          const start = atomically(
            Effect.gen(function* () {
              const version = yield* repo.lockVersion(name)
              if (Option.contains(version, "1")) return
              loads++
              // Loading takes its time.
              yield* Effect.forEach([1, 2, 3, 4], () => repo.lockVersion(unique()), { discard: true })
              yield* repo.setVersion(name, "1")
            })
          )
          yield* Effect.all(
            Array.makeBy(8, () => start),
            { concurrency: "unbounded", discard: true }
          )
          strictEqual(loads, 1)
        })
    )
  })
