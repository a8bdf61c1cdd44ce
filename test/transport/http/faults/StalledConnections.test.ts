import type { Socket } from "node:net"
import { describe, it } from "@effect/vitest"
import { assertTrue } from "@effect/vitest/utils"
import { Clock, Effect, Layer, Schedule, TestClock } from "effect"
import { makeServer, queuedBytesOf, UnsentBytes } from "../../../../src/transport/http/ResponseWatch.ts"
import { ClientAddresses } from "../../../../src/transport/wire/ClientAddresses.ts"
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
