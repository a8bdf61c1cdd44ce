import { Array, DateTime, Option, Order, Redacted } from "effect"
import { PushSubscriptionId, type UserId } from "../../../domain/Ids.ts"
import { PushAlert, pushInterval } from "../../../domain/notifications/Push.ts"
import {
  type Claimable,
  type ClaimedPush,
  PushRepo,
  type SubscriptionToAdd
} from "../../../ports/notifications/PushRepo.ts"
import type { PushSubscriptionRow } from "../DeliveryRows.ts"
import type { NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { inboxOf } from "../Views.ts"
import { settingsOf } from "../Writes.ts"

/** The devices whose session is valid, oldest first. */
const validAt = ({ pushSubscriptions, sessions }: Tables, now: DateTime.Utc) =>
  pushSubscriptions.where(({ sessionId }) =>
    Option.exists(sessions.find(sessionId), ({ expiresAt }) => DateTime.greaterThan(expiresAt, now))
  )

const shown = ({ createdAt, device, id, lastSentAt }: PushSubscriptionRow) => ({ id, device, createdAt, lastSentAt })

/** The alert that a device gets first. */
const firstAlert = ({ dangers }: PushSubscriptionRow): PushAlert | null =>
  PushAlert.literals.find((alert) => dangers[alert] > 0) ?? null

const hasAlert = (row: PushSubscriptionRow) => firstAlert(row) !== null

/** The unread notifications by their recipients, as far as messages count them. Reports of danger are alerts. */
const unreadByRecipient = ({ notifications, reports }: Tables) => {
  const isDanger = ({ reportId }: NotificationRow) =>
    Option.exists(reportId, (id) => reports.referred(id).reason === "danger")
  const unread = notifications.where((row) => !row.read && !isDanger(row))
  return new Map(Object.entries(Array.groupBy(unread, ({ recipientId }) => String(recipientId))))
}

type Unread = ReturnType<typeof unreadByRecipient>

/** The unread notifications of the member that no message to a device has counted. */
const uncounted = (unread: Unread, { toldUntil, userId }: PushSubscriptionRow) =>
  (unread.get(String(userId)) ?? []).filter(({ id }) => id > toldUntil)

/** The time when a device is due; none where nothing waits. */
const dueAt = (unread: Unread, row: PushSubscriptionRow): Option.Option<DateTime.Utc> => {
  if (hasAlert(row)) return Option.some(row.dueAt)
  if (uncounted(unread, row).length === 0) return Option.none()
  const next = Option.map(row.toldAt, (at) => DateTime.addDuration(at, pushInterval))
  return Option.some(Option.match(next, { onNone: () => row.dueAt, onSome: DateTime.max(row.dueAt) }))
}

const alertFirst = Order.combineAll([
  Order.mapInput(Order.reverse(Order.boolean), hasAlert),
  Order.mapInput(DateTime.Order, ({ dueAt }: PushSubscriptionRow) => dueAt),
  Order.mapInput(Order.number, ({ id }: PushSubscriptionRow) => id)
])

const claimedOf = (tables: Tables, unread: Unread, row: PushSubscriptionRow): ClaimedPush => {
  const { auth, dangers, endpoint, failingSince, id, p256dh, toldUntil, tries, userId } = row
  const alert = firstAlert(row)
  const byType = Array.groupBy(uncounted(unread, row), ({ type }) => type)
  return {
    id,
    userId,
    endpoint,
    p256dh,
    auth,
    tries,
    failingSince,
    alert,
    alerted: alert === null ? 0 : alert === "danger" ? 1 : dangers[alert],
    language: settingsOf(tables, userId).language ?? "en",
    counts: Object.fromEntries(Object.entries(byType).map(([type, rows]) => [type, rows.length])),
    newestId: Math.max(toldUntil, inboxOf(tables, userId).at(-1)?.id ?? 0)
  }
}

const claim = (
  tables: Tables,
  now: DateTime.Utc,
  until: DateTime.Utc,
  { alertsOnly, exceptOf }: Claimable
): Option.Option<ClaimedPush> => {
  const devices = validAt(tables, now)
  if (devices.length === 0) return Option.none()
  const unread = unreadByRecipient(tables)
  const isDue = (row: PushSubscriptionRow) =>
    !exceptOf.includes(row.userId) &&
    (!alertsOnly || hasAlert(row)) &&
    DateTime.lessThanOrEqualTo(row.dueAt, now) &&
    Option.exists(dueAt(unread, row), DateTime.lessThanOrEqualTo(now))
  const [first] = devices.filter(isDue).sort(alertFirst)
  if (first === undefined) return Option.none()
  const claimed = { ...first, dueAt: until, tries: first.tries + 1 }
  tables.pushSubscriptions.set(first.id, claimed)
  return Option.some(claimedOf(tables, unread, claimed))
}

const put = (tables: Tables, { createdAt, ...given }: SubscriptionToAdd) => {
  const { pushSubscriptions, sessions } = tables
  if (!sessions.has(given.sessionId)) return Option.none()
  pushSubscriptions.deleteWhere(({ endpoint, userId }) => endpoint === given.endpoint && userId !== given.userId)
  const [known] = pushSubscriptions.where(({ endpoint }) => endpoint === given.endpoint)
  const row: PushSubscriptionRow = known ?? {
    ...given,
    id: PushSubscriptionId.make(++pushSubscriptions.lastId),
    createdAt,
    lastSentAt: Option.none(),
    toldUntil: inboxOf(tables, given.userId).at(-1)?.id ?? 0,
    toldAt: Option.none(),
    dangers: { danger: 0, danger_again: 0, danger_more: 0 },
    dueAt: createdAt,
    tries: 0,
    failingSince: Option.none()
  }
  const stored = { ...row, ...given, device: Option.orElse(given.device, () => row.device) }
  pushSubscriptions.set(row.id, stored)
  return Option.some(shown(stored))
}

const addAlert = (
  { pushSubscriptions }: Tables,
  alert: PushAlert,
  to: ReadonlyArray<UserId>,
  at: DateTime.Utc,
  reports = 1
) =>
  pushSubscriptions.changeWhere(
    ({ userId }) => to.includes(userId),
    (row) => ({
      ...row,
      dangers: { ...row.dangers, [alert]: row.dangers[alert] + reports },
      dueAt: DateTime.min(row.dueAt, at)
    })
  )

/** A device after a message was sent to it, or given up. */
const afterMessage = (
  row: PushSubscriptionRow,
  { alert, alerted, newestId }: ClaimedPush,
  at: DateTime.Utc,
  isSent: boolean
): PushSubscriptionRow => ({
  ...row,
  ...(alert === null
    ? { toldUntil: Math.max(row.toldUntil, newestId), toldAt: isSent ? Option.some(at) : row.toldAt }
    : { dangers: { ...row.dangers, [alert]: Math.max(0, row.dangers[alert] - alerted) } }),
  lastSentAt: isSent ? Option.some(at) : row.lastSentAt,
  dueAt: at,
  tries: 0,
  failingSince: Option.none()
})

export const layer = inMemory(PushRepo, ({ read, write }) => ({
  ofMember: (userId, now) =>
    read((tables) =>
      validAt(tables, now)
        .filter((row) => row.userId === userId)
        .map(shown)
    ),
  find: (userId, endpoint, now) =>
    read((tables) =>
      Option.map(
        Array.findFirst(validAt(tables, now), (row) => row.userId === userId && row.endpoint === endpoint),
        shown
      )
    ),
  put: (subscription) => write((tables) => put(tables, subscription)),
  remove: (userId, id) =>
    write(({ pushSubscriptions }) => pushSubscriptions.get(id)?.userId === userId && pushSubscriptions.delete(id)),
  end: (id) => write(({ pushSubscriptions }) => void pushSubscriptions.delete(id)),
  endOfOtherKeys: (serverKey) =>
    write(({ pushSubscriptions }) => pushSubscriptions.deleteWhere((row) => row.serverKey !== serverKey)),
  alert: (alert, userIds, at, reports) => write((tables) => addAlert(tables, alert, userIds, at, reports)),
  claim: (now, until, claimable) => write((tables) => claim(tables, now, until, claimable)),
  done: (push, at, isSent) =>
    write(({ pushSubscriptions }) => pushSubscriptions.change(push.id, (row) => afterMessage(row, push, at, isSent))),
  retryAt: (id, dueAt, now) =>
    write(({ pushSubscriptions }) =>
      pushSubscriptions.change(id, (row) => ({
        ...row,
        dueAt,
        failingSince: Option.orElseSome(row.failingSince, () => now)
      }))
    ),
  nextDue: (now) =>
    read((tables) => {
      const devices = validAt(tables, now)
      if (devices.length === 0) return Option.none()
      const unread = unreadByRecipient(tables)
      const due = Array.filterMap(devices, (row) => dueAt(unread, row))
      return Array.isNonEmptyReadonlyArray(due) ? Option.some(Array.min(due, DateTime.Order)) : Option.none()
    }),
  privateKey: (made) =>
    write((tables) => {
      const key = Option.getOrElse(tables.pushKey, () => Redacted.value(made))
      tables.pushKey = Option.some(key)
      return Redacted.make(key)
    })
}))
