import { Effect } from "effect"

/** Lets whatever else waits in this process run first: one turn of the event loop. */
export const yieldToEventLoop = Effect.async<void>((resume) => {
  const timer = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(timer))
})
