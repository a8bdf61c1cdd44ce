import type { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import type { CommunityApi } from "../../api/CommunityApi.ts"
import type { BadRequest, Forbidden, ServiceUnavailable } from "../../api/WireErrors.ts"
import { allEndpoints, type Handler } from "./Endpoints.ts"
import { type Answerable, answerable } from "./Errors.ts"
import { makeIdempotent } from "./IdempotentHandlers.ts"

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
