import { Effect, type Exit, Runtime, type Scope } from "effect"

/**
 * Shares the runs of an effect (trailing single-flight). The result waits for a run that begins after its call: callers
 * that arrive during a run may need to see changes that were made since it began, so they share the next one
 * (`SingleFlight.ts` shares the running one). Interruption ends the wait, not the run. Runs never overlap, and end with
 * the scope.
 */
export const coalescedRun = <E>(
  effect: Effect.Effect<void, E>
): Effect.Effect<Effect.Effect<void, E>, never, Scope.Scope> =>
  Effect.map(Effect.all([Effect.runtime(), Effect.scope]), ([runtime, scope]) => {
    const runFork = Runtime.runFork(runtime)
    let waiting: Array<(exit: Exit.Exit<void, E>) => void> = []
    let isRunning = false

    const begin = () => {
      const callers = waiting
      waiting = []
      isRunning = true
      runFork(effect, { scope }).addObserver((exit) => {
        isRunning = false
        if (waiting.length > 0) begin()
        for (const caller of callers) caller(exit)
      })
    }

    return Effect.async((resume) => {
      waiting.push(resume)
      if (!isRunning) begin()
    })
  })
