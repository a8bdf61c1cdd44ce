import { Effect, Layer } from "effect"
import { Transaction } from "../../ports/Transaction.ts"
import { Store } from "./Store.ts"

/** Runs transactions one at a time. Nothing of one is visible before its commit. */
export const layer = Layer.effect(
  Transaction,
  Effect.map(Store, (store) => Transaction.make(store.transact, Effect.void))
)
