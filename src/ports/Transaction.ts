import { Context, Effect, Option } from "effect"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** The effects that run after the commit of the present transaction; none outside of one. */
class AfterCommit extends Context.Reference<AfterCommit>()("ports/AfterCommit", {
  defaultValue: () => Option.none<Array<Effect.Effect<void>>>()
}) {}

/**
 * Joins several repository calls into one transaction. Services begin it, and never a repository. Locks are taken in
 * one order: Idempotency-Key (a busy one is not waited for), roles (suspensions and erasures too), post, inbox, counts
 * of inboxes, authors, diseases, each by id. Before posts, erasures, new names, emails and keys, and decisions about
 * all texts lock the member, under whose lock limits are counted; reports and decisions hold that lock too, and
 * decisions before it that of their target (`DecisionsRepo`). The settings of the community are held after the post.
 */
export class Transaction extends Context.Tag("ports/Transaction")<
  Transaction,
  {
    /**
     * Runs `effect` in a transaction, which is rolled back when it fails. Inside another transaction it is a savepoint,
     * and rolled back on its own.
     */
    readonly atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => StorageEffect<A, E, R>

    /**
     * Runs `effect` after the commit of the outermost transaction; at once outside of one; never after a rollback.
     * So no change is published that readers cannot see yet, however deep the call that made it. A defect of `effect`
     * is logged: the write is stored, so its request does not fail.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>

    /**
     * Succeeds when the storage answers within a few seconds and has room for writes; else fails with `Unavailable`.
     */
    readonly ready: StorageEffect<void>
  }
>() {
  /**
   * Makes the service of an adapter's reentrant `transact` (begin, then commit or roll back) and its readiness check.
   */
  static readonly make = (
    transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => StorageEffect<A, E, R>,
    ready: StorageEffect<void>
  ) =>
    Transaction.of({
      ready,
      atomically: (effect) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(AfterCommit, (outer) => {
            const waiting: Array<Effect.Effect<void>> = []
            const body = Effect.provideService(restore(effect), AfterCommit, Option.some(waiting))
            return Option.match(outer, {
              onNone: () =>
                Effect.zipLeft(
                  transact(body),
                  Effect.suspend(() => Effect.all(waiting, { discard: true }))
                ),
              onSome: (around) =>
                Effect.zipLeft(
                  transact(body),
                  Effect.sync(() => void around.push(...waiting))
                )
            })
          })
        ),
      afterCommit: (effect) =>
        Effect.flatMap(AfterCommit, (around) => {
          const logged = Effect.catchAllDefect(effect, (defect) =>
            Effect.logError("an effect after a commit failed unexpectedly", defect)
          )
          return Option.match(around, {
            onNone: () => logged,
            onSome: (waiting) => Effect.sync(() => void waiting.push(logged))
          })
        })
    })
}
