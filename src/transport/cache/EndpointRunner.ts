import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Option, ParseResult } from "effect"
import { Addressed, Anyone, SignedIn } from "../../api/Access.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { describeIssues } from "../../domain/Issues.ts"
import type { RequestParts } from "../http/Endpoints.ts"
import { HandlerRegistry } from "../http/HandlerRegistry.ts"
import { checkBodyText } from "../wire/Body.ts"
import { jsonText } from "../wire/EntityTag.ts"
import type { SimpleRequest } from "./SimpleRequest.ts"

const noJson = new BadRequest({ message: "the body is no JSON" })

const invalid = (error: ParseResult.ParseError) =>
  new BadRequest({ message: describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error)) })

/** Parses a body. An empty one is null, as in platform. */
const payloadOf = ({ endpoint }: SimpleRequest, text: string): Either.Either<unknown, BadRequest> => {
  if (!endpoint.takesBody) return Either.right(undefined)
  return text === "" ? Either.right(null) : Either.try({ try: () => JSON.parse(text), catch: () => noJson })
}

const decode = (request: SimpleRequest, text: string): Either.Either<RequestParts, BadRequest> =>
  Either.flatMap(payloadOf(request, text), (payload) =>
    Either.mapLeft(request.endpoint.decode({ path: request.path, payload, urlParams: request.query }), invalid)
  )

const encode = ({ endpoint }: SimpleRequest, result: unknown): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  HttpServerResponse.isServerResponse(result)
    ? Effect.succeed(result)
    : Either.match(endpoint.encode(result), {
        onLeft: Effect.die,
        onRight: (json) => Effect.succeed(jsonText(JSON.stringify(json), endpoint.status))
      })

/**
 * Runs the handlers of endpoints without platform's pipeline: the same decoders, handlers, encoders and errors, but none
 * of the fibers, scopes and services that platform makes for each request.
 */
export const makeEndpointRunner = Effect.gen(function* () {
  const handlers = yield* HandlerRegistry
  // Each request copies its context, so it holds nothing else.
  const access = Context.pick(Addressed, Anyone, SignedIn)(yield* Effect.context<Addressed | Anyone | SignedIn>())

  /** The services of a handler that answers this caller. */
  const contextOf = (user: Option.Option<SignedInUser>): Context.Context<Addressed | Anyone | SignedIn> => {
    const viewing = Context.add(access, Viewer, user)
    return Option.isSome(user) ? Context.add(viewing, CurrentUser, user.value) : viewing
  }

  /** Gives the function that answers an admitted request; undefined for an endpoint whose handler reads the request itself. */
  const runnerOf = (request: SimpleRequest) => {
    const handler = handlers.get(request.endpoint.name)
    return handler === undefined
      ? undefined
      : (body: Option.Option<string>) =>
          checkBodyText(body).pipe(
            Effect.flatMap((text) => decode(request, text)),
            Effect.flatMap(handler),
            Effect.flatMap((result) => encode(request, result))
          )
  }

  return { contextOf, runnerOf }
})
