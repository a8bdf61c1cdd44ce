import { withoutMarkup } from "@rare-disease-community/text/Invisible"
import { Context, Data, Effect, Predicate } from "effect"
import { ToolChoice } from "./Caller.ts"

type Json = Readonly<Record<string, unknown>>

/** The input that the client of one request can be asked for, and its answers so far. */
interface ClientInputs {
  /** True for a client of a session, which can be asked for nothing. */
  readonly isOfSession: boolean
  /** The capabilities that the client declares with the request. */
  readonly capabilities: Json
  /** Its answers to the input requests of the previous result, by their keys. They are not validated. */
  readonly responses: Json
  /** The state that the previous result carried. It is genuine, recent, and of the same caller and arguments. */
  readonly state: string | undefined
}

/** The input of the client (MCP 2026-07-28, Multi Round-Trip Requests). */
export class ClientInput extends Context.Reference<ClientInput>()("transport/mcp/ClientInput", {
  defaultValue: (): ClientInputs => ({ isOfSession: true, capabilities: {}, responses: {}, state: undefined })
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

class NotConfirmed extends Data.TaggedError("NotConfirmed") {
  override readonly message =
    "nothing was changed: the member did not confirm it, so do not ask again unless they want it"
}

const confirmation = "confirmation"

/** The state of a request that has asked its question. */
const asked = "asked"

const requestOf = (question: string) => ({
  method: "elicitation/create" as const,
  params: {
    mode: "form",
    message: withoutMarkup(question),
    requestedSchema: {
      type: "object",
      properties: { confirmed: { type: "boolean", title: "Yes, do it", default: false } },
      required: ["confirmed"]
    }
  }
})

/**
 * Asks the person behind the client a question before a tool is called, and goes on if they say yes. Fails with
 * `InputRequired` until there is an answer to the question of the same request; a client that cannot ask gets an error
 * for it. A client of a session goes on where its URL names the tool: the person who wrote that has allowed it, and
 * such clients ask by themselves before a destructive tool.
 */
export const ask = Effect.fnUntraced(function* (tool: string, question: string) {
  const { isOfSession, responses, state } = yield* ClientInput
  if (isOfSession && (yield* ToolChoice)?.has(tool) === true) return
  const response = state === asked ? responses[confirmation] : undefined
  const action = Predicate.isRecord(response) ? response["action"] : undefined
  if (action === "decline" || action === "cancel") return yield* new NotConfirmed()
  const content = Predicate.isRecord(response) ? response["content"] : undefined
  const answer = Predicate.isRecord(content) ? content["confirmed"] : undefined
  if (action !== "accept" || typeof answer !== "boolean") {
    return yield* new InputRequired({ requests: { [confirmation]: requestOf(question) }, state: asked })
  }
  if (!answer) return yield* new NotConfirmed()
})
