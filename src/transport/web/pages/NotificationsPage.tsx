import { Effect, Option, Schema } from "effect"
import { NotificationQuery } from "../../../api/NotificationsApi.ts"
import { type Notification, NotificationChoice, type NotificationList } from "../../../domain/Notification.ts"
import { Unsubscribing } from "../../../services/mail/Unsubscribing.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import { withParameters } from "../Browser.ts"
import { List, reading, When, Who } from "../Components.tsx"
import { Act } from "../Form.tsx"
import { action, forAnyone, forMembers, given, page } from "../Route.ts"
import { labelOf } from "../texts/Labels.ts"
import { numberOf, useWebRequest, valueOf } from "../WebRequest.ts"

/** The page that a notification is about. */
const targetOf = ({ comment, decisionId, post }: Notification): string => {
  if (Option.isSome(decisionId)) return `/decisions/${decisionId.value}`
  if (Option.isSome(comment)) return `/comments/${comment.value.id}`
  return Option.match(post, { onNone: () => "/notifications", onSome: ({ id }) => `/posts/${id}` })
}

const Item = ({ notification }: { readonly notification: Notification }) => {
  const { actor, comment, createdAt, decisionId, post, read, type } = notification
  const { t } = useWebRequest()
  const untitled = Option.isSome(decisionId) ? t.members.decision : t.frame.notifications
  const title = Option.match(post, { onNone: () => untitled, onSome: (one) => one.title })
  return (
    <li class={read ? "row" : "row unread"}>
      <p class="facts">
        {read ? null : <span class="badge staff">{t.members.fresh}</span>}
        {Option.isSome(actor) ? <Who author={actor.value} /> : null}
        <span>{labelOf(t.members.events, type, t.members.otherEvent)}</span>
        <When at={createdAt} />
      </p>
      <a class="strong" href={targetOf(notification)} dir="auto">
        {title}
      </a>
      {Option.isSome(comment) ? <p dir="auto">{comment.value.excerpt}</p> : null}
    </li>
  )
}

const Page = ({ found }: { readonly found: NotificationList }) => {
  const { data, pagination, unreadCount } = found
  const { t, url } = useWebRequest()
  return (
    <div class="reading">
      <div class="head">
        <h1>{t.frame.notifications}</h1>
        {unreadCount > 0 ? <Act action="/notifications" label={t.members.markRead} /> : null}
      </div>
      <p>
        <a href="/settings/notifications">{t.members.notificationSettings}</a>
      </p>
      <List empty={t.members.noNotifications} plain>
        {data.map((notification) => (
          <Item key={notification.id} notification={notification} />
        ))}
      </List>
      <nav class="pages" aria-label={t.frame.pages}>
        {pagination.offset > 0 ? (
          <a href={withParameters(url, { offset: Math.max(0, pagination.offset - pagination.limit) || undefined })}>
            {t.frame.previousPage}
          </a>
        ) : null}
        {pagination.hasMore ? (
          <a href={withParameters(url, { offset: pagination.offset + pagination.limit })}>{t.frame.nextPage}</a>
        ) : null}
      </nav>
    </div>
  )
}

const list = Effect.map(Notifications, (notifications) => [
  page({
    ...forMembers,
    path: "/notifications",
    querySchema: NotificationQuery,
    scope: "notifications",
    show: (request) =>
      Effect.map(notifications.list(request.parameters), (found) => ({
        title: request.t.frame.notifications,
        body: <Page found={found} />
      }))
  }),
  action({
    ...forMembers,
    path: "/notifications",
    payloadSchema: NotificationChoice,
    scope: "notifications",
    payloadOf: (values) => {
      const id = numberOf(valueOf(values, "id"))
      return id === null ? {} : { notificationIds: [id] }
    },
    send: (_, payload) => Effect.as(notifications.markRead(payload), { location: "/notifications" })
  })
])

/** The end of digests by the link in them (RFC 8058): GET changes nothing, since programs that check links open it. */
const digests = Effect.map(Unsubscribing, ({ unsubscribe }) => {
  const link = {
    ...forAnyone,
    path: "/unsubscribe",
    querySchema: Schema.Struct({ token: given }),
    isOpenToSuspended: true
  }
  return [
    page({
      ...link,
      limits: [],
      show: ({ t }) =>
        Effect.succeed(
          reading(
            t.members.endDigests,
            <form method="post">
              <button>{t.members.endThem}</button>
            </form>
          )
        )
    }),
    action({
      ...link,
      limits: ["read"],
      scope: "read",
      isFromAnywhere: true,
      send: ({ parameters: { token = "" }, t }) =>
        Effect.as(unsubscribe(token), reading(t.members.noDigests, <p class="lead">{t.members.digestsAgain}</p>))
    })
  ]
})

export const routes = Effect.map(Effect.all([list, digests]), (both) => both.flat())
