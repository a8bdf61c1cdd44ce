import { Effect, Layer } from "effect"
import { databaseUrl } from "../Config.ts"
import * as ChangeNotifierLocal from "./node/ChangeNotifierLocal.ts"
import * as ChangeNotifierPostgres from "./postgres/connection/ChangeNotifierPostgres.ts"

/** Between the instances on a server, where `DATABASE_URL` names one. */
export const layer = Layer.unwrapEffect(
  Effect.map(databaseUrl, (url) => (url === undefined ? ChangeNotifierLocal.layer : ChangeNotifierPostgres.layer(url)))
)
