import { Agent, createServer, type Server } from "node:http"
import { Agent as EncryptedAgent } from "node:https"
import { connect } from "node:net"
import { describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { forwardRequest, type Unanswered } from "../../../../src/transport/mcp/forwarding/ForwardRequest.ts"
import { listening } from "../../../support/network/Listening.ts"

const agents = Effect.acquireRelease(
  Effect.sync(() => ({ http: new Agent({ keepAlive: true }), https: new EncryptedAgent() })),
  ({ http }) => Effect.sync(() => http.destroy())
)

/** An instance that forwards each request of MCP to another one, and answers all others itself. */
const forwardingTo = (other: Server, times?: Parameters<typeof forwardRequest>[5]) =>
  Effect.gen(function* () {
    const url = yield* listening(other)
    const used = yield* agents
    const to = { secret: Redacted.make("secret"), url }
    const server = createServer((request, response) => {
      if (request.url !== "/api/mcp") return response.end("own")
      const unanswered = ({ isSent }: Unanswered) => {
        request.resume()
        response.end(isSent ? "may have been taken" : "was not taken")
      }
      const on = { answered: () => undefined, streaming: () => undefined, unanswered }
      return forwardRequest(request, response, to, used, on, times)
    })
    return Number(new URL(yield* listening(server)).port)
  })

/** A connection that is written to and read as text. */
const connected = (port: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => connect(port, "127.0.0.1")),
      (socket) => Effect.sync(() => socket.destroy())
    ),
    (socket) => {
      let text = ""
      socket.setEncoding("utf8").on("data", (part: string) => {
        text += part
      })
      return {
        write: (bytes: string) => Effect.sync(() => void socket.write(bytes)),
        /** Waits for a part of what is read. */
        until: (part: string) =>
          Effect.async<void>((resume) => {
            const look = () => {
              if (!text.includes(part)) return
              socket.off("data", look)
              resume(Effect.void)
            }
            socket.on("data", look)
            look()
          }).pipe(Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => new Error(`only got ${text}`) }))
      }
    }
  )

const post = (length: number) => `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`

describe("forwardRequest", () => {
  it.scopedLive(
    "leaves the connection to the next request though the other instance answered before the body came",
    () =>
      Effect.gen(function* () {
        const refusing = createServer((_, response) => {
          response.writeHead(415, { connection: "close" }).end("refused")
          response.once("finish", () => response.socket?.destroy())
        })
        const port = yield* forwardingTo(refusing)
        const { until, write } = yield* connected(port)
        yield* write(post(200_000))
        yield* write("a".repeat(1_000))
        yield* until("refused")
        yield* write("a".repeat(199_000))
        yield* write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield* until("own")
      })
  )

  it.scopedLive("tells that a request may have been taken where the other instance is silent", () =>
    Effect.gen(function* () {
      const silent = createServer(() => undefined)
      const port = yield* forwardingTo(silent, { connectMillis: 2_000, answerMillis: 50 })
      const { until, write } = yield* connected(port)
      yield* write(`${post(4)}ping`)
      yield* until("may have been taken")
    })
  )

  it.scopedLive("tells that a request was not taken where nobody takes a connection", () =>
    Effect.gen(function* () {
      const gone = createServer()
      const port = yield* forwardingTo(gone)
      yield* Effect.async<void>((resume) => void gone.close(() => resume(Effect.void)))
      const { until, write } = yield* connected(port)
      yield* write(`${post(4)}ping`)
      yield* until("was not taken")
    })
  )
})
