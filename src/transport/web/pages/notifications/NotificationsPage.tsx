import { Effect, Option, Schema } from "effect"
import { NotificationQuery } from "../../../../api/notifications/NotificationsApi.ts"
import { optional, wholeNumber } from "../../../../domain/Fields.ts"
import type { PushState } from "../../../../domain/notifications/Push.ts"
import { Unsubscribing } from "../../../../services/mail/Unsubscribing.ts"
import { type GroupedNotifications, Notifications } from "../../../../services/notifications/Notifications.ts"
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
  readonly found: GroupedNotifications
  readonly known: Known
  readonly push: PushState
}

const Page = ({ found, known, push }: PageProps) => {
  const { newestId, pagination, unreadCount } = found
  const { query, t, url } = useWebRequest()
  return (
    <div class="reading">
      {query["done"] === "read" ? <Done>{t.members.allRead}</Done> : null}
      <div class="head">
        <h1>{t.layout.notifications}</h1>
        {unreadCount > 0 ? (
          <Act action="/notifications" fields={{ upTo: String(newestId) }} label={t.members.markRead} />
        ) : null}
      </div>
      <p>
        <a href="/settings/notifications">{t.members.notificationSettings}</a>
      </p>
      <p id="newer" class="done" data-of="notifications" hidden>
        <a href="/notifications">{t.members.newNotifications}</a>
      </p>
      <TellMe {...push} />
      <List empty={t.members.noNotifications} next={{ href: "/posts", label: t.reading.allPosts }} plain>
        {groupsOf(found).map((group) => (
          <NotificationRow key={group.newest.id} group={group} known={known} />
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
          const found = yield* notifications.grouped(request.parameters)
          const known = yield* knownFor(found.data)
          const push = yield* devices.state
          return { title: request.t.layout.notifications, body: <Page found={found} known={known} push={push} /> }
        })
    }),
    action({
      ...forMembers,
      path: "/notifications",
      payloadSchema: Schema.Struct({ upTo: optional(wholeNumber(0, 2_147_483_647)) }),
      scope: "notifications",
      payloadOf: (values) => ({ upTo: numberOf(valueOf(values, "upTo")) }),
      send: (_, { upTo }) =>
        Effect.as(notifications.markRead({ notificationIds: Option.none() }, Option.getOrUndefined(upTo)), {
          location: "/notifications?done=read"
        })
    })
  ]
)

/** The end of digests by the link in them (RFC 8058): GET changes nothing, since programs that check links open it. */
const digests = Effect.map(Unsubscribing, ({ memberOf, unsubscribe }) => {
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
      show: ({ parameters: { token = "" }, t }) =>
        Effect.as(
          memberOf(token),
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
