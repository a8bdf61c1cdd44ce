import { HttpRouter, HttpServerRequest } from "@effect/platform"
import { Effect, Layer, Option } from "effect"
import { Anyone, SignedIn } from "../api/Access.ts"
import { BadRequest, NotFound } from "../api/WireErrors.ts"
import { querySecretOf, secretOf } from "../domain/Credential.ts"
import { NotSignedIn } from "../domain/CurrentUser.ts"
import { Addresses } from "./Addresses.ts"
import { Admission } from "./Admission.ts"
import { legible, readable } from "./Body.ts"
import { endpointOf } from "./Endpoints.ts"
import { wire } from "./Errors.ts"
import { RequestRecord } from "./RequestRecord.ts"

const unknownPath = new NotFound({ message: "there is no such path: an id is a positive number" })

/** More are sent by nobody who wants an answer, and each costs time. */
export const maxParameters = 100

const tooManyParameters = new BadRequest({ message: `the query has more than ${maxParameters} parameters` })

const countOf = (query: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
  Object.values(query).reduce((count, value) => count + (typeof value === "string" ? 1 : value.length), 0)

const make = Effect.gen(function* () {
  const admission = yield* Admission
  const addresses = yield* Addresses

  /** Lets a request through in the order of the contract ("which failure wins"): path, body, limit, credential. */
  const admitted = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params, route } = yield* HttpRouter.RouteContext
    const endpoint = endpointOf(route.method, route.path)
    // Not a failure that the middleware declares: a path without an id has no such answer, one with an id has it anyway.
    if (endpoint === undefined || !endpoint.knowsPath(params)) return yield* Effect.die(unknownPath)
    const body = yield* readable(request, endpoint.bodyType)
    const query = yield* HttpServerRequest.ParsedSearchParams
    const secret = Option.orElse(secretOf(request.headers["authorization"]), () =>
      Option.firstSomeOf(endpoint.queryCredentials.map((name) => querySecretOf(name, query[name])))
    )
    const sender = { secret, address: () => addresses.of(request) }
    const user = yield* admission.admit(endpoint, sender, yield* RequestRecord)
    yield* legible(body)
    if (countOf(query) > maxParameters) return yield* tooManyParameters
    return user
  })

  return Layer.merge(
    Layer.succeed(Anyone, admitted),
    Layer.succeed(
      SignedIn,
      Effect.flatMap(admitted, (user) => wire(Effect.mapError(user, () => new NotSignedIn())))
    )
  )
})

/** Both middlewares of `api/Access.ts`. */
export const layer = Layer.unwrapEffect(make)
