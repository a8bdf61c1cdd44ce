import { Context, type Effect, type Option, type Scope, type Stream } from "effect"
import type { PlacedChange } from "../domain/Change.ts"

/** What hints arrive on. What is sent while it is lost does not arrive; it is made again as soon as it can be. */
export interface HintsConnection {
  /** The number of the one that stands, another for each that was made; undefined from the moment it is lost. */
  readonly standing: () => number | undefined

  /** Emits when one was made, and at once if one stands. Never ends. */
  readonly made: Stream.Stream<number>
}

/** Tells other instances at once what has been committed here. A hint may be lost: the change log is the truth. */
export class ChangeHints extends Context.Tag("services/ChangeHints")<
  ChangeHints,
  {
    /** Sends to the other instances; never waits for them, and never fails. */
    readonly send: (changes: ReadonlyArray<PlacedChange>) => Effect.Effect<void>

    /** Calls `listener` with what other instances send, as it arrives, from now until the scope ends. It must not throw. */
    readonly listen: (
      listener: (changes: ReadonlyArray<PlacedChange>) => void
    ) => Effect.Effect<void, never, Scope.Scope>

    /** What the others' hints arrive on; none where there can be no others. */
    readonly connection: Option.Option<HintsConnection>
  }
>() {}
