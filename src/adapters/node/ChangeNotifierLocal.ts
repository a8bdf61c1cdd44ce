import { Effect, Layer, Option } from "effect"
import { ChangeNotifier } from "../../ports/ChangeNotifier.ts"

/** Notifies nobody: a community on the embedded database, or in a test, has one instance. */
export const layer = Layer.succeed(ChangeNotifier, {
  send: () => Effect.void,
  listen: () => Effect.void,
  connection: Option.none()
})
