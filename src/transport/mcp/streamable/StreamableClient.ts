import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { EncodedJson, McpEventStream } from "../McpEventStream.ts"
import type { SessionClient } from "../McpServer.ts"

/** The stream that answers the requests of one body, and the ids of those that are not answered yet. */
interface PendingAnswers {
  readonly stream: McpEventStream
  readonly ids: Set<RequestId>
}

/** The client of one session of Streamable HTTP: each POST has a stream for its answers, a GET the one for the rest. */
export class StreamableClient implements SessionClient {
  readonly #pending = new Map<RequestId, PendingAnswers>()
  #listener: McpEventStream | undefined

  /** True if an id occurs twice, or is the id of a request in flight. */
  hasInFlight(ids: ReadonlyArray<RequestId>): boolean {
    return new Set(ids).size < ids.length || ids.some((id) => this.#pending.has(id))
  }

  /** The number of requests in flight. */
  get inFlight(): number {
    return this.#pending.size
  }

  /** Answers the requests of these ids on a stream, which ends with the last answer. */
  expect(ids: ReadonlyArray<RequestId>, stream: McpEventStream) {
    const pending = { stream, ids: new Set(ids) }
    for (const id of pending.ids) this.#pending.set(id, pending)
    stream.onClose(() => {
      for (const id of pending.ids) this.#pending.delete(id)
    })
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
      this.skip(message.id)
    }
  }

  sendResult(id: RequestId, json: EncodedJson) {
    this.#pending.get(id)?.stream.sendResult(id, json)
    this.skip(id)
  }

  skip(id: RequestId) {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#pending.delete(id)
    pending.ids.delete(id)
    if (pending.ids.size === 0) pending.stream.end()
  }

  readonly end = () => {
    for (const { stream } of this.#pending.values()) stream.end()
    this.#pending.clear()
    this.#listener?.end()
    this.#listener = undefined
  }
}
