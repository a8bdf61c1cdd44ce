import type { HttpApiBuilder } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { type Access, allEndpoints, type Handler, isAdmitted } from "./Endpoints.ts"
import { makeIdempotent } from "./IdempotentHandlers.ts"

/** A handler of an endpoint with admission. */
interface RegisteredHandler {
  readonly handle: Handler
  /** It decodes the body itself. */
  readonly isRaw: boolean
}

/** The handlers of the endpoints with admission, by the names of these. */
export class HandlerRegistry extends Context.Tag("transport/http/HandlerRegistry")<
  HandlerRegistry,
  Map<string, RegisteredHandler>
>() {
  static readonly layer = Layer.sync(HandlerRegistry, () => new Map())
}

/** Registers the handlers of a group, those of writes as idempotent ones. */
export const registerHandlers = <E, P>(handlers: HttpApiBuilder.Handlers<E, P, Access>) =>
  Effect.map(Effect.all([HandlerRegistry, makeIdempotent]), ([all, idempotent]) => {
    for (const {
      endpoint: { name },
      handler,
      withFullRequest
    } of handlers.handlers) {
      const endpoint = allEndpoints.find((one) => one.name === `${handlers.group.identifier}.${name}`)
      if (endpoint === undefined || !isAdmitted(endpoint)) continue
      const handle = endpoint.takesIdempotencyKey ? idempotent(endpoint, handler) : handler
      all.set(endpoint.name, { handle, isRaw: withFullRequest })
    }
    return handlers
  })
