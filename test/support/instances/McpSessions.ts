import { at } from "../Wire.ts"
import { headerIn, isJson, jsonOf, type ProxiedRequest, withHeader } from "./Forwarded.ts"

const sessionHeader = "mcp-session-id"

/** Sends a request, and gives the session that its answer names. */
type Send = (request: ProxiedRequest) => Promise<string | undefined>

/** A session, and the request that opened it. */
interface OpenedSession {
  readonly opening: ProxiedRequest
  current: string
}

/**
 * The MCP sessions of clients. A session that ended with its instance is opened again, under the id that its client
 * knows.
 */
export class McpSessions {
  readonly #opened = new Map<string, OpenedSession>()

  /** The request as the server knows its session. */
  sent(request: ProxiedRequest): ProxiedRequest {
    const session = this.#of(request)
    return session === undefined
      ? request
      : { ...request, headers: withHeader(request.headers, sessionHeader, session.current) }
  }

  /** Notes the session of an answer, and returns its headers with the id that the client knows. */
  answered(request: ProxiedRequest, status: number, headers: ReadonlyArray<string>): ReadonlyArray<string> {
    const named = headerIn(headers, sessionHeader)
    const session = this.#of(request)
    if (session !== undefined) {
      if (request.method === "DELETE" && status < 300)
        this.#opened.delete(headerIn(request.headers, sessionHeader) ?? "")
      return named === undefined
        ? headers
        : withHeader(headers, sessionHeader, headerIn(request.headers, sessionHeader) ?? "")
    }
    if (named !== undefined && isJson(request) && at(jsonOf(request.body), "method") === "initialize") {
      this.#opened.set(named, { opening: request, current: named })
    }
    return headers
  }

  /** Opens the session of a request again. False if it had none. */
  async reopened(request: ProxiedRequest, send: Send): Promise<boolean> {
    const session = this.#of(request)
    if (session === undefined || request.method === "DELETE") return false
    const { opening } = session
    const id = await send(opening)
    if (id === undefined) return false
    session.current = id
    const body = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    const ofBody = withHeader(opening.headers, "content-length", String(body.length))
    await send({ ...opening, headers: withHeader(ofBody, sessionHeader, id), body })
    return true
  }

  #of({ headers }: ProxiedRequest) {
    return this.#opened.get(headerIn(headers, sessionHeader) ?? "")
  }
}
