import { Effect, Either, Option } from "effect"
import type { BadRequest } from "../../api/WireErrors.ts"
import { ReadThroughCache } from "../cache/ReadThroughCache.ts"
import { checkBodyHead, checkBodyText, parseJson } from "../wire/Body.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import { tooManyParameters, unknownNames } from "../wire/RequestTarget.ts"
import { Admission, servicesOf } from "./Admission.ts"
import { unknownMembers } from "./BodyMembers.ts"
import { type ApiEndpoint, allEndpoints, type Handler, type RequestParts } from "./Endpoints.ts"
import { invalidRequest, refuseRoute } from "./Errors.ts"
import type { Exchange } from "./Exchanges.ts"
import { HandlerRegistry } from "./HandlerRegistry.ts"
import { ResponseFinalizer } from "./ResponseFinalizer.ts"

const noText = Option.some("")

/** Names the members of a body that its endpoint does not have in a header of the response. */
const nameUnknown = ({ bodyMembers }: ApiEndpoint, { headers }: RequestState, json: unknown) => {
  const names = unknownNames(unknownMembers(bodyMembers, json), headers["x-unknown-parameters"])
  if (names !== undefined) headers["x-unknown-parameters"] = names
}

/** Parses and decodes a body. An empty one is null, unless the body is optional. */
const payloadOf = (endpoint: ApiEndpoint, state: RequestState, text: string): Either.Either<unknown, BadRequest> => {
  const { decodePayload, isBodyOptional, takesBody } = endpoint
  const json = text === "" ? Either.right(isBodyOptional ? {} : null) : parseJson(text)
  if (text !== "" && Either.isRight(json)) nameUnknown(endpoint, state, json.right)
  if (!takesBody) return Either.right(undefined)
  return Either.flatMap(json, (payload) => Either.mapLeft(decodePayload(payload), invalidRequest))
}

/** Decodes the body first, so that its fault is the one that is answered. */
const decode = (
  endpoint: ApiEndpoint,
  { routed: { path, query }, state }: Exchange,
  text: string
): Either.Either<RequestParts, BadRequest> =>
  Either.flatMap(payloadOf(endpoint, state, text), (payload) =>
    Either.mapBoth(endpoint.decodeQuery(query), {
      onLeft: invalidRequest,
      onRight: (urlParams) => ({ body: text, path, payload, urlParams })
    })
  )

/**
 * Answers the requests of endpoints, in one fiber each: one Effect, which does not suspend where credential, counts and
 * response are in memory. Platform would make fibers, scopes and services for each request, at twice the cost (decision
 * 0004).
 */
export const makeEndpointRunner = Effect.gen(function* () {
  const admission = yield* Admission
  const cache = yield* ReadThroughCache
  const handlers = yield* HandlerRegistry
  const { preflight } = yield* ResponseFinalizer

  /**
   * Checks body, limit, credential and query, in the order of the contract ("which failure wins"). Gives the caller and
   * the body.
   */
  const admit = Effect.fnUntraced(function* (exchange: Exchange, endpoint: ApiEndpoint) {
    const { request, sender, state } = exchange
    const { isCut } = exchange.routed
    if (endpoint.access === "open") return isCut ? yield* tooManyParameters : { user: Option.none(), text: "" }
    const head = checkBodyHead(request, endpoint.bodyType)
    if (Either.isLeft(head)) return yield* head.left
    // Where no limit counts the request itself, its body is not read without a valid credential. A chunked body is,
    // since it may be too large, which is refused first.
    const isReadFirst = endpoint.scopes.length > 0 || request.headers["transfer-encoding"] !== undefined
    const early = isReadFirst ? yield* exchange.body : undefined
    const admitted = admission.admit(endpoint, sender, state)
    // A client that hangs up while its credential is looked up has been counted all the same.
    const user = yield* Option.isNone(sender.secret) ? admitted : Effect.uninterruptible(admitted)
    const text = checkBodyText(early ?? (endpoint.readsBody ? noText : yield* exchange.body))
    if (Either.isLeft(text)) return yield* text.left
    if (isCut) return yield* tooManyParameters
    return { user, text: text.right }
  })

  const respondBy = (endpoint: ApiEndpoint, handler: Handler) =>
    Effect.fnUntraced(function* (exchange: Exchange) {
      const { routed, sender, state } = exchange
      const { text, user } = yield* admit(exchange, endpoint)
      const handle = Effect.suspend(() => Effect.flatMap(decode(endpoint, exchange, text), handler))
      const load = Effect.provide(handle, servicesOf(sender, user))
      const { id, query, url } = routed
      const { keeps, showsPosts } = endpoint
      const isWrite = endpoint.method !== "GET"
      return yield* cache.answer({ id, query, url, keeps, showsPosts, isWrite, caller: user }, state, load)
    })

  const refuse = ({ info, request, routed }: Exchange) => {
    const response = preflight(request, routed.allowed)
    return response === undefined ? refuseRoute(info.method, routed) : Effect.succeed(response)
  }

  const all = yield* Effect.forEach(allEndpoints, (endpoint) => {
    const handler = handlers.get(endpoint.name)
    return handler === undefined
      ? Effect.dieMessage(`${endpoint.name} has no handler`)
      : Effect.succeed([endpoint, { respond: respondBy(endpoint, handler) }] as const)
  })
  return { all, refuse: { respond: refuse } }
})
