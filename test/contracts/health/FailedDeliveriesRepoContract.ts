import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer } from "effect"
import { FailedDeliveriesRepo } from "../../../src/ports/FailedDeliveriesRepo.ts"
import { time } from "../newRows.ts"

const [yesterday, today, tomorrow] = [
  time("2100-01-01T12:00:00.000Z"),
  time("2100-01-02T12:00:00.000Z"),
  time("2100-01-03T12:00:00.000Z")
]

/** The contract of `FailedDeliveriesRepo`. */
export const failedDeliveriesRepoContract = <E>(adapter: string, storage: Layer.Layer<FailedDeliveriesRepo, E>) =>
  layer(storage)(`${adapter}: FailedDeliveriesRepo`, (it) => {
    it.effect("FailedDeliveriesRepo.countSince counts each channel from a moment on, the moment included", () =>
      Effect.gen(function* () {
        const { add, countSince } = yield* FailedDeliveriesRepo
        deepStrictEqual(yield* countSince(yesterday), { mail: 0, push: 0, webhooks: 0 })
        yield* add("mail", yesterday)
        yield* Effect.all(
          Array.makeBy(5, () => add("push", today)),
          { concurrency: "unbounded" }
        )
        yield* add("webhook", today)
        deepStrictEqual(yield* countSince(yesterday), { mail: 1, push: 5, webhooks: 1 })
        deepStrictEqual(yield* countSince(today), { mail: 0, push: 5, webhooks: 1 })
        deepStrictEqual(yield* countSince(tomorrow), { mail: 0, push: 0, webhooks: 0 })
      })
    )

    it.effect("FailedDeliveriesRepo.add forgets those of more than a day before, and no others", () =>
      Effect.gen(function* () {
        const { add, countSince } = yield* FailedDeliveriesRepo
        for (const at of [yesterday, today, tomorrow]) yield* add("mail", at)
        deepStrictEqual(yield* countSince(yesterday), { mail: 2, push: 5, webhooks: 1 })
      })
    )
  })
