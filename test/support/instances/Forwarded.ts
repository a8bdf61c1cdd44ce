import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http"
import { toolRows } from "../ToolRows.ts"
import { at } from "../Wire.ts"

/** A request of a client, read to its end. */
export interface ProxiedRequest {
  readonly method: string
  readonly path: string
  /** Names and values by turns, as they were on the wire. */
  readonly headers: ReadonlyArray<string>
  readonly body: Buffer
}

/** The value of a header among names and values by turns. */
export const headerIn = (headers: ReadonlyArray<string>, name: string) => {
  const index = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name)
  return index < 0 ? undefined : headers[index + 1]
}

/** The headers with another value of one of them. */
export const withHeader = (headers: ReadonlyArray<string>, name: string, value: string): ReadonlyArray<string> => {
  const others = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== name)
  return [...others, name, value]
}

export const isJson = ({ headers }: Pick<ProxiedRequest, "headers">) =>
  headerIn(headers, "content-type")?.startsWith("application/json") === true

/** The JSON of a body; undefined for any other body. */
export const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return undefined
  }
}

/** Reads a message to its end. Fails when its connection is lost before. */
export const read = (message: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    message.on("data", (chunk: Buffer) => chunks.push(chunk))
    message.once("end", () => resolve(Buffer.concat(chunks)))
    message.once("error", reject)
    message.once("close", () => reject(new Error("the connection was lost")))
  })

const agent = new Agent({ keepAlive: true })

/** Sends a request to a server, and gives the head of the answer. `signal` breaks it off. */
export const forward = (url: string, { body, headers, method, path }: ProxiedRequest, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = withHeader(headers, "connection", "keep-alive")
    const options: RequestOptions = { agent, hostname, port, method, path, headers: sent, signal }
    const sending = httpRequest(options, resolve)
    sending.once("error", reject)
    sending.end(body)
  })

/** The tools that take an `idempotencyKey`; but a deletion asks for a yes, which is one to the same arguments. */
const writingTools = new Set(
  Object.entries(toolRows)
    .filter(([name, { fails }]) => "IdempotencyConflict" in fails && name !== "delete_post")
    .map(([name]) => name)
)

/** The call of a tool with a key, which it is repeated under. */
const withToolKey = (request: ProxiedRequest, key: string): ProxiedRequest => {
  const message = jsonOf(request.body)
  const args = at(message, "params", "arguments")
  const isWrite = at(message, "method") === "tools/call" && writingTools.has(String(at(message, "params", "name")))
  if (!isWrite || typeof args !== "object" || args === null || "idempotencyKey" in args) return request
  Object.assign(args, { idempotencyKey: key })
  const body = Buffer.from(JSON.stringify(message))
  const isChunked = headerIn(request.headers, "content-length") === undefined
  return {
    ...request,
    body,
    headers: isChunked ? request.headers : withHeader(request.headers, "content-length", String(body.length))
  }
}

const writes = new Set(["POST", "PATCH", "DELETE"])

/** The request with a key, so that it may be repeated, unless it has one or writes nothing. */
export const withKey = (request: ProxiedRequest): ProxiedRequest => {
  const key = crypto.randomUUID()
  if (!writes.has(request.method)) return request
  if (request.path.startsWith("/api/mcp")) return isJson(request) ? withToolKey(request, key) : request
  return headerIn(request.headers, "idempotency-key") === undefined
    ? { ...request, headers: withHeader(request.headers, "idempotency-key", key) }
    : request
}
