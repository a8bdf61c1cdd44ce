import { Effect, Schema } from "effect"
import { NotificationQuery } from "../../../../api/notifications/NotificationsApi.ts"
import { NotificationChoice, type NotificationList } from "../../../../domain/notifications/Notification.ts"
import type { PushState } from "../../../../domain/notifications/Push.ts"
import { Unsubscribing } from "../../../../services/mail/Unsubscribing.ts"
import { Notifications } from "../../../../services/notifications/Notifications.ts"
import { PushSubscriptions } from "../../../../services/notifications/PushSubscriptions.ts"
import { withParameters } from "../../Browser.ts"
import { Done, reading } from "../../Components.tsx"
import { Act } from "../../Form.tsx"
import { List } from "../../Lists.tsx"
import { action, forAnyone, forMembers, given, page } from "../../Route.ts"
import { numberOf, useWebRequest, valueOf } from "../../WebRequest.ts"
import { TellMe } from "./Devices.tsx"
import { groupsOf, type Known, makeKnown, NotificationRow } from "./NotificationRows.tsx"

interface PageProps {
  readonly found: NotificationList
  readonly known: Known
  readonly push: PushState
}

const Page = ({ found, known, push }: PageProps) => {
  const { data, pagination, unreadCount } = found
  const { query, t, url } = useWebRequest()
  return (
    <div class="reading">
      {query["done"] === "read" ? <Done>{t.members.allRead}</Done> : null}
      <div class="head">
        <h1>{t.layout.notifications}</h1>
        {unreadCount > 0 ? <Act action="/notifications" label={t.members.markRead} /> : null}
      </div>
      <p>
        <a href="/settings/notifications">{t.members.notificationSettings}</a>
      </p>
      <TellMe {...push} />
      <List empty={t.members.noNotifications} next={{ href: "/posts", label: t.reading.allPosts }} plain>
        {groupsOf(data).map((group) => (
          <NotificationRow key={group[0].id} group={group} known={known} />
        ))}
      </List>
      <nav class="pages" aria-label={t.layout.pages}>
        {pagination.offset > 0 ? (
          <a href={withParameters(url, { offset: Math.max(0, pagination.offset - pagination.limit) || undefined })}>
            {t.layout.previousPage}
          </a>
        ) : null}
        {pagination.hasMore ? (
          <a href={withParameters(url, { offset: pagination.offset + pagination.limit })}>{t.layout.nextPage}</a>
        ) : null}
      </nav>
    </div>
  )
}

const list = Effect.map(
  Effect.all([Notifications, PushSubscriptions, makeKnown]),
  ([notifications, devices, knownFor]) => [
    page({
      ...forMembers,
      path: "/notifications",
      querySchema: NotificationQuery,
      scope: "notifications",
      show: (request) =>
        Effect.gen(function* () {
          const found = yield* notifications.list(request.parameters)
          const known = yield* knownFor(found.data)
          const push = yield* devices.state
          return { title: request.t.layout.notifications, body: <Page found={found} known={known} push={push} /> }
        })
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
      send: (_, payload) => Effect.as(notifications.markRead(payload), { location: "/notifications?done=read" })
    })
  ]
)

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
