import { Array, Context, DateTime, Effect, Layer, Option } from "effect"
import { type ClientAddress, CurrentUser, type NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import type { Proof } from "../../domain/accounts/StepUp.ts"
import type { WebhookId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import {
  type CreatedWebhook,
  type NewWebhook,
  type TooManyWebhooks,
  type Webhook,
  type WebhookChange,
  WebhookNotFound,
  type WebhookRemoved,
  WebhookUrlRefused
} from "../../domain/webhooks/Webhook.ts"
import { Outgoing } from "../../ports/Outgoing.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { WebhooksRepo } from "../../ports/webhooks/WebhooksRepo.ts"
import { admin, require } from "../accounts/Policy.ts"
import { type StepFailures, StepUp } from "../accounts/StepUp.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

type Refused = StepFailures | WebhookUrlRefused

/**
 * The webhooks of the community, for admins (contract, Alerts). `WebhookSender` sends to them. Each write demands a
 * fresh sign-in or a proof, and fails as `StepUp.demandCounted` does.
 */
export class Webhooks extends Context.Tag("services/webhooks/Webhooks")<
  Webhooks,
  {
    /**
     * Adds a webhook; its secret is in this result only. An entry of the audit log. Fails with `NotAllowed`, then with
     * `WebhookUrlRefused`, then with `TooManyWebhooks` at `maxWebhooks`.
     */
    readonly create: (
      webhook: NewWebhook
    ) => StorageEffect<CreatedWebhook, Refused | TooManyWebhooks, CurrentUser | ClientAddress>

    /** All webhooks, the oldest first. Fails with `NotAllowed`. */
    readonly list: StorageEffect<ReadonlyArray<Webhook>, NotAllowed, CurrentUser>

    /**
     * Changes a webhook (`WebhooksRepo.update`). An entry of the audit log. Fails with `NotAllowed`, then with
     * `WebhookUrlRefused`, then with `WebhookNotFound`.
     */
    readonly change: (
      id: WebhookId,
      change: WebhookChange
    ) => StorageEffect<Webhook, Refused | WebhookNotFound, CurrentUser | ClientAddress>

    /** Removes a webhook. An entry of the audit log. Fails with `NotAllowed`, then with `WebhookNotFound`. */
    readonly remove: (
      id: WebhookId,
      proof: Proof
    ) => StorageEffect<typeof WebhookRemoved.Type, StepFailures | WebhookNotFound, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.effect(Webhooks, withSpans("Webhooks", Effect.gen(make)))
}

/** The audit log's copy of a URL: its origin, since the path may hold a secret of the receiver. */
const originOf = (url: string): string => new URL(url).origin

/** The detail of a change in the audit log, with the origin of the URL alone. */
const detailOf = (url: string, change: WebhookChange): string => {
  const enabled = Option.map(change.enabled, (isOn) => (isOn ? "switched on" : "switched off"))
  const events = Option.map(change.events, (words) => `events: ${words.join(", ")}`)
  return [originOf(url), ...Option.toArray(enabled), ...Option.toArray(events)].join("; ")
}

function* make() {
  const repo = yield* WebhooksRepo
  const secrets = yield* Secrets
  const outgoing = yield* Outgoing
  const { audit, users, write } = yield* writing
  const { demandCounted } = yield* StepUp

  const requireProof = (proof: Proof) =>
    Effect.flatMap(require(admin("setWebhooks")), (caller) => demandCounted(caller, proof))

  const requireReachable = (url: string) =>
    Effect.mapError(outgoing.endpoint(new URL(url)), ({ reason }) => new WebhookUrlRefused({ field: "url", reason }))

  const add = Effect.fnUntraced(function* ({ events, url }: NewWebhook) {
    const { id: actorId } = yield* CurrentUser
    const createdAt = yield* DateTime.now
    const secret = yield* secrets.newWebhookSecret
    const made = yield* repo.add({ url, events: Array.dedupe(events), secret, createdAt })
    const detail = `${originOf(url)}; events: ${made.events.join(", ")}`
    yield* audit.record({ action: "webhook_created", actorId, userId: actorId, targetId: made.id, detail })
    yield* users.touch(actorId, createdAt)
    return { ...made, secret }
  }, write)

  // The name of the host is resolved before the transaction, which would wait for it.
  const create = Effect.fnUntraced(function* (webhook: NewWebhook) {
    yield* requireProof(webhook)
    yield* requireReachable(webhook.url)
    return yield* add(webhook)
  })

  const list = Effect.zipRight(require(admin("setWebhooks")), repo.all)

  const update = Effect.fnUntraced(function* (id: WebhookId, change: WebhookChange) {
    const { id: actorId } = yield* CurrentUser
    const now = yield* DateTime.now
    const changed = yield* repo.update(id, { ...change, events: Option.map(change.events, Array.dedupe) }, now)
    if (Option.isNone(changed)) return yield* new WebhookNotFound({ id })
    const detail = detailOf(changed.value.url, change)
    yield* audit.record({ action: "webhook_changed", actorId, userId: actorId, targetId: id, detail })
    yield* users.touch(actorId, now)
    return changed.value
  }, write)

  const change = Effect.fnUntraced(function* (id: WebhookId, change: WebhookChange) {
    yield* requireProof(change)
    yield* Effect.transposeMapOption(change.url, requireReachable)
    return yield* update(id, change)
  })

  const take = Effect.fnUntraced(function* (id: WebhookId) {
    const { id: actorId } = yield* CurrentUser
    const removed = yield* repo.remove(id)
    if (Option.isNone(removed)) return yield* new WebhookNotFound({ id })
    const detail = originOf(removed.value.url)
    yield* audit.record({ action: "webhook_deleted", actorId, userId: actorId, targetId: id, detail })
    yield* users.touch(actorId, yield* DateTime.now)
    return { deleted: true, id } as const
  }, write)

  const remove = (id: WebhookId, proof: Proof) => Effect.zipRight(requireProof(proof), take(id))

  return { create, list, change, remove }
}
