import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import * as Database from "../sql/Database.ts"
import { explained } from "./StartFailure.ts"

/** `npm run migrate`: brings the schema up to date and ends; the server does the same when it starts. */
const program = Effect.zipRight(Effect.scoped(Layer.build(Database.layer)), Console.log("the schema is up to date"))

NodeRuntime.runMain(explained(program), { disablePrettyLogger: true })
