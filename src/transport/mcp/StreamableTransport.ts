import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import {
  CancelledNotificationSchema,
  type JSONRPCMessage,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS
} from "@modelcontextprotocol/sdk/types.js"
import type { McpEventStream } from "./McpEventStream.ts"
import { requestIds } from "./McpMessages.ts"

/** The revisions of the protocol that are spoken, newest first. */
export const revisions: ReadonlyArray<string> = SUPPORTED_PROTOCOL_VERSIONS

/** Whether a client takes a form; who says nothing takes any. */
const accepts = (accept: string | undefined, type: string) =>
  accept === undefined ||
  accept.split(",").some((one) => {
    const range = (one.split(";")[0] ?? "").trim().toLowerCase()
    return range === type || range === "*/*" || range === `${type.split("/")[0]}/*`
  })

/** Whether a client takes a stream of events. */
export const takesEvents = (accept: string | undefined): boolean => accepts(accept, "text/event-stream")

/** Whether a client takes both forms that an answer may have, as the protocol asks. */
export const takesAnswers = (accept: string | undefined): boolean =>
  takesEvents(accept) && accepts(accept, "application/json")

/** A response on which requests are answered, and those that are not answered yet. */
interface Answers {
  readonly stream: McpEventStream
  readonly open: Set<RequestId>
}

/**
 * Streamable HTTP, one for each session. The SDK's own transport is not used, since it keeps the id of a cancelled
 * request, and the answers of its batch, for as long as the session lives.
 */
export class StreamableTransport implements Transport {
  readonly sessionId: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport["onmessage"]>
  readonly #answers = new Map<RequestId, Answers>()
  #listener: McpEventStream | undefined

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  start() {
    return Promise.resolve()
  }

  /** Whether two of these requests have one id, or one has that of a request in flight. */
  hasInFlight(ids: ReadonlyArray<RequestId>): boolean {
    return new Set(ids).size < ids.length || ids.some((id) => this.#answers.has(id))
  }

  /** How many requests are in flight. */
  get inFlight(): number {
    return this.#answers.size
  }

  /** Takes messages that ask for no answer. */
  receive(messages: ReadonlyArray<JSONRPCMessage>) {
    for (const message of messages) {
      this.onmessage?.(message)
      const { data } = CancelledNotificationSchema.safeParse(message)
      // The SDK answers a cancelled request with nothing.
      if (data?.params.requestId !== undefined) this.#settle(data.params.requestId)
    }
  }

  /** Takes messages, and answers the requests among them on a stream, which ends with the last answer. */
  answer(messages: ReadonlyArray<JSONRPCMessage>, stream: McpEventStream) {
    const answers = { stream, open: new Set(requestIds(messages)) }
    for (const id of answers.open) this.#answers.set(id, answers)
    stream.onClose(() => {
      for (const id of answers.open) this.#answers.delete(id)
    })
    this.receive(messages)
  }

  /** Sends the server's own messages on a stream until it is closed. */
  listen(stream: McpEventStream) {
    this.#listener = stream
    stream.onClose(() => {
      if (this.#listener === stream) this.#listener = undefined
    })
  }

  send(message: JSONRPCMessage) {
    if ("method" in message) this.#listener?.send(message)
    else if (message.id !== undefined) {
      this.#answers.get(message.id)?.stream.send(message)
      this.#settle(message.id)
    }
    return Promise.resolve()
  }

  close() {
    for (const { stream } of this.#answers.values()) stream.end()
    this.#answers.clear()
    this.#listener?.end()
    this.#listener = undefined
    this.onclose?.()
    return Promise.resolve()
  }

  #settle(id: RequestId) {
    const answers = this.#answers.get(id)
    if (answers === undefined) return
    this.#answers.delete(id)
    answers.open.delete(id)
    if (answers.open.size === 0) answers.stream.end()
  }
}
