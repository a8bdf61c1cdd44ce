import { Array, DateTime, Effect, Equal, HashMap, Layer, Option, Order } from "effect"
import type { UserId } from "../../../domain/Ids.ts"
import { type LinkToAdd, MailRepo, type MailToAdd } from "../../../ports/MailRepo.ts"
import { type Step, Store } from "../Store.ts"
import { filterRows, type Tables, withNew, withRow } from "../Tables.ts"

type MailRow = ReturnType<typeof rowsOf>[number]

const rowsOf = ({ outgoingMail }: Tables) => Array.fromIterable(HashMap.values(outgoingMail.rows))

const byDue = Order.mapInput(DateTime.Order, ({ dueAt }: MailRow) => dueAt)

const digestsLast = Order.combineAll([
  Order.mapInput(Order.boolean, ({ kind }: MailRow) => kind === "digest"),
  byDue,
  Order.mapInput(Order.number, ({ id }: MailRow) => id)
])

const replaces = (mail: MailToAdd) => (row: MailRow) =>
  row.kind === mail.kind &&
  Equal.equals(row.userId, mail.userId) &&
  (Option.isSome(mail.userId) || Equal.equals(row.address, mail.address))

const addMail = (tables: Tables, mail: MailToAdd): Tables => {
  const others = filterRows(tables.outgoingMail, (row) => !replaces(mail)(row))
  const id = others.lastId + 1
  return { ...tables, outgoingMail: withNew(others, id, { ...mail, id, tries: 0, dueAt: mail.createdAt }) }
}

const digestDays = { off: Number.POSITIVE_INFINITY, daily: 1, weekly: 7 }

/** The members to whom a digest is due. */
const digestsDue = (tables: Tables, now: DateTime.Utc): ReadonlyArray<UserId> =>
  Array.fromIterable(tables.settings).flatMap(([id, { mail }]) => {
    const last = Option.getOrUndefined(HashMap.get(tables.lastDigests, id))
    const isNew = (at: DateTime.Utc) => last === undefined || DateTime.greaterThan(at, last)
    const isOld = last === undefined || DateTime.distance(last, now) >= digestDays[mail] * 86_400_000
    const hasNews = HashMap.some(
      tables.notifications.rows,
      ({ createdAt, read, recipientId }) => recipientId === id && !read && isNew(createdAt)
    )
    return mail !== "off" && isOld && hasNews ? [id] : []
  })

const addDigests = (tables: Tables, ids: ReadonlyArray<UserId>, now: DateTime.Utc): Tables =>
  ids.reduce((tables, id) => {
    const mail = { kind: "digest" as const, userId: Option.some(id), address: Option.none(), createdAt: now }
    return { ...addMail(tables, mail), lastDigests: HashMap.set(tables.lastDigests, id, now) }
  }, tables)

const withoutLinks = (tables: Tables, isGone: (link: LinkToAdd) => boolean): Tables => ({
  ...tables,
  accountLinks: HashMap.filter(tables.accountLinks, (link) => !isGone(link))
})

const make = Effect.map(Store, (store) =>
  MailRepo.of({
    add: (mail) => store.update((tables) => addMail(tables, mail)),
    addDigests: (now, limit) =>
      store.write((tables): Step<number> => {
        const ids = Array.take(digestsDue(tables, now), limit)
        return [Effect.succeed(ids.length), addDigests(tables, ids, now)]
      }),
    claim: (now, until) =>
      store.write((tables): Step<Option.Option<MailRow>> => {
        const due = rowsOf(tables).filter(({ dueAt }) => DateTime.lessThanOrEqualTo(dueAt, now))
        const [first] = Array.sort(due, digestsLast)
        if (first === undefined) return [Effect.succeedNone, tables]
        const claimed = { ...first, tries: first.tries + 1, dueAt: until }
        const outgoingMail = withRow(tables.outgoingMail, first.id, claimed)
        return [Effect.succeedSome(claimed), { ...tables, outgoingMail }]
      }),
    retryAt: (id, dueAt) =>
      store.update((tables) => ({
        ...tables,
        outgoingMail: {
          ...tables.outgoingMail,
          rows: HashMap.modify(tables.outgoingMail.rows, id, (row) => ({ ...row, dueAt }))
        }
      })),
    remove: (id) =>
      store.update((tables) => ({ ...tables, outgoingMail: filterRows(tables.outgoingMail, (row) => row.id !== id) })),
    nextDue: Effect.map(store.tables, (tables) =>
      Option.map(Array.head(Array.sort(rowsOf(tables), byDue)), ({ dueAt }) => dueAt)
    ),
    setLink: (link) =>
      store.update((tables) => {
        const others = withoutLinks(tables, (old) => old.userId === link.userId && old.purpose === link.purpose)
        return { ...others, accountLinks: HashMap.set(others.accountLinks, link.hash, link) }
      }),
    findLink: (purpose, hash, now) =>
      Effect.map(store.tables, ({ accountLinks }) =>
        Option.filter(
          HashMap.get(accountLinks, hash),
          (link) => link.purpose === purpose && DateTime.greaterThan(link.expiresAt, now)
        )
      ),
    takeLink: (purpose, hash) =>
      store.write((tables): Step<boolean> => {
        const isThere = Option.exists(HashMap.get(tables.accountLinks, hash), (link) => link.purpose === purpose)
        return [Effect.succeed(isThere), isThere ? withoutLinks(tables, (old) => old.hash === hash) : tables]
      }),
    forgetLinks: (userId) => store.update((tables) => withoutLinks(tables, (link) => link.userId === userId)),
    forgetExpiredLinks: (now) =>
      store.update((tables) => withoutLinks(tables, ({ expiresAt }) => DateTime.lessThanOrEqualTo(expiresAt, now)))
  })
)

/** Outgoing mail and links in memory. */
export const layer = Layer.effect(MailRepo, make)
