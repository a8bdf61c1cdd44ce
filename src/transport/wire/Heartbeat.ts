import { Context, Effect, Layer, Schedule } from "effect"
import { beatSeconds } from "../../domain/notifications/Notification.ts"

export interface Beating {
  /** Called every `beatSeconds`. */
  readonly beat: () => void
}

/** The interval at which the next fifteenth of the open streams has its beat. */
const turnEvery = Schedule.spaced("1 second")

/**
 * Beats for every open event stream of the process: one timer for all of them. Each second it is the turn of a
 * fifteenth of the streams, since a ping of thousands at once would delay what is to be sent then.
 */
export class Heartbeat extends Context.Tag("transport/wire/Heartbeat")<
  Heartbeat,
  {
    /** Adds a stream. Its first beat comes after `seconds`, or in its turn within `beatSeconds`. */
    readonly add: (stream: Beating, seconds?: number) => void

    readonly remove: (stream: Beating) => void
  }
>() {
  static readonly layer = Layer.scoped(Heartbeat, Effect.gen(make))
}

function* make() {
  const turns = Array.from({ length: beatSeconds }, () => new Set<Beating>())
  let now = 0
  let latest = 0
  const tick = Effect.sync(() => {
    now = (now + 1) % beatSeconds
    for (const stream of turns[now] ?? []) stream.beat()
  })
  yield* Effect.forkScoped(Effect.interruptible(Effect.schedule(tick, turnEvery)))

  const remove = (stream: Beating) => {
    for (const turn of turns) turn.delete(stream)
  }

  return Heartbeat.of({
    add: (stream, seconds) => {
      remove(stream)
      latest = (latest + 1) % beatSeconds
      turns[seconds === undefined ? latest : (now + seconds) % beatSeconds]?.add(stream)
    },
    remove
  })
}
