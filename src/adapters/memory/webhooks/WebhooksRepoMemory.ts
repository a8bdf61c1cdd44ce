import { Array, DateTime, Either, Option, Order } from "effect"
import type { Change, SequencedChange } from "../../../domain/Change.ts"
import { WebhookId } from "../../../domain/Ids.ts"
import { maxWebhooks, TooManyWebhooks, type Webhook, type WebhookEvent } from "../../../domain/webhooks/Webhook.ts"
import { type ClaimedMessage, WebhooksRepo } from "../../../ports/webhooks/WebhooksRepo.ts"
import type { OutgoingWebhookRow, WebhookRow } from "../DeliveryRows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { isPublic } from "../Views.ts"

interface Told {
  readonly type: WebhookEvent
  readonly data: Readonly<Record<string, unknown>>
}

/** The webhook event of a change, as `webhook_event` makes it; undefined for none, and where its subject is gone. */
const toldOf = ({ hiddenPosts, news, posts, reports, users }: Tables, { id, kind }: Change): Told | undefined => {
  switch (kind) {
    case "report_opened":
    case "report_danger": {
      const { reason, target } = reports.referred(id)
      const type = kind === "report_opened" ? "report.opened" : "report.danger"
      return { type, data: { reportId: id, target: { type: target.type, id: target.id }, reason } }
    }
    case "appeal_opened":
      return { type: "appeal.opened", data: { decisionId: id } }
    case "member_joined": {
      const member = users.get(id)
      return member && { type: "member.joined", data: { userId: id, role: member.role } }
    }
    case "post_published":
    case "post_restored": {
      const post = Option.getOrUndefined(Option.filter(posts.find(id), isPublic))
      const diseaseId = post && Option.getOrNull(post.diseaseId)
      return post && { type: "post.created", data: { postId: id, category: post.category, diseaseId } }
    }
    case "post_removed": {
      const hidden = hiddenPosts.get(id)
      return hidden === undefined || isPublic(hidden.post) ? { type: "post.removed", data: { postId: id } } : undefined
    }
    case "news_published": {
      const item = news.get(id)
      return item && { type: "news.created", data: { newsId: id, category: item.category } }
    }
    default:
      return undefined
  }
}

/** Stores a message of a change for each webhook that is told of it; true if there is one. */
export const tellWebhooks = (tables: Tables, change: SequencedChange, createdAt: DateTime.Utc): boolean => {
  const told = toldOf(tables, change)
  if (told === undefined) return false
  const hooks = tables.webhooks.where(({ enabled, events }) => enabled && events.some((event) => event === told.type))
  for (const { id: webhookId } of hooks) {
    const id = ++tables.outgoingWebhooks.lastId
    tables.outgoingWebhooks.set(id, { ...told, id, webhookId, messageId: `msg_${id}_${change.sequence}`, createdAt })
  }
  return hooks.length > 0
}

const webhookOf = ({ dueAt: _, failures: __, secret: ___, ...webhook }: WebhookRow): Webhook => webhook

const longestDueFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ dueAt }: WebhookRow) => dueAt),
  Order.mapInput(Order.number, ({ id }: WebhookRow) => id)
)

const messagesTo = ({ outgoingWebhooks }: Tables, id: WebhookId): ReadonlyArray<OutgoingWebhookRow> =>
  outgoingWebhooks.where(({ webhookId }) => webhookId === id)

/** The webhook that is to be sent to next. */
const nextOf = (tables: Tables) =>
  Array.head(
    tables.webhooks.where(({ enabled, id }) => enabled && messagesTo(tables, id).length > 0).sort(longestDueFirst)
  )

const claim = (tables: Tables, now: DateTime.Utc, until: DateTime.Utc): Option.Option<ClaimedMessage> =>
  Option.flatMap(
    Option.filter(nextOf(tables), ({ dueAt }) => DateTime.lessThanOrEqualTo(dueAt, now)),
    (hook) => {
      const { failingSince, failures, secret, url } = hook
      tables.webhooks.set(hook.id, { ...hook, dueAt: until })
      return Option.map(Array.head(messagesTo(tables, hook.id)), (message) => ({
        ...{ url, secret, failures, failingSince, until },
        ...message
      }))
    }
  )

export const layer = inMemory(WebhooksRepo, ({ attempt, read, write }) => ({
  add: ({ createdAt, events, secret, url }) =>
    attempt(({ webhooks }) => {
      if (webhooks.size >= maxWebhooks) return Either.left(new TooManyWebhooks())
      const none = { last: Option.none(), failingSince: Option.none(), switchedOffAt: Option.none(), failures: 0 }
      const id = WebhookId.make(++webhooks.lastId)
      const row = { ...none, id, url, events, secret, enabled: true, createdAt, dueAt: createdAt }
      webhooks.set(id, row)
      return Either.right(webhookOf(row))
    }),

  all: read(({ webhooks }) => Array.fromIterable(webhooks.values()).map(webhookOf)),

  update: (id, change, now) =>
    write(({ outgoingWebhooks, webhooks }) =>
      Option.map(webhooks.find(id), (old) => {
        const url = Option.getOrElse(change.url, () => old.url)
        const events = Option.getOrElse(change.events, () => old.events)
        const enabled = Option.getOrElse(change.enabled, () => old.enabled)
        if (!(old.enabled && enabled)) outgoingWebhooks.deleteWhere(({ webhookId }) => webhookId === id)
        const isNew = Option.isSome(change.url) || Option.isSome(change.enabled)
        const row = {
          ...{ ...old, url, events, enabled },
          ...(isNew ? { dueAt: now, failures: 0, failingSince: Option.none() } : {}),
          ...(Option.isSome(change.enabled) ? { switchedOffAt: Option.none() } : {})
        }
        webhooks.set(id, row)
        return webhookOf(row)
      })
    ),

  remove: (id) =>
    write(({ outgoingWebhooks, webhooks }) => {
      const found = Option.map(webhooks.find(id), webhookOf)
      webhooks.delete(id)
      outgoingWebhooks.deleteWhere(({ webhookId }) => webhookId === id)
      return found
    }),

  claim: (now, until) => write((tables) => claim(tables, now, until)),

  settle: ({ id, until, webhookId }, { at, dueAt, failingSince, failures, fault, isDelivered, isOver, status }) =>
    write(({ outgoingWebhooks, webhooks }) => {
      const hook = webhooks.get(webhookId)
      if (hook === undefined || !hook.enabled || !DateTime.Equivalence(hook.dueAt, until)) return false
      const last = Option.some({ at, status, fault })
      const switchedOffAt = isOver ? Option.some(at) : Option.none()
      webhooks.set(webhookId, { ...hook, dueAt, failures, failingSince, last, enabled: !isOver, switchedOffAt })
      outgoingWebhooks.deleteWhere((row) => row.webhookId === webhookId && (isOver || (isDelivered && row.id === id)))
      return true
    }),

  nextDue: read((tables) => Option.map(nextOf(tables), ({ dueAt }) => dueAt))
}))
