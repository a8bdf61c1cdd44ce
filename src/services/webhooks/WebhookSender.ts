import { Context, DateTime, Duration, Effect, Either, Layer, Option } from "effect"
import { backOff } from "../../concurrency/BackgroundTasks.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { isDelivered, type WebhookFault, type WebhookOutcome } from "../../domain/webhooks/Webhook.ts"
import { FailedDeliveriesRepo } from "../../ports/FailedDeliveriesRepo.ts"
import { Outgoing, type OutgoingFault, retryAfter } from "../../ports/Outgoing.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { type ClaimedMessage, type SettledMessage, WebhooksRepo } from "../../ports/webhooks/WebhooksRepo.ts"
import { inLoops, sendingDue } from "../Deliveries.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { writing } from "../Writing.ts"
import { OutgoingWebhooks } from "./OutgoingWebhooks.ts"

/** The longest time from the look-up of a webhook's name to its answer. */
const sendTimeout = Duration.seconds(5)

/** The wait after the first failure in a row. Each further one doubles it. */
const firstWait = Duration.seconds(10)

/** The longest wait after a failure. */
const longestWait = Duration.hours(6)

/** A webhook that has failed for this long without a success is switched off. */
const switchedOffAfter = Duration.days(3)

/** The status of a receiver that is gone for good, which is not tried again. */
const gone = 410

/** The statuses whose `Retry-After` is respected. */
const busy: ReadonlySet<number> = new Set([429, 503])

/**
 * Sends the messages to webhooks by the scheme of Standard Webhooks, in the order of the events, one at a time to each
 * webhook and at least once: a process that ends between sending and deleting leaves a message to be sent again. One
 * that fails is tried again with growing pauses, and the later ones to its webhook wait. After three days of failures
 * the webhook is switched off, its messages are dropped, and admins get a mail.
 */
export class WebhookSender extends Context.Tag("services/webhooks/WebhookSender")<
  WebhookSender,
  {
    /** Sends the messages that are due, one after the other. */
    readonly sendDue: StorageEffect<void>
  }
>() {
  static readonly layer = Layer.effect(WebhookSender, Effect.gen(make))

  /** Sends messages in the background until the scope ends. A receiver that hangs holds one of the loops. */
  static readonly running = Layer.scopedDiscard(
    Effect.gen(function* () {
      const outgoing = yield* OutgoingWebhooks
      const { nextDue } = yield* WebhooksRepo
      const { sendDue } = yield* WebhookSender
      yield* inLoops("sending to webhooks", sendDue, nextDue, outgoing)
    })
  )
}

const faults: Readonly<Partial<Record<OutgoingFault["fault"], WebhookFault>>> = {
  name: "name",
  private: "private",
  redirects: "redirect",
  location: "redirect",
  time: "time"
}

interface Answer extends WebhookOutcome {
  readonly retryAfter: Option.Option<Duration.Duration>
}

/** The outcome of a try: the webhook pauses after a failure, and is switched off after three days of failures. */
const settledOf = ({ failingSince, failures }: ClaimedMessage, answer: Answer): SettledMessage => {
  const { at, fault, status } = answer
  const outcome = { at, fault, status }
  if (isDelivered(answer)) {
    return { ...outcome, failures: 0, failingSince: Option.none(), dueAt: at, isDelivered: true, isOver: false }
  }
  const since = Option.getOrElse(failingSince, () => at)
  const end = DateTime.addDuration(since, switchedOffAfter)
  const pause = backOff(firstWait, failures, longestWait)
  const wait = Option.match(answer.retryAfter, { onNone: () => pause, onSome: (asked) => Duration.max(asked, pause) })
  return {
    ...outcome,
    failures: failures + 1,
    failingSince: Option.some(since),
    dueAt: DateTime.min(DateTime.addDuration(at, wait), end), // a last try at the end
    isDelivered: false,
    isOver: Option.contains(status, gone) || DateTime.greaterThanOrEqualTo(at, end)
  }
}

const posting = Effect.gen(function* () {
  const outgoing = yield* Outgoing
  const secrets = yield* Secrets

  return Effect.fnUntraced(function* ({ createdAt, data, messageId, secret, type, url }: ClaimedMessage) {
    const body = JSON.stringify({ type, timestamp: DateTime.formatIso(createdAt), data })
    const seconds = Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1_000)
    const sent = yield* Effect.either(
      outgoing.send({
        method: "POST",
        url: new URL(url),
        headers: {
          "content-type": "application/json",
          "webhook-id": messageId,
          "webhook-timestamp": String(seconds),
          "webhook-signature": `v1,${secrets.webhookMac(secret, `${messageId}.${seconds}.${body}`)}`
        },
        body,
        maxBytes: 0,
        maxRedirects: 0,
        timeout: sendTimeout
      })
    )
    const at = yield* DateTime.now
    return Either.match(sent, {
      onLeft: ({ fault }): Answer => ({
        at,
        status: Option.none(),
        fault: Option.some(faults[fault] ?? "connection"),
        retryAfter: Option.none()
      }),
      onRight: ({ headers, status }): Answer => ({
        at,
        status: Option.some(status),
        fault: Option.none(),
        retryAfter: busy.has(status) ? retryAfter(headers["retry-after"], DateTime.toEpochMillis(at)) : Option.none()
      })
    })
  })
})

function* make() {
  const repo = yield* WebhooksRepo
  const failures = yield* FailedDeliveriesRepo
  const { wakeNow } = yield* OutgoingWebhooks
  const mail = yield* OutgoingMail
  const { users, write } = yield* writing
  const post = yield* posting

  const tellAdmins = Effect.gen(function* () {
    const staff = mail.isOn ? yield* users.staff(yield* DateTime.now) : []
    const admins = staff.filter(({ role }) => role === "admin")
    yield* Effect.forEach(
      admins,
      ({ id }) => mail.add({ kind: "webhook_off", userId: Option.some(id), address: Option.none() }),
      { discard: true }
    )
  })

  /** Gives up a message with all others to its webhook. */
  const giveUp = Effect.fnUntraced(function* (message: ClaimedMessage, settled: SettledMessage) {
    if (!(yield* repo.settle(message, settled))) return
    yield* failures.add("webhook", settled.at)
    yield* tellAdmins
    yield* Effect.logWarning("a webhook is switched off")
  }, write)

  const deliver = Effect.fnUntraced(function* (message: ClaimedMessage) {
    const settled = settledOf(message, yield* post(message))
    if (settled.isOver) return yield* giveUp(message, settled)
    yield* repo.settle(message, settled)
    if (settled.failures === 1) yield* Effect.logWarning("a webhook has failed, and is tried again")
  })

  const send = (message: ClaimedMessage) =>
    Effect.annotateLogs(deliver(message), { webhook: message.webhookId, message: message.messageId })

  return { sendDue: sendingDue({ claim: repo.claim, wakeAnother: wakeNow, send }) }
}
