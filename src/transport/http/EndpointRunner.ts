import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Option, ParseResult } from "effect"
import { Addressed, Anyone, SignedIn } from "../../api/Access.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { ClientAddress, CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { describeIssues } from "../../domain/Issues.ts"
import { Changes } from "../../services/Changes.ts"
import { ReadThroughCache } from "../cache/ReadThroughCache.ts"
import { checkBodyHead, checkBodyText, parseJson } from "../wire/Body.ts"
import { compressed } from "../wire/Compression.ts"
import { jsonText } from "../wire/EntityTag.ts"
import { Admission } from "./Admission.ts"
import type { Access, Endpoint, RequestParts, RoutedRequest } from "./Endpoints.ts"
import type { Exchange } from "./Exchanges.ts"
import { HandlerRegistry } from "./HandlerRegistry.ts"

/** The most query parameters of a request. */
const maxParameters = 100

const tooManyParameters = new BadRequest({ message: `the query has more than ${maxParameters} parameters` })

const noText = Option.some("")

const invalid = (error: ParseResult.ParseError) =>
  new BadRequest({ message: describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error)) })

/** Parses and decodes a body. An empty one is null. */
const payloadOf = ({ decodePayload, takesBody }: Endpoint, text: string): Either.Either<unknown, BadRequest> => {
  if (!takesBody) return Either.right(undefined)
  const json = text === "" ? Either.right(null) : parseJson(text)
  return Either.flatMap(json, (payload) => Either.mapLeft(decodePayload(payload), invalid))
}

/** Decodes in the order of platform, so that the first fault is the same one. A raw handler decodes the body itself. */
const decode = (
  { endpoint, path, query }: RoutedRequest,
  text: string,
  isRaw: boolean
): Either.Either<RequestParts, BadRequest> =>
  Either.flatMap(isRaw ? Either.right(undefined) : payloadOf(endpoint, text), (payload) =>
    Either.mapBoth(endpoint.decodeQuery(query), {
      onLeft: invalid,
      onRight: (urlParams) => ({ path, payload, urlParams })
    })
  )

const encode = ({ encode, status }: Endpoint, result: unknown): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  HttpServerResponse.isServerResponse(result)
    ? Effect.succeed(result)
    : Either.match(encode(result), {
        onLeft: Effect.die,
        onRight: (json) => Effect.succeed(jsonText(JSON.stringify(json), status))
      })

/**
 * Answers the requests of endpoints with admission, in one fiber each: one Effect, which does not suspend where credential,
 * counts and response are in memory. Platform would make fibers, scopes and services for each request.
 */
export const makeEndpointRunner = Effect.gen(function* () {
  const admission = yield* Admission
  const cache = yield* ReadThroughCache
  const handlers = yield* HandlerRegistry
  const { readBarrier } = yield* Changes
  // Each request copies its context, so it holds nothing else.
  const access = Context.pick(Addressed, Anyone, SignedIn)(yield* Effect.context<Access>())

  /** Checks body, limit, credential and query, in the order of the contract ("which failure wins"). Gives the caller. */
  const admit = Effect.fnUntraced(function* (exchange: Exchange) {
    const { request, routed, sender, state } = exchange
    const { endpoint, parameterCount } = routed
    const head = checkBodyHead(request, endpoint.bodyType)
    if (Either.isLeft(head)) return yield* head.left
    // Where no limit counts the request itself, its body is not read without a valid credential. A chunked body is, since
    // it may be too large, which is refused first.
    const isReadFirst = endpoint.scopes.length > 0 || request.headers["transfer-encoding"] !== undefined
    const early = isReadFirst ? yield* exchange.body : undefined
    const admitted = admission.admit(endpoint, sender, state)
    // A client that hangs up while its credential is looked up has been counted all the same.
    const user = yield* Option.isNone(sender.secret) ? admitted : Effect.uninterruptible(admitted)
    const text = checkBodyText(early ?? (endpoint.readsBody ? noText : yield* exchange.body))
    if (Either.isLeft(text)) return yield* text.left
    if (parameterCount > maxParameters) return yield* tooManyParameters
    state.body = text.right
    return user
  })

  /** The services of a handler that answers this caller. */
  const servicesOf = ({ routed, sender }: Exchange, user: Option.Option<SignedInUser>): Context.Context<Access> => {
    const viewing = Context.add(access, Viewer, user)
    const called = Option.isSome(user) ? Context.add(viewing, CurrentUser, user.value) : viewing
    return routed.endpoint.isAddressed ? Context.add(called, ClientAddress, sender.address()) : called
  }

  /** Runs the handler of an admitted request. */
  const handle = ({ routed, state }: Exchange) => {
    const { endpoint } = routed
    const handler = handlers.get(endpoint.name)
    if (handler === undefined) return Effect.dieMessage(`${endpoint.name} has no handler`)
    return decode(routed, state.body, handler.isRaw).pipe(
      Effect.flatMap(handler.handle),
      Effect.flatMap((result) => encode(endpoint, result))
    )
  }

  return Effect.fnUntraced(function* (exchange: Exchange) {
    const { info, routed, state } = exchange
    const user = yield* admit(exchange)
    const load = Effect.suspend(() => Effect.provide(handle(exchange), servicesOf(exchange, user)))
    const key = info.method === "GET" ? cache.keyOf(routed, user) : undefined
    if (key === undefined) return yield* compressed(yield* load, state)
    // Signed-in callers see their own writes at once, from any instance.
    if (Option.isSome(user)) yield* readBarrier
    return cache.get(key, state) ?? (yield* compressed(yield* cache.load(key, state, load), state))
  })
})
