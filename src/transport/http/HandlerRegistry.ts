import type { HttpApiBuilder } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import type { Addressed, Anyone, SignedIn } from "../../api/Access.ts"
import type { RequestParts } from "./Endpoints.ts"

/** The services that middleware provides to a handler. */
type Access = Addressed | Anyone | SignedIn

/** The handler of an endpoint: takes the decoded parts of a request, and answers with a value for its schema to encode. */
export type Handler = (parts: RequestParts) => Effect.Effect<unknown, unknown, Access>

/** The handlers by the names of their endpoints, to be run without platform's pipeline. */
export class HandlerRegistry extends Context.Tag("transport/http/HandlerRegistry")<
  HandlerRegistry,
  Map<string, Handler>
>() {
  static readonly layer = Layer.sync(HandlerRegistry, () => new Map())
}

/** Registers the handlers of a group, except those of `handleRaw`, which read the request itself. */
export const registerHandlers = <E, P>(handlers: HttpApiBuilder.Handlers<E, P, Access>) =>
  Effect.map(HandlerRegistry, (all) => {
    for (const { endpoint, handler, withFullRequest } of handlers.handlers) {
      if (!withFullRequest) all.set(`${handlers.group.identifier}.${endpoint.name}`, handler)
    }
    return handlers
  })
