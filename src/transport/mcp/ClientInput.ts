import { Context, Data, Predicate } from "effect"

type Json = Readonly<Record<string, unknown>>

/** What the client of one request can be asked for, and what it has answered. Clients of sessions can be asked for nothing. */
export interface ClientInputs {
  /** The capabilities that the client declares with the request. */
  readonly capabilities: Json
  /** Its answers to the input requests of the previous result, by their keys. They are not validated. */
  readonly responses: Json
  /** The state that the previous result carried. It is genuine, recent, and of the same caller and arguments. */
  readonly state: string | undefined
}

/** The input of the client (MCP 2026-07-28, Multi Round-Trip Requests). */
export class ClientInput extends Context.Reference<ClientInput>()("transport/mcp/ClientInput", {
  defaultValue: (): ClientInputs => ({ capabilities: {}, responses: {}, state: undefined })
}) {}

/** A request to the client. The key of its answer is the key of the request. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list"
  readonly params: Json
}

/** A request can be answered only after its client has answered these. */
export class InputRequired extends Data.TaggedError("InputRequired")<{
  readonly requests: Readonly<Record<string, InputRequest>>
  /** Comes back with the answers. */
  readonly state?: string
}> {}

/** The capability that a client needs to answer a request: the first part of its method. */
export const capabilityOf = ({ method }: InputRequest): string => method.slice(0, method.indexOf("/"))

/** True if a client declares that it can be asked so. One that declares no mode of elicitation shows forms. */
export const canAnswer = (capabilities: Json, request: InputRequest): boolean => {
  const name = capabilityOf(request)
  const declared = capabilities[name]
  if (name !== "elicitation") return name in capabilities
  return Predicate.isRecord(declared) && ("form" in declared || !("url" in declared))
}
