import { Effect, Layer } from "effect"
import { Transaction } from "../../ports/Transaction.ts"
import { Store } from "./Store.ts"

/** Transactions one at a time; nothing of one is seen before it succeeds. */
export const layer = Layer.effect(
  Transaction,
  Effect.map(Store, (store) => Transaction.make(store.transact, Effect.void))
)
