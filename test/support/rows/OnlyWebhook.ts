import { Array, DateTime, Effect, Redacted } from "effect"
import { maxWebhooks } from "../../../src/domain/webhooks/Webhook.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { WebhooksRepo } from "../../../src/ports/webhooks/WebhooksRepo.ts"

/** A webhook that nobody receives, of an event that no row makes. */
export const body = { url: "https://receiver.example/hook", events: ["report.danger"] } as const

/** The one webhook there is, and what adds as many as allowed. */
export const onlyWebhook = Effect.gen(function* () {
  const { atomically } = yield* Transaction
  const { add, all, remove } = yield* WebhooksRepo
  const create = Effect.flatMap(DateTime.now, (createdAt) =>
    atomically(add({ ...body, secret: Redacted.make("whsec_c2VjcmV0"), createdAt }))
  )
  const clear = Effect.flatMap(all, (found) => Effect.forEach(found, ({ id }) => remove(id), { discard: true }))
  yield* clear
  const { id } = yield* create
  return { id, clear, fill: Effect.forEach(Array.range(2, maxWebhooks), () => create, { discard: true }) }
})
