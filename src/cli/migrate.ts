import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import * as Database from "../adapters/postgres/connection/Database.ts"
import * as Migrations from "../adapters/postgres/connection/Migrations.ts"
import { exitOnFailure } from "./StartFailure.ts"

/** `npm run migrate`: brings the schema up to date, says how, and ends; the server does the same when it starts. */
const program = Effect.gen(function* () {
  const applied = yield* Migrations.run
  for (const [number, name] of applied) yield* Console.log(`applied ${String(number).padStart(4, "0")}_${name}`)
  yield* Console.log(
    applied.length === 0 ? "the schema is up to date: no migration was due" : "the schema is up to date"
  )
}).pipe(Effect.provide([Database.unmigrated, NodeContext.layer]))

NodeRuntime.runMain(exitOnFailure(program), { disablePrettyLogger: true })
