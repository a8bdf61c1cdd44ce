import { type HttpApiEndpoint, type HttpApiGroup, type HttpApiMiddleware, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, identity, Layer, Predicate, Redacted, Schema } from "effect"
import type { CommunityApi } from "../../api/CommunityApi.ts"
import { BadRequest, type Forbidden, type ServiceUnavailable } from "../../api/WireErrors.ts"
import { IdempotencyKey, maxKeyCharacters } from "../../domain/Idempotency.ts"
import type { WriteAnswer } from "../../services/Claims.ts"
import { Idempotency, type KeyedAnswer } from "../../services/Idempotency.ts"
import { jsonText } from "../wire/EntityTag.ts"
import { RequestContext } from "../wire/RequestContext.ts"
import { Tagged, tagged } from "../wire/Tagged.ts"
import { type Access, type ApiEndpoint, allEndpoints, type Handler, type RequestParts } from "./Endpoints.ts"
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

/** The failures of all endpoints besides those that each declares. */
type CommonFailure = BadRequest | Forbidden | ServiceUnavailable

type Taggable<A> = A | Tagged<A>

/**
 * An operation for each endpoint of a group: takes the decoded parts of a request, and gives a value for the schema of
 * success, or a whole response, tagged where it may be cached. It fails with errors that its endpoint declares, or with
 * errors of the domain whose rows (`errorTable`) are among these.
 */
type Operations<Name extends string> = {
  readonly [Key in Endpoints<Name>["name"]]: OperationOf<HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints<Name>, Key>>
}

type OperationOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  request: Omit<HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>, "request"> & Partial<Pick<RequestParts, "body">>
) => Effect.Effect<
  Taggable<HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint>> | Taggable<HttpServerResponse.HttpServerResponse>,
  Answerable<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint> | CommonFailure>,
  HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<Endpoint>>
>

/** The same without the types of its endpoint. */
interface GroupOperation {
  (parts: RequestParts): Effect.Effect<unknown, unknown, Access>
  /** Gives the `Location` of what the handler creates. */
  readonly locationOf?: (created: unknown) => string
}

/** `Operations` has checked its types: it gets the parts that the schemas of its own endpoint have decoded. */
const isOperation = (made: unknown): made is GroupOperation => Predicate.isFunction(made)

/** Names the path of what a handler creates. */
export const withLocation = <Request, A, E, R>(
  handler: (request: Request) => Effect.Effect<A, E, R>,
  locationOf: (created: A) => string
) => Object.assign((request: Request) => handler(request), { locationOf })

/**
 * The operations of a group of endpoints, each written once for REST and tools. `layer` answers the endpoints by them,
 * those of writes as idempotent ones; `made` gives them to tools. A missing one does not compile.
 */
export const operations = <
  const Name extends Groups["identifier"],
  Services,
  E,
  R,
  Made extends Operations<NoInfer<Name>>
>(
  group: Name,
  services: Effect.Effect<Services, E, R>,
  make: (services: Services) => Made
) => {
  const made = Effect.map(services, make)
  const layer = Layer.scopedDiscard(
    Effect.map(Effect.all([HandlerRegistry, makeAnswering, made]), ([registry, answering, made]) => {
      const byName: Readonly<Record<string, unknown>> = made
      for (const endpoint of allEndpoints.filter((one) => one.group === group)) {
        const operation = byName[endpoint.name.slice(group.length + 1)]
        if (!isOperation(operation)) throw new Error(`${endpoint.name} has no operation`)
        const answer = answering(endpoint, operation)
        registry.set(endpoint.name, (parts) => answerable(answer(parts)))
      }
    })
  )
  return { layer, made }
}

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

/** The response to a write, and whether an earlier request made that. */
const responseOf = ({ body, isReplayed = false, location, status }: WriteAnswer & Partial<KeyedAnswer>) =>
  jsonText(body, status, {
    ...(location === null ? {} : { location }),
    // What was recorded may be for members only, whoever repeats the request.
    ...(isReplayed ? { "idempotency-replayed": "true", "cache-control": "private, no-store" } : {})
  })

/**
 * Answers an endpoint by its handler. A write answers a repeated Idempotency-Key with the response that it recorded.
 */
const makeAnswering = Effect.map(
  Idempotency,
  ({ once }) =>
    (endpoint: ApiEndpoint, handler: GroupOperation): Handler => {
      const encode = (result: unknown) => ({
        status: endpoint.status,
        location: handler.locationOf?.(result) ?? null,
        body: JSON.stringify(Either.getOrThrowWith(endpoint.encode(result), identity))
      })
      const respond = (result: unknown) =>
        HttpServerResponse.isServerResponse(result) ? result : responseOf(encode(result))
      const answer = (parts: RequestParts) => Effect.map(handler(parts), (result) => tagged(result).map(respond))
      if (!endpoint.takesIdempotencyKey) return answer
      const codec = { encode, decode: (answer: KeyedAnswer) => Effect.succeed(new Tagged(responseOf(answer))) }

      return Effect.fnUntraced(function* (parts) {
        const { idempotencyKey, userId } = yield* RequestContext
        if (idempotencyKey === undefined || userId === undefined) return yield* answer(parts)
        const write = {
          key: yield* keyOf(idempotencyKey),
          caller: { id: userId },
          request: [endpoint.method, endpoint.path, JSON.stringify(parts.path), normalised(parts.body)].join("\n")
        }
        return yield* once(write, codec, handler(parts))
      })
    }
)
