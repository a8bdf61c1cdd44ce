import { Context, Effect, Layer } from "effect"
import { Changes } from "../../src/services/Changes.ts"
import type * as Services from "../../src/services/Services.ts"

/** The services as they are, and how many listen to topics of `Changes`. */
export const listenersCounted = () => {
  let listeners = 0
  const count = (by: number) =>
    Effect.sync(() => {
      listeners += by
    })
  const counted = Layer.map((services: Context.Context<Layer.Layer.Success<typeof Services.layer>>) => {
    const changes = Context.get(services, Changes)
    return Context.add(services, Changes, {
      ...changes,
      subscribe: (topic, listener) =>
        Effect.zipRight(
          Effect.acquireRelease(count(1), () => count(-1)),
          changes.subscribe(topic, listener)
        )
    })
  })
  return { counted, listeners: () => listeners }
}
