import { connect } from "node:net"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted, Schedule } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { community } from "../../support/Community.ts"
import { answer, type Member } from "../../support/Given.ts"
import { port } from "../../support/Raw.ts"
import { scene } from "./Given.ts"

/** A connection on which one says and hears what one likes. */
const connection = Effect.gen(function* () {
  const at = yield* port
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => connect({ port: at, host: "127.0.0.1" })),
    (open) => Effect.sync(() => open.destroy())
  )
  let heard = ""
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1")
  })
  socket.on("error", () => undefined)
  socket.on("close", () => {
    heard += "<closed>"
  })
  const hear = (text: string) =>
    Effect.repeat(
      Effect.sync(() => heard),
      { until: (all) => all.includes(text), schedule: Schedule.spaced("5 millis") }
    ).pipe(Effect.zipRight(Effect.sync(() => heard)))
  return { socket, hear, say: (text: string) => Effect.sync(() => void socket.write(text)) }
})

const asked = ({ token }: Member, more = "") =>
  `GET /api/notifications/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${Redacted.value(token)}\r\n${more}\r\n`

const health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

/** Waits until this many streams are open. */
const streamsBecome = (count: number) =>
  Effect.repeat(
    Effect.map(ConnectionQuota, (open) => open.count("streams")),
    { until: (streams) => streams === count, schedule: Schedule.spaced("5 millis") }
  )

layer(community(Memory.layer), { excludeTestServices: true })("The connection of a stream", (it) => {
  it.scoped("carries one response without length or chunks, which ends with the connection", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      const { hear, say } = yield* connection
      yield* say(asked(maria))
      const heard = yield* hear("event: connected")
      const [head = "", body = ""] = heard.split("\r\n\r\n")
      const [status, ...lines] = head.split("\r\n")
      const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(": ")))
      strictEqual(status, "HTTP/1.1 200 OK")
      deepStrictEqual(
        ["connection", "content-type", "cache-control", "x-accel-buffering"].map((name) => headers[name]),
        ["close", "text/event-stream", "no-store", "no"]
      )
      deepStrictEqual(
        ["transfer-encoding", "content-length", "etag"].filter((name) => name in headers),
        []
      )
      assertTrue("date" in headers && "x-request-id" in headers)
      assertTrue(body.startsWith("retry: 3000\n\nevent: connected\n"), body)
    })
  )

  it.scoped("closes when its client sends a byte after the request", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      for (const more of [health, "no HTTP at all\r\n\r\n", "x"]) {
        const { hear, say } = yield* connection
        yield* say(asked(maria))
        yield* hear("event: connected")
        yield* say(more)
        const heard = yield* hear("<closed>")
        strictEqual(heard.split("HTTP/1.1").length, 2)
      }
      yield* streamsBecome(0)
    })
  )

  it.scoped("closes when its client ends its side, and frees the place", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      yield* streamsBecome(0)
      const { hear, say, socket } = yield* connection
      yield* say(asked(maria))
      yield* hear("event: connected")
      yield* streamsBecome(1)
      socket.end()
      yield* hear("<closed>")
      yield* streamsBecome(0)
    })
  )

  it.scoped("brings the responses to earlier requests, then the stream", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const { hear, say } = yield* connection
      yield* say(health + health + asked(maria))
      yield* hear("event: connected")
      yield* answer(bob, post.id)
      const heard = yield* hear("event: notification")
      const [before = "", stream = ""] = heard.split("text/event-stream")
      strictEqual(before.split('{"status":"ok"}').length, 3)
      assertTrue(stream.includes("event: notification"))
    })
  )

  it.scoped("opens the stream once the request is complete", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      const { hear, say } = yield* connection
      yield* say(asked(maria, "Content-Length: 2\r\n"))
      yield* Effect.sleep("100 millis")
      yield* say("{}")
      const heard = yield* hear("event: connected")
      strictEqual(heard.split("HTTP/1.1").length, 2)
    })
  )

  it.scoped("holds no place for a client that left before its request was complete", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      yield* streamsBecome(0)
      const { say, socket } = yield* connection
      yield* say(asked(maria, "Content-Length: 2\r\n"))
      yield* streamsBecome(1)
      socket.destroy()
      yield* streamsBecome(0)
    })
  )

  it.scoped("closes if another request was pipelined behind the stream", () =>
    Effect.gen(function* () {
      const { maria } = yield* scene
      yield* streamsBecome(0)
      const { hear, say } = yield* connection
      yield* say(asked(maria) + health)
      const heard = yield* hear("<closed>")
      assertTrue(!heard.includes('{"status":"ok"}'))
      yield* streamsBecome(0)
    })
  )
})
