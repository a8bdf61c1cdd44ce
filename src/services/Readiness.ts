import { Context, Effect, Layer } from "effect"
import { Unavailable } from "../domain/Unavailable.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"

/** How long a check waits for the index of diseases, which a start reads in the background. */
const indexPatience = "1 second"

/** Whether the community can be served now, for those who watch over it. */
export class Readiness extends Context.Tag("services/Readiness")<
  Readiness,
  {
    /**
     * Does nothing while the storage answers and has room for writes, and the index of diseases has been read since the
     * start. Fails with `Unavailable`, soon.
     */
    readonly check: Effect.Effect<void, Unavailable>
  }
>() {
  /** The storage, asked each time. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { ready } = yield* Transaction
      const { warm } = yield* DiseaseFinder
      const indexed = Effect.timeoutFail(warm, { duration: indexPatience, onTimeout: () => new Unavailable() })
      return { check: Effect.zipRight(ready, indexed) }
    })
  )
}
