import { Effect, type Exit, Runtime, type Scope } from "effect"

/** The runs of one effect, shared by its callers. */
export interface CoalescedRun<E> {
  /** Waits for a run that begins after this call. Interruption ends the wait, not the run. */
  readonly run: Effect.Effect<void, E>

  /** The same for a caller without a fiber: calls `then` with the exit of the run. */
  readonly join: (then: (exit: Exit.Exit<void, E>) => void) => void
}

/**
 * Shares the runs of an effect (trailing single-flight). Callers that arrive during a run may need to see changes that
 * were made since it began, so they share the next one. Runs never overlap, and end with the scope.
 */
export const coalescedRun = <E>(effect: Effect.Effect<void, E>): Effect.Effect<CoalescedRun<E>, never, Scope.Scope> =>
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

    const join: CoalescedRun<E>["join"] = (then) => {
      waiting.push(then)
      if (!isRunning) begin()
    }

    return { join, run: Effect.async((resume) => join(resume)) }
  })
