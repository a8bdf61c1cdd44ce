import { Effect, Layer, Option } from "effect"
import { ChangeNotifier } from "../../../ports/ChangeNotifier.ts"
import { CommandChanges } from "./CommandChanges.ts"

/** Hears of the changes of commands on the embedded database of this process. There is no other instance to notify. */
export const layer = Layer.effect(
  ChangeNotifier,
  Effect.map(CommandChanges, ({ listen }) => ({ send: () => Effect.void, listen, connection: Option.none() }))
)
