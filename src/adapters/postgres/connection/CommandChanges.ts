import { Context, Effect, Layer, type Scope } from "effect"
import type { SequencedChange } from "../../../domain/Change.ts"

type Listener = (changes: ReadonlyArray<SequencedChange>) => void

/** The changes that commands make in the embedded database of this process, through its socket. */
export class CommandChanges extends Context.Tag("adapters/postgres/connection/CommandChanges")<
  CommandChanges,
  {
    /** Calls the listeners with changes that a command has committed. */
    readonly publish: Listener

    /** Calls `listener` until the scope ends. It must not throw, and not wait. */
    readonly listen: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.sync(CommandChanges, () => {
    const listeners = new Set<Listener>()
    return {
      publish: (changes) => {
        for (const listener of listeners) listener(changes)
      },
      listen: (listener) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => listeners.add(listener)),
            () => Effect.sync(() => listeners.delete(listener))
          )
        )
    }
  })
}
