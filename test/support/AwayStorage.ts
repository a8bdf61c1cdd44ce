import { Context, Effect, Layer, Predicate } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { Unavailable } from "../../src/domain/Unavailable.ts"

/** A storage in memory that can be away: while it is, every effect of every port fails with `Unavailable`. */
export const awayStorage = () => {
  let isAway = false

  const guarded = (member: unknown): unknown => {
    if (Effect.isEffect(member))
      return Effect.suspend((): Effect.Effect<unknown, unknown, unknown> => (isAway ? new Unavailable() : member))
    return Predicate.isFunction(member) ? (...given: ReadonlyArray<unknown>) => guarded(member(...given)) : member
  }
  const port = (service: unknown) =>
    Predicate.isRecord(service)
      ? Object.fromEntries(Object.entries(service).map(([name, member]) => [name, guarded(member)]))
      : service

  const layer = Layer.map(Memory.layer, (ports) =>
    Context.unsafeMake<Layer.Layer.Success<typeof Memory.layer>>(
      new Map(Array.from(ports.unsafeMap, ([key, service]) => [key, port(service)]))
    )
  )

  const whileAway = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        isAway = true
      }),
      () => effect,
      () =>
        Effect.sync(() => {
          isAway = false
        })
    )
  return { layer, whileAway }
}
