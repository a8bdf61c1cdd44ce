import type { ServerResponse } from "node:http"

/** How much may wait for a client that does not take what was sent, before it is cut off. One message may be larger. */
const maxWaitingBytes = 1024 * 1024

/** Headers of every stream of events: nobody keeps it, and no proxy holds it back. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

/** Whether a client has left more than it may. */
export const hasFallenBehind = (response: ServerResponse): boolean => response.writableLength > maxWaitingBytes

/** Sends what the SDK streams as it comes, until one of both ends. */
export const streamTo = (
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>
) => {
  const reader = body.getReader()
  // The SDK keeps a stream until its reader says that nobody reads any more.
  response.once("close", () => void reader.cancel().catch(() => undefined))
  response.writeHead(200, { ...streamHeaders, ...headers })
  response.flushHeaders()
  response.socket?.setNoDelay(true)
  const flow = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (hasFallenBehind(response)) return response.destroy()
      response.write(next.value)
    }
    return response.end()
  }
  flow().catch(() => response.destroy())
}
