import { Context, Effect, Layer, Option } from "effect"
import { streamsPerUser } from "../Config.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { TooManyRequests } from "../domain/Limits.ts"

/** How long somebody waits who has too many open. */
const retryAfterSeconds = 30

/** The most that this process holds open of each, of all members together: each costs some ten kilobytes, and a socket. */
export const maxHeld = 20_000

/** What is held open: notification streams, whichever transport carries them, and MCP sessions, each counted for itself. */
export type Held = "streams" | "sessions"

const make = Effect.map(streamsPerUser, (cap) => {
  const open = new Map<string, number>()
  const all: Record<Held, number> = { streams: 0, sessions: 0 }

  const take = (held: Held, { id }: Pick<SignedInUser, "id">) =>
    Effect.suspend(() => {
      const key = `${held} ${id}`
      const count = open.get(key) ?? 0
      if ((cap > 0 && count >= cap) || all[held] >= maxHeld) {
        return new TooManyRequests({ what: `open ${held}`, retryAfterSeconds, budget: Option.none() })
      }
      open.set(key, count + 1)
      all[held] += 1
      let released = false
      return Effect.succeed(() => {
        if (released) return
        released = true
        all[held] -= 1
        const left = (open.get(key) ?? 1) - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      })
    })

  return { take, count: (held: Held) => Effect.sync(() => all[held]) }
})

/** How much each member holds open in this process (contract, Running it: `STREAMS_PER_USER`). */
export class OpenStreams extends Context.Tag("services/OpenStreams")<
  OpenStreams,
  {
    /** Counts one more, and gives what takes it back, which may be called twice. Fails with `TooManyRequests` at the member's cap, and at that of the process. */
    readonly take: (held: Held, user: Pick<SignedInUser, "id">) => Effect.Effect<() => void, TooManyRequests>

    /** How many are open, of everybody. */
    readonly count: (held: Held) => Effect.Effect<number>
  }
>() {
  /** Counts from zero; the cap is that of the configuration. */
  static readonly layer = Layer.effect(OpenStreams, make)
}
