import { Effect } from "effect"
import { Transaction } from "../../ports/Transaction.ts"
import { inMemory } from "./Store.ts"

/** Runs transactions one at a time. Nothing of one is visible before its commit. */
export const layer = inMemory(Transaction, ({ transact }) => Transaction.make(transact, Effect.void))
