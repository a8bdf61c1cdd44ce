import { Context, Effect, Layer, Option } from "effect"
import { streamsPerUser } from "../Config.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { TooManyRequests } from "../domain/Limits.ts"

/** How long somebody waits who has too many open. */
const retryAfterSeconds = 30

/** What is held open: notification streams, whichever transport carries them, and MCP sessions, each counted for itself. */
export type Held = "streams" | "sessions"

const make = Effect.map(streamsPerUser, (cap) => {
  const open = new Map<string, number>()

  const take = (held: Held, { id }: Pick<SignedInUser, "id">) =>
    Effect.suspend(() => {
      const key = `${held} ${id}`
      const count = open.get(key) ?? 0
      if (cap > 0 && count >= cap) {
        return new TooManyRequests({ what: `open ${held}`, retryAfterSeconds, budget: Option.none() })
      }
      open.set(key, count + 1)
      let released = false
      return Effect.succeed(() => {
        if (released) return
        released = true
        const left = (open.get(key) ?? 1) - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      })
    })

  const count = (held: Held) =>
    Effect.sync(() => {
      let sum = 0
      for (const [key, number] of open) if (key.startsWith(`${held} `)) sum += number
      return sum
    })

  return { take, count }
})

/** How much each member holds open in this process (contract, Running it: `STREAMS_PER_USER`). */
export class OpenStreams extends Context.Tag("services/OpenStreams")<
  OpenStreams,
  {
    /** Counts one more, and gives what takes it back, which may be called twice. Fails with `TooManyRequests` at the cap. */
    readonly take: (held: Held, user: Pick<SignedInUser, "id">) => Effect.Effect<() => void, TooManyRequests>

    /** How many are open, of everybody. */
    readonly count: (held: Held) => Effect.Effect<number>
  }
>() {
  /** Counts from zero; the cap is that of the configuration. */
  static readonly layer = Layer.effect(OpenStreams, make)
}
