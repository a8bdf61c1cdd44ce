import type { ServerResponse } from "node:http"
import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect } from "effect"
import { RequestRecord } from "./RequestRecord.ts"

/** Writes an answer by itself, for as long as it takes: its headers are set, nothing of it has been sent. */
export type Take = (response: ServerResponse) => void

/** What is logged where nobody waits for an answer, as platform does. */
const clientHasGone = 499

/**
 * Answers by handing Node's response over, once the request has passed the edge. The fiber of the request ends then, so
 * that a stream that is open for hours holds no fiber, scope or context of it.
 */
export const handOver = (take: Take): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(RequestRecord, (record) => {
    record.take = take
    return HttpServerResponse.empty({ status: 200 })
  })

/**
 * Platform listens for a client that hangs up, to interrupt the fiber of the request, which has done its part and would
 * be held with all of its context for as long as the stream is open. Its listener is the one that is not called once.
 */
const letGoOfFiber = (response: ServerResponse) => {
  const others = response.rawListeners("close").filter((listener) => "listener" in listener)
  response.removeAllListeners("close")
  for (const listener of others) response.once("close", () => listener())
}

/** Made apart from the answer, or it would be held as long as the stream. */
const toldWhenClosed = (response: ServerResponse, ended: (status: number) => void) => {
  response.once("close", () => ended(response.statusCode))
}

/** Hands over, with the headers of the answer; `ended` is called when it has been written or cut off. */
export const handedOver = (
  request: HttpServerRequest.HttpServerRequest,
  answer: HttpServerResponse.HttpServerResponse,
  take: Take,
  ended: (status: number) => void
) =>
  Effect.sync(() => {
    const response = NodeHttpServerRequest.toServerResponse(request)
    // A client that has gone meanwhile closes nothing any more: nothing is begun for it.
    if (response.destroyed) return ended(clientHasGone)
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
    toldWhenClosed(response, ended)
    letGoOfFiber(response)
    take(response)
    // Platform writes nothing to a response that has ended: that is what this request shows it from now on.
    Object.defineProperty(request, "resolvedResponse", { value: { writableEnded: true } })
  })
