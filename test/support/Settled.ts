import { Effect } from "effect"

/** Lets all fibers and callbacks go on until they wait for time or for one another. */
export const settled = Effect.repeatN(
  Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void))),
  7
)
