import { Context, type Effect, type Stream } from "effect"
import type { PlacedChange } from "../domain/Change.ts"

/** Tells other instances at once what has been committed here. A hint may be lost: the change log is the truth. */
export class ChangeHints extends Context.Tag("services/ChangeHints")<
  ChangeHints,
  {
    /** Sends to the other instances; never waits for them, and never fails. */
    readonly send: (changes: ReadonlyArray<PlacedChange>) => Effect.Effect<void>

    /** What other instances send, from when the stream is run. Never ends. */
    readonly received: Stream.Stream<ReadonlyArray<PlacedChange>>
  }
>() {}
