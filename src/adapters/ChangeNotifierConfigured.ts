import { Effect, Layer } from "effect"
import { databaseUrl } from "../Config.ts"
import * as ChangeNotifierLocal from "./node/ChangeNotifierLocal.ts"
import * as ChangeNotifierCommands from "./postgres/connection/ChangeNotifierCommands.ts"
import * as ChangeNotifierPostgres from "./postgres/connection/ChangeNotifierPostgres.ts"

/** Between the instances on a server, where `DATABASE_URL` names one. */
export const layer = Layer.unwrapEffect(
  Effect.map(databaseUrl, (url) => (url === undefined ? ChangeNotifierLocal.layer : ChangeNotifierPostgres.layer(url)))
)

/** The same for a server: on the embedded database it hears of the changes of commands, which its socket brings. */
export const layerOfServer = Layer.unwrapEffect(
  Effect.map(databaseUrl, (url) =>
    url === undefined ? ChangeNotifierCommands.layer : ChangeNotifierPostgres.layer(url)
  )
)
