import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Array, Clock, Effect, Layer, Schedule, TestClock } from "effect"
import { makeServer, queuedBytesOf, UnsentBytes } from "../../../../src/transport/http/ResponseWatch.ts"
import { ClientAddresses } from "../../../../src/transport/wire/ClientAddresses.ts"
import { endWithStream, streamHeaders } from "../../../../src/transport/wire/ResponseWriter.ts"
import { listening } from "../../../support/network/Listening.ts"
import { silentAt } from "../../../support/network/SilentClient.ts"

const megabyte = 1024 * 1024

/** Waits by the clock of the machine, as sockets do. */
const until = (isSo: () => boolean) =>
  Effect.repeat(Effect.sync(isSo), { until: (so) => so, schedule: Schedule.spaced("5 millis") }).pipe(
    Effect.withClock(Clock.make())
  )

/** A client that has asked for a large answer of a server whose connections a clock of the test watches, and reads nothing. */
const stalledClient = Effect.gen(function* () {
  const unsent = yield* UnsentBytes
  let answering: Socket | undefined
  const server = makeServer({}).on("request", ({ socket }, response) => {
    answering = socket
    unsent.watch(response)
    response.end(Buffer.alloc(48 * megabyte)) // more than the system holds, less than the bounds
  })
  const { port } = new URL(yield* listening(server))
  const client = yield* silentAt(Number(port), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
  yield* until(() => unsent.count() > 0)
  let quiet = 0
  let before = -1
  /** Waits until the system takes no more bytes for the client. */
  const full = until(() => {
    const queued = answering === undefined ? -1 : queuedBytesOf(answering)
    quiet = queued === before ? quiet + 1 : 0
    before = queued
    return quiet > 20
  })
  yield* full
  /**
   * The client takes bytes until the system has taken some more from the server, and no longer: the system's buffers grow
   * with what is read, and may hold the rest of the answer.
   */
  const takeSome = Effect.suspend(() => {
    const held = before
    const pauseAfterSome = () => {
      if (answering !== undefined && queuedBytesOf(answering) < held) client.pause()
    }
    client.on("data", pauseAfterSome).resume()
    return Effect.zipRight(
      until(() => client.isPaused()),
      full
    )
  })
  return { client, takeSome }
})

const watched = Effect.provide(Layer.provide(UnsentBytes.layer, ClientAddresses.layer))

describe("A connection that takes no bytes", () => {
  it.scoped(
    "is destroyed after 30 seconds in which bytes wait and none is taken, also if its client goes on sending",
    () =>
      Effect.gen(function* () {
        const unsent = yield* UnsentBytes
        const { client } = yield* stalledClient
        yield* TestClock.adjust("29 seconds")
        assertTrue(unsent.count() > 0)
        client.write("\r\n")
        yield* TestClock.adjust("3 seconds")
        yield* until(() => unsent.count() === 0)
      }).pipe(watched)
  )

  it.scoped("lives on while it takes some, and is destroyed 30 seconds after the last", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      const { takeSome } = yield* stalledClient
      yield* TestClock.adjust("20 seconds")
      yield* takeSome
      yield* TestClock.adjust("29 seconds")
      assertTrue(unsent.count() > 0)
      yield* TestClock.adjust("3 seconds")
      yield* until(() => unsent.count() === 0)
    }).pipe(watched)
  )
})

describe("A connection whose client has taken all", () => {
  it.scoped("lives on while the rest of its response takes more than 30 seconds", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      let answering: ServerResponse | undefined
      const server = makeServer({}).on("request", (_, response) => {
        answering = response
        unsent.watch(response)
        response.write("the first part")
      })
      const { port } = new URL(yield* listening(server))
      yield* silentAt(Number(port), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      yield* until(() => answering?.writableLength === 0)
      yield* TestClock.adjust("40 seconds")
      assertTrue(answering?.destroyed === false)
      strictEqual(unsent.count(), 0)
    }).pipe(watched)
  )
})

/** An event stream without an end that a client has opened, and then reads nothing of. */
const openStream = Effect.gen(function* () {
  const unsent = yield* UnsentBytes
  let opened: ServerResponse | undefined
  const server = makeServer({}).on("request", (_, response) => {
    opened = response
    unsent.watch(response)
    endWithStream(response)
    response.writeHead(200, streamHeaders).flushHeaders()
  })
  const { port } = new URL(yield* listening(server))
  const client = yield* silentAt(Number(port), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
  yield* until(() => opened !== undefined)
  return { client, isCut: () => opened?.destroyed === true, response: yield* Effect.fromNullable(opened) }
})

const ping = ": ping\n\n"

describe("An event stream", () => {
  it.scoped("whose reader takes nothing is cut off 30 seconds after its bytes begin to wait, and its bytes count", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      const { isCut, response } = yield* openStream
      response.write(Buffer.alloc(48 * megabyte))
      yield* until(() => unsent.count() > 0)
      yield* TestClock.adjust("29 seconds")
      assertTrue(!isCut())
      yield* TestClock.adjust("3 seconds")
      yield* until(isCut)
      yield* until(() => unsent.count() === 0)
    }).pipe(watched)
  )

  it.scoped("that waits with a few bytes is cut off 30 seconds after the beat that finds them", () =>
    Effect.gen(function* () {
      const { isCut, response } = yield* openStream
      const { socket } = response.req
      while (queuedBytesOf(socket) === 0) {
        response.write("event".repeat(2_000))
        yield* Effect.promise(() => new Promise(setImmediate))
      }
      assertTrue(!response.writableNeedDrain)
      response.write(ping)
      yield* TestClock.adjust("29 seconds")
      assertTrue(!isCut())
      yield* TestClock.adjust("3 seconds")
      yield* until(isCut)
    }).pipe(watched)
  )

  it.scoped("that is idle is never cut off, also one that was full and has been read since", () =>
    Effect.gen(function* () {
      const unsent = yield* UnsentBytes
      const { client, isCut, response } = yield* openStream
      response.write(Buffer.alloc(8 * megabyte))
      yield* until(() => unsent.count() > 0)
      client.resume()
      yield* until(() => response.writableLength === 0)
      for (const _ of Array.range(1, 20)) {
        response.write(ping)
        yield* TestClock.adjust("15 seconds")
      }
      assertTrue(!isCut())
      yield* until(() => unsent.count() === 0)
    }).pipe(watched)
  )
})
