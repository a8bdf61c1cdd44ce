import type { HttpApiBuilder } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import type { Addressed, Anyone, SignedIn } from "../api/Access.ts"

/** What platform has run before a handler: whoever runs one without it runs the same, or what stands for it. */
export type Access = Addressed | Anyone | SignedIn

/** What answers an endpoint: given what was decoded of a request, the answer that its schema encodes. */
export type Handler = (asked: {
  readonly path: unknown
  readonly urlParams: unknown
  readonly payload: unknown
}) => Effect.Effect<unknown, unknown, Access>

/** The handlers of the endpoints, by group and name, for who runs them without platform's pipeline (`fast/`). */
export class Handlers extends Context.Tag("http/Handlers")<Handlers, Map<string, Handler>>() {
  /** None yet. */
  static readonly layer = Layer.sync(Handlers, () => new Map())
}

/** Makes the handlers of a group known. They read nothing of the request itself, but for `handleRaw`, which is left out. */
export const known = <E, P>(handlers: HttpApiBuilder.Handlers<E, P, Access>) =>
  Effect.map(Handlers, (all) => {
    for (const { endpoint, handler, withFullRequest } of handlers.handlers) {
      if (!withFullRequest) all.set(`${handlers.group.identifier}.${endpoint.name}`, handler)
    }
    return handlers
  })
