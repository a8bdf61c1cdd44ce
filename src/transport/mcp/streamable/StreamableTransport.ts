import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { CancelledNotificationSchema, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { EncodedJson, McpEventStream } from "../McpEventStream.ts"
import { requestIds } from "../McpMessages.ts"
import type { McpTransport } from "../tools/ToolCalls.ts"

/** The stream that answers the requests of one body, and the ids of those that are not answered yet. */
interface PendingAnswers {
  readonly stream: McpEventStream
  readonly ids: Set<RequestId>
}

/**
 * The transport of one session of Streamable HTTP. The SDK's own transport is not used: it holds the id of a cancelled
 * request, and the answers of its batch, as long as the session lives.
 */
export class StreamableTransport implements McpTransport {
  readonly sessionId: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport["onmessage"]>
  readonly #pending = new Map<RequestId, PendingAnswers>()
  #listener: McpEventStream | undefined

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  start() {
    return Promise.resolve()
  }

  /** True if an id occurs twice, or is the id of a request in flight. */
  hasInFlight(ids: ReadonlyArray<RequestId>): boolean {
    return new Set(ids).size < ids.length || ids.some((id) => this.#pending.has(id))
  }

  /** The number of requests in flight. */
  get inFlight(): number {
    return this.#pending.size
  }

  /** Passes messages to the SDK. */
  receive(messages: ReadonlyArray<JSONRPCMessage>) {
    for (const message of messages) {
      this.onmessage?.(message)
      const { data } = CancelledNotificationSchema.safeParse(message)
      // The SDK does not answer a cancelled request.
      if (data?.params.requestId !== undefined) this.#settle(data.params.requestId)
    }
  }

  /** Passes messages to the SDK, and answers the requests among them on a stream, which ends with the last answer. */
  answer(messages: ReadonlyArray<JSONRPCMessage>, stream: McpEventStream) {
    const pending = { stream, ids: new Set(requestIds(messages)) }
    for (const id of pending.ids) this.#pending.set(id, pending)
    stream.onClose(() => {
      for (const id of pending.ids) this.#pending.delete(id)
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
      this.#pending.get(message.id)?.stream.send(message)
      this.#settle(message.id)
    }
    return Promise.resolve()
  }

  sendResult(id: RequestId, json: EncodedJson) {
    this.#pending.get(id)?.stream.sendResult(id, json)
    this.#settle(id)
  }

  close() {
    for (const { stream } of this.#pending.values()) stream.end()
    this.#pending.clear()
    this.#listener?.end()
    this.#listener = undefined
    this.onclose?.()
    return Promise.resolve()
  }

  #settle(id: RequestId) {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#pending.delete(id)
    pending.ids.delete(id)
    if (pending.ids.size === 0) pending.stream.end()
  }
}
