import { Effect, Layer, Option } from "effect"
import { databaseUrl } from "../Config.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import * as ChangeNotifierLocal from "./node/ChangeNotifierLocal.ts"
import * as ChangeNotifierPostgres from "./postgres/connection/ChangeNotifierPostgres.ts"
import { CommandChanges } from "./postgres/connection/CommandChanges.ts"

const fromCommands = Layer.effect(
  ChangeNotifier,
  Effect.map(CommandChanges, ({ listen }) => ({ send: () => Effect.void, listen, connection: Option.none() }))
)

/** Between the instances on a server, where `DATABASE_URL` names one. */
export const layer = Layer.unwrapEffect(
  Effect.map(databaseUrl, (url) => (url === undefined ? ChangeNotifierLocal.layer : ChangeNotifierPostgres.layer(url)))
)

/** The same for a server: on the embedded database it hears of the changes of commands, which its socket brings. */
export const layerOfServer = Layer.unwrapEffect(
  Effect.map(databaseUrl, (url) => (url === undefined ? fromCommands : ChangeNotifierPostgres.layer(url)))
)
