import { Context, Effect, Layer } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Transaction } from "../repositories/Transaction.ts"

/** Whether the community can be served now, for those who watch over it. */
export class Readiness extends Context.Tag("services/Readiness")<
  Readiness,
  {
    /** Does nothing while the storage answers and has room for writes. Fails with `Unavailable`, soon. */
    readonly check: Effect.Effect<void, Unavailable>
  }
>() {
  /** The storage, asked each time. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.map(Transaction, ({ ready }) => ({ check: ready }))
  )
}
