import { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Context, Effect } from "effect"
import { Conflict } from "../api/WireErrors.ts"

/** The Idempotency-Key of the call that this fiber makes. */
export class CallKey extends Context.Reference<CallKey>()("client/CallKey", {
  defaultValue: (): string | undefined => undefined
}) {}

/** Sends the key of a call in its header. */
export const withCallKey = HttpClient.mapRequestEffect((request) =>
  Effect.map(CallKey, (key) =>
    key === undefined ? request : HttpClientRequest.setHeader(request, "idempotency-key", key)
  )
)

/** Fails with `Conflict` for a key that was sent with another request: no endpoint declares this failure by itself. */
export const refailConflict = (error: unknown): Effect.Effect<never, unknown> =>
  error instanceof HttpClientError.ResponseError && error.response.status === 409
    ? Effect.flatMap(HttpClientResponse.schemaBodyJson(Conflict.wire)(error.response), Effect.fail)
    : Effect.fail(error)
