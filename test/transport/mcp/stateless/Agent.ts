import { Effect, type Redacted } from "effect"
import { at } from "../../../support/Wire.ts"
import { answerTo, request } from "../Requests.ts"

export const revision = "2026-07-28"

/** A request of a client that speaks MCP 2026-07-28. */
interface Asked {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly as?: Redacted.Redacted
  readonly headers?: Readonly<Record<string, string>>
  readonly capabilities?: Readonly<Record<string, unknown>>
  readonly id?: number
}

/** The request as it is sent, with the headers and the `_meta` that it needs. */
export const sentOf = ({ as, capabilities = {}, headers = {}, id = 1, method, params = {} }: Asked) => {
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
export const asked = (given: Asked) => answerTo(sentOf(given))

/** The result of a request that succeeds. */
export const resultOf = (given: Asked) => Effect.map(asked(given), ({ body }) => at(body, "result"))

/** Calls a tool; gives the result. */
export const called = (as: Redacted.Redacted, name: string, args: object, more: Partial<Asked> = {}) =>
  resultOf({ ...more, as, method: "tools/call", params: { name, arguments: args, ...more.params } })

/** The messages of a stream, as they arrive. */
export const messagesOf = (response: Response) => {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ""
  /** The next message; undefined at the end of the stream. */
  const next = async (): Promise<unknown> => {
    for (;;) {
      const end = text.indexOf("\n\n")
      if (end === -1) {
        const chunk = await reader?.read()
        if (chunk === undefined || chunk.done) return undefined
        text += decoder.decode(chunk.value, { stream: true })
        continue
      }
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data !== undefined) return JSON.parse(data)
    }
  }
  return Effect.promise(next)
}

/** Follows resources until the scope ends. */
export const listening = (as: Redacted.Redacted, uris: ReadonlyArray<string>, id = 7) =>
  Effect.map(
    request(
      sentOf({ as, id, method: "subscriptions/listen", params: { notifications: { resourceSubscriptions: uris } } })
    ),
    messagesOf
  )
