import { NodeRuntime } from "@effect/platform-node"
import { serve } from "./cli/Serve.ts"
import { exitOnFailure } from "./cli/StartFailure.ts"

/** `npm start`: the command `serve` alone, without the time that loading the others takes. */
NodeRuntime.runMain(exitOnFailure(serve), { disablePrettyLogger: true })
