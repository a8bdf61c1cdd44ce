import { Context, Effect, Layer, Option } from "effect"

/** Wakes the other instances after a commit. A wake-up says nothing but "read the outbox", and may be lost. */
export class ChangeNotifier extends Context.Tag("ports/ChangeNotifier")<
  ChangeNotifier,
  {
    /** Wakes the other instances; never waits for them, and never fails. Calls in quick succession are one wake-up. */
    readonly wake: Effect.Effect<void>

    /**
     * Waits until another instance has called `wake`, or a connection was made, since the last wait. For one caller.
     */
    readonly awaitWakeUp: Effect.Effect<void>

    /**
     * The number of the connection that brings wake-ups, another one after each reconnection; undefined while it is
     * lost. It reconnects as soon as it can. None if there are no other instances.
     */
    readonly connection: Option.Option<() => number | undefined>
  }
>() {
  /** Notifies nobody: a community on the embedded database, or in a test, has one instance. */
  static readonly none = Layer.succeed(ChangeNotifier, {
    wake: Effect.void,
    awaitWakeUp: Effect.never,
    connection: Option.none()
  })
}
