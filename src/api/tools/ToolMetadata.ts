import { Context } from "effect"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { LimitScope } from "../../domain/Limits.ts"

/** The texts and hints of a tool, which are constants and never hold community text, and its rate limits. */
export class ToolMetadata extends Context.Tag("api/tools/ToolMetadata")<
  ToolMetadata,
  {
    readonly title: string
    /** States its effect, when to use it, and which tool to call next. */
    readonly description: string
    readonly readOnly: boolean
    /** A call may delete or overwrite data. */
    readonly destructive: boolean
    /** A repeated call with the same arguments has no further effect. */
    readonly idempotent: boolean
    /** The rate limits of a call, the same as those of its REST twin (contract, Limits). */
    readonly countsAs: ReadonlyArray<LimitScope>
    /** The scope that the credential of a call needs. A call that needs `write` counts in the daily budget of a key. */
    readonly needsScope: AccessScope
  }
>() {}
