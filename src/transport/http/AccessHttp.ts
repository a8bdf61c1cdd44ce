import { HttpRouter, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect, Either, Layer, Option, Tuple } from "effect"
import { Anyone, SignedIn } from "../../api/Access.ts"
import { BadRequest, NotFound } from "../../api/WireErrors.ts"
import { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { checkBodyHead, checkBodyText, readBodyText } from "../wire/Body.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import { RequestContext } from "../wire/RequestContext.ts"
import { Admission, credentialOf } from "./Admission.ts"
import { endpointOf, isJson } from "./Endpoints.ts"
import { toWireError } from "./Errors.ts"

const unknownPath = new NotFound({ message: "there is no such path: an id is a positive number" })

/** The most query parameters of a request. */
export const maxParameters = 100

export const tooManyParameters = new BadRequest({ message: `the query has more than ${maxParameters} parameters` })

const make = Effect.gen(function* () {
  const admission = yield* Admission
  const addresses = yield* ClientAddresses

  /** Checks path, body, limit and credential, in the order of the contract ("which failure wins"). Gives the caller. */
  const caller = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params, route } = yield* HttpRouter.RouteContext
    const endpoint = endpointOf(route.method, route.path)
    // A defect, since the middleware declares no 404. Endpoints whose path has an id declare it.
    if (endpoint === undefined || isJson(endpoint) || Either.isLeft(endpoint.decodePath(params)))
      return yield* Effect.die(unknownPath)
    const query = yield* HttpServerRequest.ParsedSearchParams
    const secret = credentialOf(endpoint, request.headers["authorization"], query)
    const sender = { secret, address: () => addresses.of(request), isPlain: () => addresses.isPlain(request) }
    const state = yield* RequestContext
    const admitted = admission.admit(endpoint, sender, state)
    yield* checkBodyHead(NodeHttpServerRequest.toIncomingMessage(request), endpoint.bodyType)
    const read = readBodyText(request, endpoint.bodyType)
    // Where no limit counts the request itself, its body is not read without a valid credential. A chunked body is, since
    // it may be too large, which is refused first.
    const isReadFirst = endpoint.scopes.length > 0 || request.headers["transfer-encoding"] !== undefined
    const [user, body] = isReadFirst
      ? Tuple.swap(yield* Effect.all([read, admitted]))
      : [yield* admitted, endpoint.readsBody ? Option.some("") : yield* read]
    state.body = yield* checkBodyText(body)
    if (Object.values(query).flat().length > maxParameters) return yield* tooManyParameters
    return user
  })

  return Layer.merge(
    Layer.succeed(Anyone, caller),
    Layer.succeed(
      SignedIn,
      Effect.flatMap(caller, (user) => toWireError(Effect.mapError(user, () => new NotSignedIn())))
    )
  )
})

/** Both middlewares of `api/Access.ts`. */
export const layer = Layer.unwrapEffect(make)
