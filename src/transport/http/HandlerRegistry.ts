import type { HttpApiBuilder } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { type Access, endpointNamed, type Handler, isJson } from "./Endpoints.ts"
import { makeIdempotent } from "./IdempotentHandlers.ts"

/** A handler of an endpoint for JSON. */
interface JsonHandler {
  readonly handle: Handler
  /** It decodes the body itself. */
  readonly isRaw: boolean
}

/** The handlers of the endpoints for JSON, by the names of these. */
export class HandlerRegistry extends Context.Tag("transport/http/HandlerRegistry")<
  HandlerRegistry,
  Map<string, JsonHandler>
>() {
  static readonly layer = Layer.sync(HandlerRegistry, () => new Map())
}

/** Registers the handlers of a group that the JSON pipeline runs, those of writes as idempotent ones. */
export const registerHandlers = <E, P>(handlers: HttpApiBuilder.Handlers<E, P, Access>) =>
  Effect.map(Effect.all([HandlerRegistry, makeIdempotent]), ([all, idempotent]) => {
    for (const {
      endpoint: { name },
      handler,
      withFullRequest
    } of handlers.handlers) {
      const endpoint = endpointNamed(`${handlers.group.identifier}.${name}`)
      if (endpoint === undefined || !isJson(endpoint)) continue
      const handle = endpoint.takesIdempotencyKey ? idempotent(endpoint, handler) : handler
      all.set(endpoint.name, { handle, isRaw: withFullRequest })
    }
    return handlers
  })
