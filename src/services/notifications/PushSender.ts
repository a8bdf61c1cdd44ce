import { Context, DateTime, Duration, Effect, Layer, Option, Schedule } from "effect"
import { communityContact, publicUrl } from "../../Config.ts"
import { inTurns } from "../../concurrency/BackgroundTasks.ts"
import type { UserId } from "../../domain/Ids.ts"
import { pushLifetime } from "../../domain/notifications/Push.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { FailedDeliveriesRepo } from "../../ports/FailedDeliveriesRepo.ts"
import { type ClaimedPush, PushRepo } from "../../ports/notifications/PushRepo.ts"
import { WebPush } from "../../ports/notifications/WebPush.ts"
import { Outgoing, type OutgoingResponse, retryAfter } from "../../ports/Outgoing.ts"
import { inLoops, sendingDue, waitAfter } from "../Deliveries.ts"
import { Languages } from "../languages/Languages.ts"
import { OutgoingPush } from "./OutgoingPush.ts"
import { PushKey } from "./PushKey.ts"
import { pushMessageOf } from "./PushMessages.ts"

/** The longest wait for the answer of a push service. */
const sendTimeout = Duration.seconds(10)

/** The pause before the devices of another key are ended again, where the database did not answer. */
const forgetPause = Duration.seconds(5)

/** Push services keep a message for this long while the device is off. */
const keptSeconds = 86_400

/** The push service does not know the device any more. */
const gone: ReadonlySet<number> = new Set([404, 410])

const tooManyRequests = 429

/**
 * Sends messages to members' devices (contract, Alerts): the kinds and numbers of new notifications, at most one a
 * minute for each device, and alerts of danger at once.
 */
export class PushSender extends Context.Tag("services/notifications/PushSender")<
  PushSender,
  {
    /**
     * Sends the messages that are due, one after the other. Several calls at once never send to two devices of one
     * member, so that devices that hang hold one call.
     */
    readonly sendDue: StorageEffect<void>

    /** Sends the alerts of danger that are due, as `sendDue` does. */
    readonly sendAlerts: StorageEffect<void>
  }
>() {
  static readonly layer = Layer.effect(PushSender, Effect.gen(make))

  /** Sends messages in the background until the scope ends, and alerts of danger by a loop of their own as well. */
  static readonly running = Layer.scopedDiscard(
    Effect.gen(function* () {
      const outgoing = yield* OutgoingPush
      const { endOfOtherKeys, nextDue } = yield* PushRepo
      const { sendAlerts, sendDue } = yield* PushSender
      const key = yield* PushKey
      const forgetOthers = Effect.flatMap(key, ({ publicKey }) => endOfOtherKeys(publicKey))
      yield* Effect.forkScoped(Effect.retry(forgetOthers, Schedule.spaced(forgetPause)))
      const due = Effect.flatMap(DateTime.now, nextDue)
      yield* inLoops("sending messages to devices", sendDue, due, outgoing)
      yield* inTurns("sending alerts of danger to devices", sendAlerts, outgoing.awaitAlert)
    })
  )
}

/** Sends a message to the push service of its device. */
const requesting = Effect.gen(function* () {
  const key = yield* PushKey
  const { seal } = yield* WebPush
  const { send } = yield* Outgoing
  const { known, messages } = yield* Languages
  const site = yield* publicUrl
  const contact = contactOf(site, (yield* communityContact)?.href)

  return Effect.fnUntraced(function* (push: ClaimedPush) {
    const { alert, auth, endpoint, p256dh } = push
    const language = known(push.language)
    const { privateKey } = yield* key
    const navigate = `${site}${alert === null ? "/notifications" : "/moderation"}`
    const notification = { ...pushMessageOf(messages(language).push, push), navigate, lang: language }
    const text = JSON.stringify({ web_push: 8030, notification })
    const { body, headers } = yield* seal({ text, endpoint, p256dh, auth, privateKey, contact })
    return yield* send({
      method: "POST",
      url: new URL(endpoint),
      headers: { ...headers, ttl: String(keptSeconds), urgency: alert === null ? "normal" : "high" },
      body,
      maxBytes: 0,
      maxRedirects: 0,
      timeout: sendTimeout
    })
  })
})

function* make() {
  const repo = yield* PushRepo
  const failures = yield* FailedDeliveriesRepo
  const { wakeNow } = yield* OutgoingPush
  const request = yield* requesting

  const retry = Effect.fnUntraced(function* (push: ClaimedPush, why: string, wait: Duration.Duration) {
    const now = yield* DateTime.now
    const at = DateTime.addDuration(now, wait)
    const since = Option.getOrElse(push.failingSince, () => now)
    const isLast = DateTime.greaterThan(at, DateTime.addDuration(since, pushLifetime))
    if (isLast) yield* Effect.logWarning(`a message to a device is given up: ${why}`)
    else if (push.tries === 1)
      yield* Effect.logWarning(`a message to a device was not sent, and is tried again: ${why}`)
    if (!isLast) return yield* repo.retryAt(push.id, at, now)
    yield* failures.add("push", now)
    yield* repo.done(push, now, false)
  })

  const answered = Effect.fnUntraced(function* (push: ClaimedPush, { headers, status }: OutgoingResponse) {
    const now = yield* DateTime.now
    if (status >= 200 && status < 300) return yield* repo.done(push, now, true)
    if (gone.has(status)) return yield* repo.end(push.id)
    const asked = status === tooManyRequests ? retryAfter(headers["retry-after"], now.epochMillis) : Option.none()
    const wait = Option.getOrElse(asked, () => waitAfter(push))
    return yield* retry(push, `status ${status}`, wait)
  })

  const deliver = Effect.fnUntraced(function* (push: ClaimedPush) {
    // Read meanwhile: nothing is left to tell.
    if (push.alert === null && Object.keys(push.counts).length === 0) {
      return yield* repo.done(push, yield* DateTime.now, false)
    }
    return yield* Effect.matchEffect(request(push), {
      onFailure: (failure) =>
        failure._tag === "OutgoingFault" ? retry(push, failure.fault, waitAfter(push)) : Effect.fail(failure),
      onSuccess: (response) => answered(push, response)
    })
  })

  /** The members to whom a message is being sent. One claim at a time reads them. */
  const busy = new Set<UserId>()
  const claiming = yield* Effect.makeSemaphore(1)

  const sending = (alertsOnly: boolean) =>
    sendingDue({
      claim: (now, until) =>
        Effect.suspend(() => repo.claim(now, until, { exceptOf: Array.from(busy), alertsOnly })).pipe(
          Effect.tap((push) => Effect.sync(() => Option.map(push, ({ userId }) => busy.add(userId)))),
          claiming.withPermits(1)
        ),
      wakeAnother: wakeNow,
      send: (push) =>
        deliver(push).pipe(
          Effect.annotateLogs({ device: push.id }),
          Effect.ensuring(Effect.sync(() => busy.delete(push.userId)))
        )
    })

  return { sendDue: sending(false), sendAlerts: sending(true) }
}

/** Where push services reach the operator: the contact of the community if it is an address, else an https site. */
const contactOf = (site: string, contact: string | undefined): string | undefined => {
  if (contact?.startsWith("mailto:")) return contact
  return site.startsWith("https:") ? site : undefined
}
