import { Effect, Either, identity, Option, Predicate, Redacted, Schema } from "effect"
import { BadRequest } from "../../api/WireErrors.ts"
import { IdempotencyConflict, IdempotencyKey, maxKeyCharacters } from "../../domain/Idempotency.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { Idempotency } from "../../services/idempotency/Idempotency.ts"
import { subjectOf } from "../../services/RateLimits.ts"
import { jsonText } from "../wire/EntityTag.ts"
import { carriesSecrets } from "../wire/Headers.ts"
import { RequestContext, type RequestState } from "../wire/RequestContext.ts"
import type { Endpoint, Handler, RequestParts } from "./Endpoints.ts"
import { toWireError } from "./Errors.ts"

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

/** A response as it is recorded. */
const Recorded = Schema.parseJson(
  Schema.Struct({ status: Schema.Number, location: Schema.optional(Schema.String), body: Schema.String })
)
const encode = Schema.encodeSync(Recorded)
const decode = Schema.decode(Recorded)

/**
 * Whose keys are the same. A response with a secret is for the credential that made it: another key of the member may be
 * allowed less.
 */
const callerOf = ({ address, secret, userId }: RequestState, isSecret: boolean) => {
  if (userId === undefined) return `address ${address()}`
  const subject = subjectOf({ id: userId })
  return isSecret ? `${subject} ${Redacted.value(Option.getOrElse(secret, () => Redacted.make("")))}` : subject
}

const isOwnFailure = (error: unknown): error is IdempotencyConflict | Unavailable =>
  error instanceof IdempotencyConflict || error instanceof Unavailable

/**
 * Makes the handlers of writes answer a repeated Idempotency-Key with the response that they recorded, on both pipelines.
 * A request without a key runs the handler as it is.
 */
export const makeIdempotent = Effect.map(Idempotency, ({ once }) => (endpoint: Endpoint, handler: Handler): Handler => {
  const responseOf = (state: RequestState) => (result: unknown) =>
    encode({
      status: endpoint.status,
      location: state.locationOf?.(result),
      body: JSON.stringify(Either.getOrThrowWith(endpoint.encode(result), identity))
    })

  const keyed = Effect.fnUntraced(function* (parts: RequestParts, header: string, state: RequestState) {
    const isSecret = carriesSecrets(endpoint.path)
    const write = {
      key: yield* keyOf(header),
      caller: callerOf(state, isSecret),
      request: [endpoint.method, endpoint.path, JSON.stringify(parts.path), normalised(state.body)].join("\n"),
      isSecret
    }
    const answer = Effect.catchIf(once(write, responseOf(state), handler(parts)), isOwnFailure, (error) =>
      toWireError(Effect.fail(error))
    )
    const { isReplayed, text } = yield* answer
    const { body, location, status } = yield* Effect.orDie(decode(text))
    if (location !== undefined) state.headers["location"] = location
    if (isReplayed) {
      state.headers["idempotency-replayed"] = "true"
      delete state.headers["retry-after"] // of a try that failed
    }
    return jsonText(body, status)
  })

  return (parts) =>
    Effect.flatMap(
      RequestContext,
      (state): ReturnType<Handler> =>
        state.idempotencyKey === undefined ? handler(parts) : keyed(parts, state.idempotencyKey, state)
    )
})
