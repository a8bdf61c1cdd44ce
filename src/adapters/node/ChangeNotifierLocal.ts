import { Effect, Layer, Option } from "effect"
import { ChangeNotifier } from "../../ports/ChangeNotifier.ts"

/** Notifies nobody: a community on the embedded database, or in a test, has one instance. */
export const layer = Layer.succeed(ChangeNotifier, {
  wake: Effect.void,
  awaitWakeUp: Effect.never,
  connection: Option.none()
})
