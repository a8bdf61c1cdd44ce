import { Context, Effect, Layer, Runtime } from "effect"
import { Availability } from "../adapters/postgres/connection/DatabaseState.ts"

/**
 * Once no request is in flight any more, how long what is left may wait for the database, in milliseconds; and for how
 * long the process stops in all.
 */
const databaseMillis = 500
const everythingMillis = 9_600

/** Tells the log that the process begins to stop. */
class Stopping extends Context.Tag("cli/Stopping")<Stopping, { readonly begin: Effect.Effect<void> }>() {}

/** Ends the process without what still hangs; the log may be among it. */
const endNow = () => {
  process.stderr.write(`rare-disease-community: not stopped after ${everythingMillis / 1000} s, ended\n`)
  process.exit(1)
}

/** Tells the log when all above it has stopped. To be provided to all that stops, over the log alone. */
export const told = Layer.scoped(
  Stopping,
  Effect.gen(function* () {
    // Finalizers run with the logger of whoever stops, which is not the one that was provided.
    const log = Runtime.runSync(yield* Effect.runtime<never>())
    let why = "the program has ended"
    let begunAt = 0
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        why = signal
      })
    }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        if (begunAt === 0) return
        log(Effect.logInfo(`stopped after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`))
      })
    )
    return {
      begin: Effect.sync(() => {
        begunAt = performance.now()
        log(Effect.logInfo(`shutting down: ${why}`))
      })
    }
  })
)

/** Over everything else, so that it is the first to stop: says so, and sees to it that the rest ends. */
export const first = Layer.scopedDiscard(
  Effect.flatMap(Stopping, ({ begin }) =>
    Effect.addFinalizer(() =>
      Effect.zipRight(
        begin,
        Effect.sync(() => void setTimeout(endNow, everythingMillis).unref())
      )
    )
  )
)

/** Below the transports and over the services: what these still write fails soon where the database does not answer. */
export const drained = Layer.scopedDiscard(
  Effect.flatMap(Availability, ({ giveUp }) =>
    Effect.addFinalizer(() => Effect.sync(() => void setTimeout(() => Effect.runSync(giveUp), databaseMillis).unref()))
  )
)
