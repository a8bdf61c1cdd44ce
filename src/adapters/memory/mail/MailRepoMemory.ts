import { Array, DateTime, Equal, Option, Order, Schema } from "effect"
import { daysBeforeFactorMail, staffGraceDays } from "../../../domain/accounts/StaffFactor.ts"
import type { PostId, UserId } from "../../../domain/Ids.ts"
import { type Cap, digestHours, isDanger, LinkPurpose, replyTypes } from "../../../domain/mail/Mail.ts"
import { recipientReader } from "../../../domain/posts/Audience.ts"
import { MailRepo, type MailToAdd } from "../../../ports/mail/MailRepo.ts"
import { unguardedSinceOf } from "../accounts/CredentialsRepoMemory.ts"
import type { MailRow } from "../DeliveryRows.ts"
import { reads } from "../Readable.ts"
import type { NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { isSuspended } from "../Views.ts"

const isLinkPurpose = Schema.is(LinkPurpose)
const byDue = Order.mapInput(DateTime.Order, ({ dueAt }: MailRow) => dueAt)

const dangerFirst = Order.combineAll([
  Order.mapInput(Order.boolean, ({ kind }: MailRow) => !isDanger(kind)),
  Order.mapInput(Order.boolean, ({ kind }: MailRow) => kind === "digest"),
  byDue,
  Order.mapInput(Order.number, ({ id }: MailRow) => id)
])

const replaces = (mail: MailToAdd) => (row: MailRow) =>
  row.kind === mail.kind &&
  !isDanger(mail.kind) &&
  Equal.equals(row.userId, mail.userId) &&
  (Option.isSome(mail.userId) || Equal.equals(row.address, mail.address))

const addMail = ({ outgoingMail }: Tables, mail: MailToAdd): void => {
  outgoingMail.deleteWhere(replaces(mail))
  const id = ++outgoingMail.lastId
  outgoingMail.set(id, { reports: 1, ...mail, id, tries: 0, dueAt: mail.createdAt })
}

/** True for a mail that brings a link to a member, by the member's id or by the key of the address. */
const bringsLink = (id: UserId, key: Option.Option<string>) => (mail: MailRow) =>
  isLinkPurpose(mail.kind) &&
  (Option.isSome(mail.userId) ? mail.userId.value === id : Option.isSome(key) && Equal.equals(mail.address, key))

/** True for a member who may sign in, and read what a notification is about. */
const mayOpen = (tables: Tables, { postId, recipientId }: NotificationRow, now: DateTime.Utc): boolean => {
  const member = tables.users.referred(recipientId)
  const isForMember = (id: PostId) => reads(tables, recipientReader(member), tables.posts.referred(id))
  return !isSuspended(member, now) && (Option.isNone(postId) || isForMember(postId.value))
}

const isReply = ({ commentId, type }: NotificationRow): boolean =>
  Option.isSome(commentId) && replyTypes.some((one) => one === type)

const digestsDue = (tables: Tables, now: DateTime.Utc) => {
  const { lastDigests, notifications, settings } = tables
  return Array.fromIterable(settings).flatMap(([id, { mail, newsMail }]) => {
    const last = lastDigests.get(id)
    const isNew = ({ createdAt }: NotificationRow) => last === undefined || DateTime.greaterThan(createdAt, last)
    if (mail === "off") return []
    const isOld = last === undefined || DateTime.distance(last, now) >= digestHours[mail] * 3_600_000
    const unread = notifications.where(({ read, recipientId }) => recipientId === id && !read)
    const isFirst = ({ postId }: NotificationRow) =>
      !unread.some((row) => isReply(row) && !isNew(row) && Equal.equals(row.postId, postId))
    const isWanted = (row: NotificationRow) =>
      mail === "replies" ? isReply(row) && isFirst(row) : row.type !== "news" || newsMail
    const hasNews = unread.some((row) => isNew(row) && isWanted(row) && mayOpen(tables, row, now))
    return isOld && hasNews ? [{ id, kind: mail === "replies" ? ("replies" as const) : ("digest" as const) }] : []
  })
}

const isFactorMailDue = (tables: Tables, id: UserId, now: DateTime.Utc): boolean => {
  const isTold = (since: DateTime.Utc) => {
    const told = tables.factorMails.get(id)
    return told !== undefined && DateTime.greaterThanOrEqualTo(told, since)
  }
  return (
    !isSuspended(tables.users.referred(id), now) &&
    Option.exists(unguardedSinceOf(tables, id), (since) => {
      const days = DateTime.distance(since, now) / 86_400_000
      return days >= daysBeforeFactorMail && days < staffGraceDays && !isTold(since)
    })
  )
}

type Due = Pick<MailToAdd, "kind"> & { readonly id: UserId }

/** Adds a mail to each of these members, and notes when. */
const addAll = (tables: Tables, due: ReadonlyArray<Due>, noted: Tables["lastDigests"], now: DateTime.Utc): number => {
  for (const { id, kind } of due) {
    addMail(tables, { kind, userId: Option.some(id), address: Option.none(), createdAt: now })
    noted.set(id, now)
  }
  return due.length
}

/** The turns of a hash that still count for a cap, oldest first. */
const turnsOf = ({ mailTurns }: Tables, hash: string, { within }: Cap, now: DateTime.Utc) =>
  (mailTurns.get(hash)?.times ?? []).filter((at) => DateTime.greaterThan(DateTime.addDuration(at, within), now))

export const layer = inMemory(MailRepo, ({ read, write }) => ({
  add: (mail) => write((tables) => addMail(tables, mail)),
  addDigests: (now, limit) =>
    write((tables) => addAll(tables, digestsDue(tables, now).slice(0, limit), tables.lastDigests, now)),
  addFactorMails: (now) =>
    write((tables) => {
      const due = tables.users.where(({ id }) => isFactorMailDue(tables, id, now))
      return addAll(
        tables,
        due.map(({ id }) => ({ id, kind: "factor_needed" })),
        tables.factorMails,
        now
      )
    }),
  claim: (now, until) =>
    write(({ outgoingMail }) => {
      const due = outgoingMail.where(({ dueAt }) => DateTime.lessThanOrEqualTo(dueAt, now)).sort(dangerFirst)
      return Option.map(Array.head(due), (first) => {
        const claimed = { ...first, tries: first.tries + 1, dueAt: until }
        outgoingMail.set(first.id, claimed)
        return claimed
      })
    }),
  retryAt: (id, dueAt) => write(({ outgoingMail }) => outgoingMail.change(id, (row) => ({ ...row, dueAt }))),
  takeTurn: (hash, cap, now) =>
    write((tables) => {
      const times = turnsOf(tables, hash, cap, now)
      const [oldest] = times
      if (oldest !== undefined && times.length >= cap.maxActs)
        return Option.some(DateTime.addDuration(oldest, cap.within))
      tables.mailTurns.set(hash, { times: [...times, now], endsAt: DateTime.addDuration(now, cap.within) })
      return Option.none()
    }),
  returnTurn: (hash, taken) =>
    write(({ mailTurns }) =>
      mailTurns.change(hash, ({ endsAt, times }) => ({
        endsAt,
        times: Array.filter(times, (at) => !Equal.equals(at, taken))
      }))
    ),
  remove: (id) => write(({ outgoingMail }) => void outgoingMail.delete(id)),
  nextDue: read(({ outgoingMail }) =>
    Option.map(Array.head(Array.sort(outgoingMail.values(), byDue)), ({ dueAt }) => dueAt)
  ),
  setLink: (link) =>
    write(({ accountLinks }) => {
      accountLinks.deleteWhere((old) => old.userId === link.userId && old.purpose === link.purpose)
      accountLinks.set(link.hash, link)
    }),
  findLink: (purpose, hash, now) =>
    read(({ accountLinks }) =>
      Option.filter(
        accountLinks.find(hash),
        (link) => link.purpose === purpose && DateTime.greaterThan(link.expiresAt, now)
      )
    ),
  takeLink: (purpose, hash) =>
    write(({ accountLinks }) => accountLinks.get(hash)?.purpose === purpose && accountLinks.delete(hash)),
  forgetLinks: (userId) =>
    write(({ accountLinks, outgoingMail, users }) => {
      accountLinks.deleteWhere((link) => link.userId === userId)
      const key = Option.map(users.find(userId), ({ emailKey }) => emailKey)
      outgoingMail.deleteWhere(bringsLink(userId, key))
    }),
  forgetExpired: (now) =>
    write(({ accountLinks, mailTurns }) => {
      accountLinks.deleteWhere(({ expiresAt }) => DateTime.lessThanOrEqualTo(expiresAt, now))
      mailTurns.deleteWhere(({ endsAt }) => DateTime.lessThanOrEqualTo(endsAt, now))
    })
}))
