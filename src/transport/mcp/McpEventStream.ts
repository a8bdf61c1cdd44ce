import type { Writable } from "node:stream"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Deferred, Effect, FiberId } from "effect"
import { jsonInOneLine } from "../../domain/OneLine.ts"
import type { Heartbeat } from "../wire/Heartbeat.ts"

/** An MCP client with more unread bytes than this is disconnected at its next message. One message may be larger. */
const maxBufferedBytes = 1024 * 1024

/** A message as an event. */
export const messageEvent = (json: string): string => `event: message\ndata: ${jsonInOneLine(json)}\n\n`

/** Where the answers to the requests of one body go. */
export interface AnswerSink {
  readonly send: (message: JSONRPCMessage) => void
  /** Sends the result of a request, which is JSON already. */
  readonly sendResult: (id: RequestId, json: string) => void
  readonly onClose: (closed: () => void) => void
  readonly end: () => void
}

export const resultMessage = (id: RequestId, json: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`

/** The answers to the requests of one body in one document, for a client that takes no stream. */
export class JsonAnswer implements AnswerSink {
  readonly #answers: Array<string> = []
  readonly #ended = Deferred.unsafeMake<ReadonlyArray<string>>(FiberId.none)
  #closed = () => {}

  send(message: JSONRPCMessage) {
    this.#answers.push(JSON.stringify(message))
  }

  sendResult(id: RequestId, json: string) {
    this.#answers.push(resultMessage(id, json))
  }

  onClose(closed: () => void) {
    this.#closed = closed
  }

  readonly end = () => {
    Deferred.unsafeDone(this.#ended, Effect.succeed(this.#answers))
  }

  /** Waits for the last answer. A client that hangs up before is not answered. */
  readonly all = Effect.ensuring(
    Deferred.await(this.#ended),
    Effect.sync(() => this.#closed())
  )
}

/** Messages to a client as an event stream, on a response whose head has been written. */
export class McpEventStream implements AnswerSink {
  readonly #body: Writable
  #isCorked = true

  constructor(body: Writable, heartbeat: Heartbeat["Type"]) {
    this.#body = body
    heartbeat.add(this)
    body.once("close", () => heartbeat.remove(this))
  }

  send(message: JSONRPCMessage) {
    this.write(messageEvent(JSON.stringify(message)))
  }

  /** Sends the result of a request, which is JSON already. */
  sendResult(id: RequestId, json: string) {
    this.write(messageEvent(resultMessage(id, json)))
  }

  write(event: string) {
    if (this.#body.writableEnded || this.#body.destroyed) return
    if (this.#body.writableLength > maxBufferedBytes) return void this.#body.destroy()
    this.#body.write(event)
    if (this.#isCorked) this.#body.uncork() // the head leaves in one packet with the first event
    this.#isCorked = false
  }

  beat() {
    this.write(": ping\n\n")
  }

  onClose(closed: () => void) {
    this.#body.once("close", closed)
  }

  /** A request that is not answered needs no event. */
  skip() {}

  readonly end = () => {
    this.#body.end()
  }
}
