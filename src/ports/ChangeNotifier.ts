import { Context, type Effect, type Option, type Scope, type Stream } from "effect"
import type { SequencedChange } from "../domain/Change.ts"

/** The connection that brings hints. Hints sent while it is lost do not arrive; it reconnects as soon as it can. */
export interface NotifierConnection {
  /** The number of the present connection, another one after each reconnection; undefined while it is lost. */
  readonly current: () => number | undefined

  /** Emits after each connection, and at once if it is up. Never ends. */
  readonly established: Stream.Stream<number>
}

/** Sends hints of committed changes to other instances. A hint may be lost: the outbox is the truth. */
export class ChangeNotifier extends Context.Tag("ports/ChangeNotifier")<
  ChangeNotifier,
  {
    /** Sends hints to the other instances; never waits for them, and never fails. */
    readonly send: (changes: ReadonlyArray<SequencedChange>) => Effect.Effect<void>

    /** Calls `listener` with the hints of other instances until the scope ends. It must not throw. */
    readonly listen: (
      listener: (changes: ReadonlyArray<SequencedChange>) => void
    ) => Effect.Effect<void, never, Scope.Scope>

    /** The connection that brings hints; none if there are no other instances. */
    readonly connection: Option.Option<NotifierConnection>
  }
>() {}
