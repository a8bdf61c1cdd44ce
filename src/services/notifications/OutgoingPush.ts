import { Context, DateTime, Effect, Layer } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { PushAlert } from "../../domain/notifications/Push.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PushRepo } from "../../ports/notifications/PushRepo.ts"
import { Changes } from "../Changes.ts"
import { makeWakeUp } from "../WakeUp.ts"

/** The shortest time between two wake-ups by notifications, of which a busy community has hundreds a second. */
const wakeInterval = "1 second"

/** The messages to members' devices that wait to be sent (`PushSender`). */
export class OutgoingPush extends Context.Tag("services/notifications/OutgoingPush")<
  OutgoingPush,
  {
    /**
     * Alerts the devices of members of a number of reports, as a part of the transaction of its cause. It is sent soon
     * after the commit.
     */
    readonly alert: (alert: PushAlert, userIds: ReadonlyArray<UserId>, reports: number) => StorageEffect<void>

    /** Wakes another loop of the sender. */
    readonly wakeNow: Effect.Effect<void>

    /** Returns when there is an alert or a new notification. */
    readonly awaitWake: Effect.Effect<void>

    /** Returns when there is an alert. */
    readonly awaitAlert: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.scoped(
    OutgoingPush,
    Effect.gen(function* () {
      const repo = yield* PushRepo
      const { subscribeAll } = yield* Changes
      const { awaitWake, wake, wakeNow } = yield* makeWakeUp
      const alerts = yield* makeWakeUp
      const notified = yield* Effect.makeLatch(false)
      yield* subscribeAll(({ kind }) => {
        if (kind === "notification") notified.unsafeOpen()
      })
      const wakeOnce = Effect.all([notified.await, notified.close, wakeNow, Effect.sleep(wakeInterval)])
      yield* Effect.forkScoped(Effect.interruptible(Effect.forever(wakeOnce)))
      return {
        alert: Effect.fnUntraced(function* (alert, userIds, reports) {
          yield* repo.alert(alert, userIds, yield* DateTime.now, reports)
          yield* wake
          yield* alerts.wake
        }),
        wakeNow,
        awaitWake,
        awaitAlert: alerts.awaitWake
      }
    })
  )
}
