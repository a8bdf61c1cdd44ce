import { Effect } from "effect"

/** Waits for one turn of the event loop, so that other work of this process runs first. */
export const yieldToEventLoop = Effect.async<void>((resume) => {
  const timer = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(timer))
})
