import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { noLocalNames } from "@rare-disease-community/names/LocalNames"
import { Array, Effect, Either, Exit, Fiber, Layer, Option, TestClock } from "effect"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { PhenotypeFiles } from "../../../src/ports/phenotypes/PhenotypeFiles.ts"
import { PhenotypeEngine } from "../../../src/services/phenotypes/PhenotypeEngine.ts"

/** Files that are never read to their end. */
const slow = Layer.succeed(PhenotypeFiles, {
  names: Effect.succeed(noLocalNames),
  phenotypes: Effect.never,
  share: Effect.succeed(0.425)
})

describe("PhenotypeEngine.joined", () => {
  it.effect(
    "lets requests wait for the reading at the same time: each is Unavailable after 900 milliseconds, and says how far it is",
    () =>
      Effect.gen(function* () {
        const { joined } = yield* PhenotypeEngine
        const index = new DiseaseIndex()
        const waiting = yield* Effect.fork(
          Effect.forEach([1, 2, 3], () => Effect.either(joined(index)), { concurrency: "unbounded" })
        )
        yield* TestClock.adjust("900 millis")
        const answers = Option.map(yield* Fiber.poll(waiting), Exit.map(Array.map(Either.flip)))
        deepStrictEqual(
          answers,
          Option.some(Exit.succeed(Array.makeBy(3, () => Either.right(new Unavailable({ signsRead: 42 })))))
        )
      }).pipe(Effect.provide(Layer.provide(PhenotypeEngine.layer, slow)))
  )
})
