import { DateTime, Effect, Option, Redacted } from "effect"
import type { Change } from "../../../src/domain/Change.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import {
  type ClaimedMessage,
  type SettledMessage,
  WebhooksRepo,
  type WebhookToAdd
} from "../../../src/ports/webhooks/WebhooksRepo.ts"
import { drained } from "../follows/fanOut.ts"
import { moment } from "../newRows.ts"

/** Removes all webhooks, and reads what was published before. */
export const cleared = Effect.gen(function* () {
  const { all, remove } = yield* WebhooksRepo
  for (const { id } of yield* all) yield* remove(id)
  yield* drained()
})

/** Adds a webhook that is told of new members, unless it says otherwise. */
export const newWebhook = (given: Partial<WebhookToAdd> = {}) =>
  Effect.gen(function* () {
    const { atomically } = yield* Transaction
    const { add } = yield* WebhooksRepo
    return yield* atomically(
      add({
        url: "https://receiver.example/hook",
        events: ["member.joined"],
        secret: Redacted.make("whsec_c2VjcmV0"),
        createdAt: moment,
        ...given
      })
    )
  })

/** Appends changes to the outbox in this order. */
export const announced = (changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    const { atomically } = yield* Transaction
    yield* atomically((yield* ChangesRepo).append(changes))
  })

/** A time after every event. */
export const later = DateTime.unsafeMake("2100-01-01T00:00:00.000Z")
const claimEnd = DateTime.add(later, { minutes: 1 })

export const claimed = (now = later, until = claimEnd) => Effect.flatMap(WebhooksRepo, ({ claim }) => claim(now, until))

/** What a try that succeeds leads to. */
export const arrived = (given: Partial<SettledMessage> = {}): SettledMessage => ({
  at: later,
  status: Option.some(204),
  fault: Option.none(),
  failures: 0,
  failingSince: Option.none(),
  dueAt: later,
  isDelivered: true,
  isOver: false,
  ...given
})

/** Takes all messages that are due, in the order in which they are sent. */
export const takenAt = (now: DateTime.Utc) =>
  Effect.gen(function* () {
    const { settle } = yield* WebhooksRepo
    const messages: Array<ClaimedMessage> = []
    for (;;) {
      const message = yield* claimed(now, DateTime.add(now, { minutes: 1 }))
      if (Option.isNone(message)) return messages
      messages.push(message.value)
      yield* settle(message.value, arrived({ dueAt: now }))
    }
  })

export const taken = takenAt(later)
