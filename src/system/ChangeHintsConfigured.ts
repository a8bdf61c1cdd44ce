import { Effect, Layer } from "effect"
import { databaseUrl } from "../Config.ts"
import * as ChangeHintsAlone from "./ChangeHintsAlone.ts"
import * as ChangeHintsPostgres from "./ChangeHintsPostgres.ts"

/** Between the instances on a server, where `DATABASE_URL` names one. */
export const layer = Layer.unwrapEffect(
  Effect.map(databaseUrl, (url) => (url === undefined ? ChangeHintsAlone.layer : ChangeHintsPostgres.layer(url)))
)
