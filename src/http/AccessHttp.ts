import { HttpRouter, HttpServerRequest } from "@effect/platform"
import { Effect, Either, Layer, Option } from "effect"
import { Anyone, SignedIn } from "../api/Access.ts"
import { NotFound } from "../api/WireErrors.ts"
import { querySecretOf, type Secret, secretOf } from "../domain/Credential.ts"
import { NotSignedIn, type SignedInUser } from "../domain/CurrentUser.ts"
import type { LimitScope } from "../domain/Limits.ts"
import { Credentials } from "../services/Credentials.ts"
import { RateLimits, subjectOf } from "../services/RateLimits.ts"
import { Addresses } from "./Addresses.ts"
import { readable, shallow } from "./Body.ts"
import { endpointOf } from "./Endpoints.ts"
import { wire } from "./Errors.ts"
import { RequestRecord } from "./RequestRecord.ts"

const unknownPath = new NotFound({ message: "there is no such path: an id is a positive number" })

const guessed: ReadonlyArray<LimitScope> = ["read"]

const make = Effect.gen(function* () {
  const credentials = yield* Credentials
  const limits = yield* RateLimits
  const addresses = yield* Addresses

  /** Who sent it; on the left that the credential opens nothing, which counts for the address and is told later. */
  const caller = (secret: Option.Option<Secret>) =>
    Option.match(secret, {
      onNone: () => Effect.succeed(Either.right(Option.none<SignedInUser>())),
      onSome: (secret) =>
        wire(
          credentials.userOf(secret).pipe(
            Effect.map((user) => Either.right(Option.some(user))),
            Effect.catchTag("NotSignedIn", (refused) => Effect.succeed(Either.left(refused)))
          )
        )
    })

  /** Lets a request through in the order of the contract ("which failure wins"): path, body, limit, credential. */
  const admitted = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params, route } = yield* HttpRouter.RouteContext
    const endpoint = endpointOf(route.method, route.path)
    // Not a failure that the middleware declares: a path without an id has no such answer, one with an id has it anyway.
    if (endpoint === undefined || !endpoint.knowsPath(params)) return yield* Effect.die(unknownPath)
    yield* readable(request, endpoint.bodyType)
    const record = yield* RequestRecord
    const query = yield* HttpServerRequest.ParsedSearchParams
    const secret = Option.orElse(secretOf(request.headers["authorization"]), () =>
      Option.firstSomeOf(endpoint.queryCredentials.map((name) => querySecretOf(name, query[name])))
    )
    const found = yield* caller(secret)
    const user = Option.flatten(Either.getRight(found))
    record.userId = Option.getOrUndefined(Option.map(user, ({ id }) => id))
    // Register and login count by address, whoever calls.
    const subject =
      Option.isSome(user) && !endpoint.scopes.includes("auth") ? subjectOf(user.value) : addresses.of(request)
    // Guessing costs a look-up, and so a read at least.
    const scopes = Either.isLeft(found) && endpoint.scopes.length === 0 ? guessed : endpoint.scopes
    record.route = endpoint.path
    record.budget = yield* wire(
      Effect.tapErrorTag(limits.admit(scopes, subject), "TooManyRequests", ({ budget }) =>
        Effect.sync(() => {
          record.budget = budget
        })
      )
    )
    if (Either.isLeft(found)) return yield* wire(found.left)
    return { request, user }
  })

  const anyone = Effect.flatMap(admitted, ({ request, user }) => Effect.as(shallow(request), user))

  const signedIn = Effect.flatMap(admitted, ({ request, user }) =>
    Effect.zipLeft(wire(Effect.mapError(user, () => new NotSignedIn())), shallow(request))
  )

  return Layer.merge(Layer.succeed(Anyone, anyone), Layer.succeed(SignedIn, signedIn))
})

/** Both middlewares of `api/Access.ts`. */
export const layer = Layer.unwrapEffect(make)
