import { Clock, Effect } from "effect"

/** Keeps the value that an effect reads until it is older than `maxMillis`, or a change is noted. */
export const makeKept = <A, E, R>(read: Effect.Effect<A, E, R>, maxMillis: number) => {
  let kept: { readonly value: A; readonly until: number } | undefined
  let changes = 0

  /** Reads the value. It is not kept if a change came meanwhile, which it may not show. */
  const fresh = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const before = changes
    return Effect.tap(read, (value) => {
      if (changes === before) kept = { value, until: now + maxMillis }
    })
  })

  return {
    fresh,
    value: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      kept !== undefined && now < kept.until ? Effect.succeed(kept.value) : fresh
    ),
    /** Notes a change after which the value has to be read. */
    forget: () => {
      kept = undefined
      changes += 1
    },
    /** Notes a change after which this is the value. */
    set: (value: A) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        kept = { value, until: now + maxMillis }
        changes += 1
      })
  }
}
