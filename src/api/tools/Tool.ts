import { Rpc } from "@effect/rpc"
import { Context, Schema } from "effect"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import { MissingScope, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { type LimitScope, TooManyRequests } from "../../domain/Limits.ts"
import { Unavailable } from "../../domain/Unavailable.ts"

/** The texts and hints of a tool, which are constants and never hold community text, and its rate limits. */
export class ToolMetadata extends Context.Tag("api/tools/ToolMetadata")<
  ToolMetadata,
  {
    readonly title: string
    /** States its effect, when to use it, and which tool to call next. */
    readonly description: string
    readonly readOnly: boolean
    /** A call deletes or overwrites data. MCP clients are asked for a confirmation first. */
    readonly destructive: boolean
    /** A repeated call with the same arguments has no further effect. */
    readonly idempotent: boolean
    /** The rate limits of a call, the same as those of its REST twin (contract, Limits). */
    readonly countsAs: ReadonlyArray<LimitScope>
    /** The scope that the credential of a call needs. A call that needs `write` counts in the daily budget of a key. */
    readonly needsScope: AccessScope
  }
>() {}

interface Definition<Payload, Success, Errors> {
  readonly title: string
  readonly description: string
  /** Absent for a tool that only reads. `countsAs` lists its rate limits besides that of writes. */
  readonly writes?: {
    readonly countsAs?: ReadonlyArray<LimitScope>
    readonly destructive?: boolean
    readonly idempotent?: boolean
  }
  /** The scope that it needs, where it is not `read` for a tool that only reads and `write` for any other. */
  readonly needsScope?: AccessScope
  readonly payload: Payload
  readonly success: Success
  /** Its failures besides those of every call. */
  readonly errors: Errors
}

/** Defines a tool as a typed procedure with the metadata of MCP. */
export const tool = <
  const Name extends string,
  Payload extends Schema.Schema.Any | Schema.Struct.Fields,
  Success extends Schema.Schema.Any,
  const Errors extends ReadonlyArray<Schema.Schema.AnyNoContext>
>(
  name: Name,
  { description, errors, needsScope, payload, success, title, writes }: Definition<Payload, Success, Errors>
) => {
  const always = [TooManyRequests, Unavailable, NotSignedIn, MissingScope] as const
  return Rpc.make(name, {
    payload,
    success,
    error: Schema.Union<[...Errors, ...typeof always]>(...errors, ...always)
  }).annotate(ToolMetadata, {
    title,
    description,
    readOnly: writes === undefined,
    destructive: writes?.destructive === true,
    idempotent: writes === undefined || writes.idempotent === true,
    countsAs: writes === undefined ? ["read"] : ["write", ...(writes.countsAs ?? [])],
    needsScope: needsScope ?? (writes === undefined ? "read" : "write")
  })
}
