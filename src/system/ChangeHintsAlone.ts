import { Effect, Layer, Option } from "effect"
import { ChangeHints } from "../services/ChangeHints.ts"

/** No other instance: the embedded database has room for one, and a test for its own. */
export const layer = Layer.succeed(ChangeHints, {
  send: () => Effect.void,
  listen: () => Effect.void,
  connection: Option.none()
})
