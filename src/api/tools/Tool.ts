import { Rpc } from "@effect/rpc"
import { Schema } from "effect"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import { MissingScope, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { type LimitScope, TooManyRequests } from "../../domain/Limits.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { ToolMetadata } from "./ToolMetadata.ts"

interface Definition<Payload, Success, Errors> {
  readonly title: string
  readonly description: string
  /** Absent for a tool that only reads. `countsAs` lists its rate limits beside that of writes. */
  readonly writes?: { readonly countsAs?: ReadonlyArray<LimitScope>; readonly idempotent?: boolean }
  /** The scope that it needs, where it is not `read` for a tool that only reads and `write` for any other. */
  readonly needsScope?: AccessScope
  readonly payload: Payload
  readonly success: Success
  /** Its failures beside those of every call. */
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
    destructive: false,
    idempotent: writes === undefined || writes.idempotent === true,
    countsAs: writes === undefined ? ["read"] : ["write", ...(writes.countsAs ?? [])],
    needsScope: needsScope ?? (writes === undefined ? "read" : "write")
  })
}
