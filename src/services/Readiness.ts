import { Context, Effect, Layer } from "effect"
import { Unavailable } from "../domain/Unavailable.ts"
import { Transaction } from "../ports/Transaction.ts"
import { DiseaseFinder } from "./diseases/DiseaseFinder.ts"

/** Time for the first reading of the disease index, which runs in the background after a start. */
const indexTimeout = "1 second"

/** The readiness check of this instance. */
export class Readiness extends Context.Tag("services/Readiness")<
  Readiness,
  {
    /**
     * Succeeds when the storage answers and has room for writes, and the disease index has been read once. Fails with
     * `Unavailable`, soon.
     */
    readonly check: Effect.Effect<void, Unavailable>
  }
>() {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { ready } = yield* Transaction
      const { warm } = yield* DiseaseFinder
      const indexed = Effect.timeoutFail(warm, { duration: indexTimeout, onTimeout: () => new Unavailable() })
      return { check: Effect.zipRight(ready, indexed) }
    })
  )
}
