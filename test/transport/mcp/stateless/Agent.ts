import { Effect, type Redacted } from "effect"
import { at } from "../../../support/Wire.ts"
import { eventsOf } from "../Events.ts"
import { answerTo, request } from "../Requests.ts"

export const revision = "2026-07-28"

/** A request of a client that speaks MCP 2026-07-28. */
interface AgentRequest {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly as?: Redacted.Redacted
  readonly headers?: Readonly<Record<string, string>>
  readonly capabilities?: Readonly<Record<string, unknown>>
  readonly id?: number
}

/** The request as it is sent, with the headers and the `_meta` that it needs. */
export const sentOf = ({ as, capabilities = {}, headers = {}, id = 1, method, params = {} }: AgentRequest) => {
  const name = params["name"] ?? params["uri"]
  return {
    ...(as === undefined ? {} : { as }),
    headers: {
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
      ...headers
    },
    body: {
      jsonrpc: "2.0",
      id,
      method,
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": capabilities
        },
        ...params
      }
    }
  }
}

/** The answer to a request. */
export const asked = (given: AgentRequest) => answerTo(sentOf(given))

/** The result of a request that succeeds. */
export const resultOf = (given: AgentRequest) => Effect.map(asked(given), ({ body }) => at(body, "result"))

/** Calls a tool; gives the result. */
export const called = (as: Redacted.Redacted, name: string, args: object, more: Partial<AgentRequest> = {}) =>
  resultOf({ ...more, as, method: "tools/call", params: { name, arguments: args, ...more.params } })

/** Follows resources until the scope ends. */
export const listening = (as: Redacted.Redacted, uris: ReadonlyArray<string>, id = 7) =>
  Effect.map(
    request(
      sentOf({ as, id, method: "subscriptions/listen", params: { notifications: { resourceSubscriptions: uris } } })
    ),
    (response) =>
      Effect.map(eventsOf(response), (event): unknown => (event === undefined ? undefined : JSON.parse(event.data)))
  )
