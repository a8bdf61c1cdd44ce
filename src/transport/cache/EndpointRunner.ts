import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Option, ParseResult } from "effect"
import { Addressed, Anyone, SignedIn } from "../../api/Access.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { ClientAddress } from "../../domain/accounts/ClientAddress.ts"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { describeIssues } from "../../domain/Issues.ts"
import type { Access, Endpoint, RequestParts } from "../http/Endpoints.ts"
import type { Exchange } from "../http/Exchanges.ts"
import { HandlerRegistry } from "../http/HandlerRegistry.ts"
import { parseJson } from "../wire/Body.ts"
import { jsonText } from "../wire/EntityTag.ts"
import type { JsonRequest } from "./JsonRequest.ts"

const invalid = (error: ParseResult.ParseError) =>
  new BadRequest({ message: describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error)) })

/** Parses a body. An empty one is null. */
const payloadOf = ({ takesBody }: Endpoint, text: string): Either.Either<unknown, BadRequest> => {
  if (!takesBody) return Either.right(undefined)
  return text === "" ? Either.right(null) : parseJson(text)
}

const decode = ({ endpoint, path, query }: JsonRequest, text: string): Either.Either<RequestParts, BadRequest> =>
  Either.flatMap(payloadOf(endpoint, text), (payload) =>
    Either.mapLeft(endpoint.decode({ path, payload, urlParams: query }), invalid)
  )

const encode = ({ endpoint }: JsonRequest, result: unknown): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  HttpServerResponse.isServerResponse(result)
    ? Effect.succeed(result)
    : Either.match(endpoint.encode(result), {
        onLeft: Effect.die,
        onRight: (json) => Effect.succeed(jsonText(JSON.stringify(json), endpoint.status))
      })

/**
 * Runs the handlers of endpoints for JSON, without the fibers, scopes and services that platform would make for each
 * request.
 */
export const makeEndpointRunner = Effect.gen(function* () {
  const handlers = yield* HandlerRegistry
  // Each request copies its context, so it holds nothing else.
  const access = Context.pick(Addressed, Anyone, SignedIn)(yield* Effect.context<Access>())

  /** The services of a handler that answers this caller. */
  const contextOf = (
    { endpoint, sender }: Pick<Exchange, "endpoint" | "sender">,
    user: Option.Option<SignedInUser>
  ): Context.Context<Access> => {
    const viewing = Context.add(access, Viewer, user)
    const called = Option.isSome(user) ? Context.add(viewing, CurrentUser, user.value) : viewing
    return endpoint.isAddressed ? Context.add(called, ClientAddress, sender.address()) : called
  }

  /** Answers an admitted request with this body. */
  const run = (request: JsonRequest, text: string) => {
    const handler = handlers.get(request.endpoint.name)
    if (handler === undefined) return Effect.dieMessage(`${request.endpoint.name} has no handler`)
    const { handle, isRaw } = handler
    const parts = decode(request, isRaw ? "{}" : text)
    return parts.pipe(
      Effect.flatMap(handle),
      Effect.flatMap((result) => encode(request, result))
    )
  }

  return { contextOf, run }
})
