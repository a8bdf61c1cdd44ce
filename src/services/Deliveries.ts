import { DateTime, Duration, Effect, Option } from "effect"
import { backOff, inTurns, waitUntilDue } from "../concurrency/BackgroundTasks.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import type { WakeUp } from "./WakeUp.ts"

// The senders of messages to devices and to webhooks share claims, and loops in the background; those of mail and of
// messages to devices share the waits after failed tries.

/** The number of messages of a kind that an instance sends at the same time. A receiver that hangs holds one. */
const parallelSends = 4

/** A try to send a message claims it for this long: longer than a try takes. Another instance tries it again then. */
const lease = Duration.minutes(1)

/** The longest time between two queries for messages to devices or webhooks, for those of instances that have ended. */
const longestSleep = Duration.seconds(15)

/** The shortest time between two queries for messages to devices or webhooks. */
const shortestSleep = Duration.seconds(1)

/** The wait after the first failed try to send a mail, or a message to a device. Each further one doubles it. */
const firstWait = Duration.seconds(30)

/** The longest wait after a failed try. */
const longestWait = Duration.hours(1)

export const waitAfter = ({ tries }: { readonly tries: number }) => backOff(firstWait, tries - 1, longestWait)

interface Due<Claimed> {
  readonly claim: (now: DateTime.Utc, until: DateTime.Utc) => StorageEffect<Option.Option<Claimed>>
  readonly wakeAnother: Effect.Effect<void>
  readonly send: (claimed: Claimed) => StorageEffect<void>
}

/** Sends due messages, one after the other. Each message that is found wakes another loop before it is sent. */
export const sendingDue = <Claimed>({ claim, send, wakeAnother }: Due<Claimed>): StorageEffect<void> =>
  Effect.gen(function* () {
    for (;;) {
      const now = yield* DateTime.now
      const claimed = yield* claim(now, DateTime.addDuration(now, lease))
      if (Option.isNone(claimed)) return
      yield* wakeAnother
      yield* send(claimed.value)
    }
  })

/**
 * Sends in the background until the scope ends. A fiber asks when the next message is due, and wakes one of several
 * loops then; a loop that has sent what was due makes it ask again.
 */
export const inLoops = Effect.fnUntraced(function* (
  task: string,
  sendDue: StorageEffect<void>,
  nextDue: StorageEffect<Option.Option<DateTime.Utc>>,
  { awaitWake, wakeNow }: Pick<WakeUp, "awaitWake" | "wakeNow">
) {
  const sent = yield* Effect.makeLatch()
  const isDue = waitUntilDue(nextDue, sent.await, { shortest: shortestSleep, longest: longestSleep })
  const wakeIfDue = Effect.zipRight(sent.close, Effect.whenEffect(wakeNow, isDue))
  yield* inTurns(`waiting for ${task}`, wakeIfDue, Effect.void)
  const loop = inTurns(task, Effect.ensuring(sendDue, sent.open), awaitWake)
  yield* Effect.replicateEffect(loop, parallelSends, { discard: true })
})
