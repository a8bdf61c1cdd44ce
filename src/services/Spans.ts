import { Effect, Either, FiberRef, Option } from "effect"

const isOperation = (value: unknown): value is Effect.Effect<unknown, unknown, unknown> =>
  Effect.isEffect(value) && !Option.isOption(value) && !Either.isEither(value)

const spanned = (value: unknown, name: string): unknown => {
  if (isOperation(value)) return Effect.withSpan(value, name, { captureStackTrace: false })
  if (typeof value !== "function") return value
  return (...parameters: ReadonlyArray<unknown>) => {
    const result: unknown = Reflect.apply(value, undefined, parameters)
    return isOperation(result) ? spanned(result, name) : result
  }
}

/**
 * Runs each operation of a service in a span named for it, such as `Posts.create`. Where the tracer is disabled when
 * the layer is built, the service stays as it is: `Effect.fn` costs some ten microseconds for each call without a
 * tracer too.
 */
export const withSpans = <S extends object, E, R>(name: string, make: Effect.Effect<S, E, R>): Effect.Effect<S, E, R> =>
  Effect.zipWith(make, FiberRef.get(FiberRef.currentTracerEnabled), (service, isEnabled) =>
    isEnabled
      ? new Proxy(service, { get: (target, key) => spanned(Reflect.get(target, key), `${name}.${String(key)}`) })
      : service
  )
