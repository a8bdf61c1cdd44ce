import { Context, Effect, Layer, Runtime } from "effect"
import { Availability } from "../adapters/postgres/connection/DatabaseState.ts"

/** Limits of a shutdown: the time for which writes wait for the database after the last request, and the time in all. */
const databaseMillis = 500
const everythingMillis = 9_600

/** Logs the beginning of a shutdown. */
class Stopping extends Context.Tag("cli/Stopping")<Stopping, { readonly begin: Effect.Effect<void> }>() {}

/** Ends the process though something still hangs, maybe the log. */
const endNow = () => {
  process.stderr.write(`rare-disease-community: not stopped after ${everythingMillis / 1000} s, ended\n`)
  process.exit(1)
}

/** Logs when all above it has stopped. To be provided to everything that stops; only the log lies below it. */
export const logged = Layer.scoped(
  Stopping,
  Effect.gen(function* () {
    // Finalizers run with the logger of the fiber that stops the program, which is not the provided one.
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

/** Over everything else, so that it stops first: logs the shutdown, and limits its time. */
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

/** Below the transports and over the services: their last writes fail soon where the database does not answer. */
export const drained = Layer.scopedDiscard(
  Effect.flatMap(Availability, ({ giveUp }) =>
    Effect.addFinalizer(() => Effect.sync(() => void setTimeout(() => Effect.runSync(giveUp), databaseMillis).unref()))
  )
)
