import { Effect, Either, identity, Predicate, Redacted, Schema } from "effect"
import { BadRequest } from "../../api/WireErrors.ts"
import { IdempotencyKey, maxKeyCharacters } from "../../domain/Idempotency.ts"
import type { UserId } from "../../domain/Ids.ts"
import { Idempotency } from "../../services/Idempotency.ts"
import { jsonText } from "../wire/EntityTag.ts"
import { RequestContext, type RequestState } from "../wire/RequestContext.ts"
import type { Endpoint, Handler, RequestParts } from "./Endpoints.ts"

const invalidKey = new BadRequest({
  message: `Idempotency-Key must be 1 to ${maxKeyCharacters} printable ASCII characters, such as a UUID`
})

/** A string of Structured Fields (RFC 9651, 3.3.3). */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/

const isKey = Schema.is(IdempotencyKey)

/** The key of a header: a string of Structured Fields, or any other text as it is. */
const keyOf = (header: string): Either.Either<Redacted.Redacted, BadRequest> => {
  const key = header.startsWith('"') ? quoted.exec(header)?.[1]?.replace(/\\(.)/g, "$1") : header
  return isKey(key) ? Either.right(Redacted.make(key)) : Either.left(invalidKey)
}

const sorted = (_: string, value: unknown): unknown =>
  Predicate.isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** A body so that two bodies with the same JSON are the same text. */
const normalised = (body: string): string =>
  Either.getOrElse(
    Either.try(() => JSON.stringify(JSON.parse(body), sorted)),
    () => body
  )

/**
 * Makes the handlers of writes answer a repeated Idempotency-Key with the response that they recorded.
 * A request without a key runs the handler as it is.
 */
export const makeIdempotent = Effect.map(Idempotency, ({ once }) => (endpoint: Endpoint, handler: Handler): Handler => {
  const answerOf = (state: RequestState) => (result: unknown) => ({
    status: endpoint.status,
    location: state.locationOf?.(result) ?? null,
    body: JSON.stringify(Either.getOrThrowWith(endpoint.encode(result), identity))
  })

  const keyed = Effect.fnUntraced(function* (parts: RequestParts, header: string, state: RequestState, id: UserId) {
    const write = {
      key: yield* keyOf(header),
      caller: { id },
      request: [endpoint.method, endpoint.path, JSON.stringify(parts.path), normalised(state.body)].join("\n")
    }
    const { body, isReplayed, location, status } = yield* once(write, answerOf(state), handler(parts))
    if (location !== null) state.headers["location"] = location
    if (isReplayed) state.headers["idempotency-replayed"] = "true"
    return jsonText(body, status)
  })

  return (parts) =>
    Effect.flatMap(
      RequestContext,
      (state): ReturnType<Handler> =>
        state.idempotencyKey === undefined || state.userId === undefined
          ? handler(parts)
          : keyed(parts, state.idempotencyKey, state, state.userId)
    )
})
