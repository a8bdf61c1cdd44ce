import type { ConfigError, Effect } from "effect"
import { Context } from "effect"
import type { HelpLine } from "../domain/moderation/Report.ts"

/** The help lines of the operator, or those that ship with the server. */
export class HelpLinesFile extends Context.Tag("ports/HelpLinesFile")<
  HelpLinesFile,
  {
    /** Fails for a file that cannot be read or holds no help lines; the error names the variable and the fault. */
    readonly read: Effect.Effect<ReadonlyArray<HelpLine>, ConfigError.ConfigError>
  }
>() {}
