import { Effect, Redacted, type Scope } from "effect"
import { at } from "../../support/Wire.ts"
import { mcpUrl } from "./Clients.ts"

/** The first message of a client. */
export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
}

export const ping = { jsonrpc: "2.0", id: 2, method: "ping" }

export interface Sent {
  readonly method?: string
  readonly query?: Readonly<Record<string, string>>
  readonly as?: Redacted.Redacted
  readonly session?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly text?: string
}

const accept = "application/json, text/event-stream"

/** Sends a request to `/api/mcp`, with the headers that a client should send. */
export const request = ({ as, body, headers = {}, method = "POST", query, session, text }: Sent) =>
  Effect.gen(function* () {
    const url = yield* mcpUrl(query)
    const controller = new AbortController()
    yield* Effect.addFinalizer(() => Effect.sync(() => controller.abort()))
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    return yield* Effect.promise(() =>
      fetch(url, {
        method,
        signal: controller.signal,
        headers: {
          accept,
          ...(content === undefined ? {} : { "content-type": "application/json" }),
          ...(as === undefined ? {} : { authorization: `Bearer ${Redacted.value(as)}` }),
          ...(session === undefined ? {} : { "mcp-session-id": session }),
          ...headers
        },
        ...(content === undefined ? {} : { body: content })
      })
    )
  })

/** The status, and the JSON of the body where it is JSON. */
export const answerTo = (sent: Sent) =>
  Effect.scoped(
    Effect.flatMap(request(sent), (response) =>
      Effect.promise(async () => {
        const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
        const body: unknown = isJson ? await response.json() : undefined
        return { status: response.status, headers: response.headers, body }
      })
    )
  )

/** Begins a Streamable session and gives its id. */
export const beginSession = (as: Redacted.Redacted) =>
  Effect.map(answerTo({ as, body: initialize }), ({ headers }) => String(headers.get("mcp-session-id")))

/** An open stream of events, as text. */
export interface Stream {
  readonly status: number
  readonly headers: Headers
  /** Reads until the text includes `part`, and gives all text so far. */
  readonly until: (part: string) => Effect.Effect<string>
  /** Waits for the end. */
  readonly ended: Effect.Effect<void>
}

/** Opens a stream, until the scope ends. */
export const stream = (
  sent: Sent
): Effect.Effect<Stream, never, Scope.Scope | Effect.Effect.Context<ReturnType<typeof request>>> =>
  Effect.map(request({ method: "GET", ...sent }), (response) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    const read = async () => {
      const next = await reader?.read()
      text += next?.value ?? ""
      return next?.done !== false
    }
    const readUntil = async (enough: () => boolean) => {
      while (!enough()) if (await read()) break
      return text
    }
    const within = <A>(promise: () => Promise<A>) => Effect.orDie(Effect.timeout(Effect.promise(promise), "1 minute"))
    return {
      status: response.status,
      headers: response.headers,
      until: (part) => within(() => readUntil(() => text.includes(part))),
      ended: Effect.asVoid(within(() => readUntil(() => false)))
    }
  })

/** Opens a session of HTTP+SSE: its stream, and the id in its first event. */
export const legacySession = (apiKey: Redacted.Redacted) =>
  Effect.gen(function* () {
    const opened = yield* stream({ query: { apiKey: Redacted.value(apiKey) } })
    const text = yield* opened.until("\n\n")
    const first = text.slice(0, text.indexOf("\n\n") + 2) // a ping may follow at once
    return { ...opened, id: /sessionId=([\w-]+)/.exec(text)?.[1] ?? "", first }
  })

/** Calls a tool in a Streamable session, on the wire. */
export const callTool = (as: Redacted.Redacted, session: string, name: string, args: unknown = {}) =>
  Effect.scoped(
    Effect.flatMap(
      request({
        as,
        session,
        body: { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name, arguments: args } }
      }),
      (response) =>
        Effect.promise(async () => {
          const text = await response.text()
          const message: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "null")
          return {
            isError: at(message, "result", "isError") === true,
            text: String(at(message, "result", "content", 0, "text"))
          }
        })
    )
  )
