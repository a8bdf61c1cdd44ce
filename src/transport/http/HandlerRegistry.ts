import type { HttpApiBuilder } from "@effect/platform"
import { Chunk, Context, Effect, Layer } from "effect"
import { type Access, endpointNamed, type Handler } from "./Endpoints.ts"
import { makeIdempotent } from "./IdempotentHandlers.ts"

/** The handlers by the names of their endpoints, to be run without platform's pipeline. */
export class HandlerRegistry extends Context.Tag("transport/http/HandlerRegistry")<
  HandlerRegistry,
  Map<string, Handler>
>() {
  static readonly layer = Layer.sync(HandlerRegistry, () => new Map())
}

/**
 * Registers the handlers of a group, except those of `handleRaw`, which read the request itself; and makes those of writes
 * idempotent, here and in platform's pipeline.
 */
export const registerHandlers = <E, P>(handlers: HttpApiBuilder.Handlers<E, P, Access>) =>
  Effect.map(Effect.all([HandlerRegistry, makeIdempotent]), ([all, idempotent]) => {
    const items = Chunk.map(handlers.handlers, (item) => {
      const endpoint = endpointNamed(`${handlers.group.identifier}.${item.endpoint.name}`)
      if (endpoint === undefined) return item
      const handler = endpoint.takesIdempotencyKey ? idempotent(endpoint, item.handler) : item.handler
      if (!item.withFullRequest) all.set(endpoint.name, handler)
      return { ...item, handler }
    })
    const registered: typeof handlers = Object.assign(Object.create(Object.getPrototypeOf(handlers)), handlers, {
      handlers: items
    })
    return registered
  })
