import type { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, identity, Layer, Predicate, Redacted, Schema } from "effect"
import type { CommunityApi } from "../../api/CommunityApi.ts"
import { BadRequest, type Forbidden, type ServiceUnavailable } from "../../api/WireErrors.ts"
import { IdempotencyKey, maxKeyCharacters } from "../../domain/Idempotency.ts"
import { Idempotency } from "../../services/Idempotency.ts"
import { jsonText } from "../wire/EntityTag.ts"
import { RequestContext, type RequestState } from "../wire/RequestContext.ts"
import { type ApiEndpoint, allEndpoints, type Handler } from "./Endpoints.ts"
import { type Answerable, answerable } from "./Errors.ts"

/** The handlers of all endpoints, by the names of these. */
export class HandlerRegistry extends Context.Tag("transport/http/HandlerRegistry")<
  HandlerRegistry,
  Map<string, Handler>
>() {
  static readonly layer = Layer.sync(HandlerRegistry, () => new Map())
}

type Groups = (typeof CommunityApi.groups)[string]
type Endpoints<Name extends string> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, Name>

/** The failures of all endpoints beside those that each declares. */
type CommonFailure = BadRequest | Forbidden | ServiceUnavailable

/**
 * A handler for each endpoint of a group: takes the decoded parts of a request, and gives a value for the schema of success,
 * or a whole response. It fails with errors that its endpoint declares, or with errors of the domain whose rows
 * (`errorTable`) are among these.
 */
type Handlers<Name extends string> = {
  readonly [Key in Endpoints<Name>["name"]]: HandlerOf<HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints<Name>, Key>>
}

type HandlerOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  request: Omit<HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>, "request">
) => Effect.Effect<
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | HttpServerResponse.HttpServerResponse,
  Answerable<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint> | CommonFailure>,
  HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<Endpoint>>
>

/** Registers the handlers of a group, those of writes as idempotent ones. A missing handler does not compile. */
export const handlers = <const Name extends Groups["identifier"], Services, E, R>(
  group: Name,
  services: Effect.Effect<Services, E, R>,
  make: (services: Services) => Handlers<Name>
) =>
  Layer.scopedDiscard(
    Effect.map(Effect.all([HandlerRegistry, makeIdempotent, services]), ([registry, idempotent, services]) => {
      const made: object = make(services)
      // Each handler gets the parts that the schemas of its own endpoint have decoded.
      const byName: ReadonlyArray<readonly [string, Handler]> = Object.entries(made)
      for (const [name, handler] of byName) {
        const endpoint = allEndpoints.find((one) => one.name === `${group}.${name}`)
        if (endpoint === undefined) continue
        const handle = endpoint.takesIdempotencyKey ? idempotent(endpoint, handler) : handler
        registry.set(endpoint.name, (parts) => answerable(handle(parts)))
      }
    })
  )

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
const makeIdempotent = Effect.map(Idempotency, ({ once }) => (endpoint: ApiEndpoint, handler: Handler): Handler => {
  const answerOf = (state: RequestState) => (result: unknown) => ({
    status: endpoint.status,
    location: state.locationOf?.(result) ?? null,
    body: JSON.stringify(Either.getOrThrowWith(endpoint.encode(result), identity))
  })

  return Effect.fnUntraced(function* (parts) {
    const state = yield* RequestContext
    const { idempotencyKey, userId } = state
    if (idempotencyKey === undefined || userId === undefined) return yield* handler(parts)
    const write = {
      key: yield* keyOf(idempotencyKey),
      caller: { id: userId },
      request: [endpoint.method, endpoint.path, JSON.stringify(parts.path), normalised(state.body)].join("\n")
    }
    const { body, isReplayed, location, status } = yield* once(write, answerOf(state), handler(parts))
    if (location !== null) state.headers["location"] = location
    if (isReplayed) state.headers["idempotency-replayed"] = "true"
    return jsonText(body, status)
  })
})
