import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { HttpServer } from "@effect/platform"
import { assertTrue as ok } from "@effect/vitest/utils"
import { Effect, Option, Redacted } from "effect"
import { DiseaseFinder } from "../../src/services/diseases/DiseaseFinder.ts"
import { at } from "./Wire.ts"

/** A response as it was on the wire; its text without content coding. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The parts of a request beside method and path. */
export interface Sent {
  readonly as?: Redacted.Redacted | undefined
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string | Uint8Array | undefined
  /** Without a Content-Length. */
  readonly chunked?: boolean
  /** Without a Content-Type. */
  readonly untyped?: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** The port of the server under test. */
export const port = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "TcpAddress" ? address.port : 0
)

const headersOf = ({ as, body, chunked, headers = {}, untyped }: Sent) => {
  const length =
    chunked === true ? { "transfer-encoding": "chunked" } : { "content-length": String(Buffer.byteLength(body ?? "")) }
  const type = body === undefined || untyped === true ? {} : { "content-type": "application/json" }
  const credential = as === undefined ? {} : { authorization: `Bearer ${Redacted.value(as)}` }
  const all: Record<string, string | ReadonlyArray<string>> = {
    ...(body === undefined ? {} : length),
    ...type,
    ...credential,
    ...headers
  }
  return Object.entries(all).flatMap(([name, value]) =>
    typeof value === "string" ? [name, value] : value.flatMap((one) => [name, one])
  )
}

const textIn = (bytes: Buffer, coding: string | undefined) => {
  if (bytes.length === 0 || coding === undefined) return bytes.toString("utf8")
  return (coding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString("utf8")
}

let numberOfReads = 0

/** The same path under a key that no cached response has: an unknown parameter is ignored, and is part of the key. */
export const pastCache = (path: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}past-cache=${numberOfReads++}`

/** Waits until the index of diseases is read, before which `/ready` is 503; a database that is away is no matter. */
const indexRead = Effect.flatMap(
  Effect.serviceOption(DiseaseFinder),
  Option.match({ onNone: () => Effect.void, onSome: ({ warm }) => Effect.ignore(warm) })
)

/** Sends any method, header and body that node:http can send, and the path as it is. */
export const ask = (method: string, path: string, sent: Sent = {}) =>
  Effect.flatMap(Effect.zipRight(path.startsWith("/ready") ? indexRead : Effect.void, port), (port) =>
    Effect.async<Answer, Error>((resume) => {
      const host = { host: `127.0.0.1:${port}` }
      const headers = headersOf({ ...sent, headers: { ...host, ...sent.headers } })
      const asking = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
        const chunks: Array<Buffer> = []
        const done = () =>
          resume(
            Effect.succeed({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: textIn(Buffer.concat(chunks), response.headers["content-encoding"])
            })
          )
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.once("end", done)
        if (response.headers["content-type"]?.startsWith("text/event-stream") === true) {
          done() // a stream has no end to wait for
          asking.destroy()
        }
        response.once("error", done)
      })
      asking.on("error", (error) => resume(Effect.fail(error)))
      asking.end(sent.body)
    }).pipe(
      Effect.timeoutFail({
        duration: "2 minutes",
        onTimeout: () => new Error(`no answer to ${method} ${path} ${JSON.stringify(sent).slice(0, 2000)}`)
      })
    )
  )

/** Sends bytes that no client would send, and reads the response until the server hangs up. */
export const speak = (bytes: string | Uint8Array) =>
  Effect.flatMap(port, (port) =>
    Effect.async<Answer, Error>((resume) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
      const chunks: Array<Buffer> = []
      socket.on("data", (chunk) => chunks.push(chunk))
      socket.on("error", (error) => resume(Effect.fail(error)))
      socket.once("close", () => resume(Effect.succeed(parsed(Buffer.concat(chunks).toString("latin1")))))
    }).pipe(
      Effect.timeoutFail({
        duration: "5 seconds",
        onTimeout: () => new Error(`the server does not hang up after ${JSON.stringify(String(bytes).slice(0, 80))}`)
      })
    )
  )

/** The last response in the text of a connection. */
const parsed = (text: string): Answer => {
  const last = text.slice(text.lastIndexOf("HTTP/1.1 "))
  const [head = "", ...rest] = last.split("\r\n\r\n")
  const [line = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(
    lines.map((header) => [header.slice(0, header.indexOf(":")).toLowerCase(), header.slice(header.indexOf(":") + 2)])
  )
  return { status: Number(line.split(" ")[1] ?? 0), headers, text: rest.join("\r\n\r\n") }
}

/** The JSON of an answer. */
export const json = ({ text }: Answer): unknown => JSON.parse(text)

/** A member of the JSON of an answer, wherever it is. */
export const member = (answer: Answer, ...path: ReadonlyArray<string | number>): unknown => at(json(answer), ...path)

/** Calls a procedure of RPC. Gives its exit as it is on the wire. */
export const exitOf = (as: Redacted.Redacted, tag: string, payload: object) =>
  Effect.map(
    ask("POST", "/api/rpc", {
      as,
      headers: { "content-type": "application/ndjson" },
      untyped: true,
      body: JSON.stringify({ _tag: "Request", id: "1", tag, payload, headers: [] })
    }),
    (answer) => member(answer, "exit")
  )

/** A failure in the form of the contract: exactly `{ "error": string }`, as JSON, with a request id. */
export const isFailure = (answer: Answer, context = "") => {
  const said = `${context} ${answer.status} ${answer.text.slice(0, 300)}`
  ok(answer.headers["content-type"]?.startsWith("application/json") === true, `no JSON: ${said}`)
  const body = json(answer)
  ok(typeof body === "object" && body !== null && Object.keys(body).join() === "error", `not exactly error: ${said}`)
  const error = member(answer, "error")
  ok(typeof error === "string" && error.length > 0, `no text: ${said}`)
  ok(/^[0-9a-f-]{36}$/.test(String(answer.headers["x-request-id"])), `no request id: ${said}`)
  return error
}
