import { Rpc } from "@effect/rpc"
import { Context, Schema } from "effect"
import { MissingScope, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { TooManyRequests } from "../../domain/Limits.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { type EndpointFacts, type EndpointName, factsNamed } from "../EndpointFacts.ts"

/** The texts and hints of a tool, which are constants and never hold community text, and the facts of its endpoint. */
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
    /** The limits, scope and cache of the endpoint that it stands for (contract, Limits). */
    readonly facts: EndpointFacts
  }
>() {}

interface Definition<Payload, Success, Errors> {
  readonly title: string
  readonly description: string
  /** The endpoint that it stands for; absent for a read that no endpoint has. */
  readonly of?: EndpointName
  /** Absent for a tool that only reads. */
  readonly writes?: { readonly destructive?: boolean; readonly idempotent?: boolean }
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
  { description, errors, of, payload, success, title, writes }: Definition<Payload, Success, Errors>
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
    facts: factsNamed(of)
  })
}
