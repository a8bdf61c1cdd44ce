import { Effect } from "effect"
import { yieldToEventLoop } from "./BatchQueue.ts"

/** Long work is done for this long at a time before the event loop has its turn. */
const sliceMillis = 6

/** Runs steps to their end, and lets the event loop have its turn between them. */
export const inSlices = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    let since = performance.now()
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value
      if (performance.now() - since < sliceMillis) continue
      yield* yieldToEventLoop
      since = performance.now()
    }
  })
