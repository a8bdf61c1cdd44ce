import { Context, Effect, Option } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** What waits for the commit of the transaction around it; none outside of one. */
class AfterCommit extends Context.Reference<AfterCommit>()("repositories/AfterCommit", {
  defaultValue: () => Option.none<Array<Effect.Effect<void>>>()
}) {}

/** Makes one of several repository calls. Services draw the line; no repository begins a transaction itself. */
export class Transaction extends Context.Tag("repositories/Transaction")<
  Transaction,
  {
    /**
     * Runs `effect` so that everything it stores is kept, or nothing is.
     * Fails as `effect` fails, after undoing what it stored. Inside another transaction it is a part of that one,
     * undone alone when it fails.
     */
    readonly atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>

    /**
     * Runs `effect` once the outermost transaction has been committed; now, where there is none; never, when it is
     * undone. So nobody is told of a change that a reader cannot see yet, however deep the call that made it.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>

    /** Does nothing where the storage answers within a few seconds and has room for writes. Fails with `Unavailable`. */
    readonly ready: Effect.Effect<void, Unavailable>
  }
>() {
  /** A transaction made of an adapter's own parts: begin, then commit or undo, reentrant; and whether it is ready. */
  static readonly make = (
    transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>,
    ready: Effect.Effect<void, Unavailable>
  ) =>
    Transaction.of({
      ready,
      atomically: (effect) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(AfterCommit, (outer) => {
            const waiting: Array<Effect.Effect<void>> = []
            const release = Option.match(outer, {
              onNone: () => Effect.suspend(() => Effect.all(waiting, { discard: true })),
              onSome: (around) => Effect.sync(() => void around.push(...waiting))
            })
            return Effect.zipLeft(
              transact(Effect.provideService(restore(effect), AfterCommit, Option.some(waiting))),
              release
            )
          })
        ),
      afterCommit: (effect) =>
        Effect.flatMap(
          AfterCommit,
          Option.match({
            onNone: () => effect,
            onSome: (waiting) => Effect.sync(() => void waiting.push(effect))
          })
        )
    })
}
