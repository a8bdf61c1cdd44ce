import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Layer } from "effect"
import * as Greeting from "../../src/cli/Greeting.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"
import { CatalogueLoad } from "../../src/services/diseases/CatalogueLoad.ts"
import { PhenotypeEngine } from "../../src/services/phenotypes/PhenotypeEngine.ts"

describe("loadingCatalogue", () => {
  for (const hasSigns of [true, false]) {
    it.effect(`loads nothing before the signs have been read (${hasSigns ? "there are some" : "there are none"})`, () =>
      Effect.gen(function* () {
        const [read, begun] = [yield* Deferred.make<boolean>(), yield* Deferred.make<void>()]
        const engine = PhenotypeEngine.of({
          warm: Deferred.await(read),
          ready: Effect.void,
          phenotypes: new Unavailable(),
          joined: () => new Unavailable()
        })
        const load = CatalogueLoad.of({
          run: () => Effect.as(Deferred.succeed(begun, undefined), { _tag: "NotDue" })
        })
        yield* Layer.build(
          Layer.provide(
            Greeting.loadingCatalogue,
            Layer.merge(Layer.succeed(PhenotypeEngine, engine), Layer.succeed(CatalogueLoad, load))
          )
        )
        for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow()
        deepStrictEqual(yield* Deferred.isDone(begun), false)
        yield* Deferred.succeed(read, hasSigns)
        yield* Deferred.await(begun)
      }).pipe(Effect.scoped)
    )
  }
})
