import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import {
  EmailTaken,
  memberSearch,
  type User,
  type UserDetail,
  UserNotFound,
  UsernameTaken
} from "../../../domain/accounts/User.ts"
import { type DiseaseId, UserId } from "../../../domain/Ids.ts"
import { UsersRepo } from "../../../ports/UsersRepo.ts"
import { withActive } from "../ApplyAll.ts"
import { byNewest, diseaseNameOf, found } from "../RowMapping.ts"
import type { AddressRow, UserRow } from "../Rows.ts"
import type { Step, Tables } from "../Store.ts"
import { referred, Store, withNew, withRow } from "../Store.ts"

/** How many addresses of a member are known, beside the one used last. */
const otherAddresses = 19

const lastUsedFirst = Order.combine(
  Order.mapInput(Order.reverse(DateTime.Order), ({ usedAt }: AddressRow) => usedAt),
  Order.mapInput(Order.string, ({ hash }: AddressRow) => hash)
)

const userOf = ({ bio, createdAt, id, role, username }: UserRow): User => ({
  id,
  username,
  role,
  bio: Option.map(bio, ({ content }) => content),
  bioHtml: Option.map(bio, ({ html }) => html),
  createdAt
})

const detailOf = (tables: Tables, row: UserRow): UserDetail => ({
  ...userOf(row),
  diseaseIds: row.diseaseIds,
  diseases: row.diseaseIds.map((id) => diseaseNameOf(tables, id)),
  postCount: HashMap.countBy(tables.posts.rows, ({ authorId }) => authorId === row.id),
  email: Option.some(row.email)
})

const isNamed = ({ emailKey, usernameKey }: UserRow, search: string) => {
  const { isAnywhere, text } = memberSearch(search)
  if (text === "") return false
  return [usernameKey, emailKey].some((key) => (isAnywhere ? key.includes(text) : key.startsWith(text)))
}

const withUser = (tables: Tables, row: UserRow): Tables => ({ ...tables, users: withRow(tables.users, row.id, row) })

const refuseFaultyDiseases = (tables: Tables, ids: ReadonlyArray<DiseaseId>) => {
  for (const id of ids) referred(tables.diseases, id)
  if (new Set(ids).size < ids.length) throw new Error("a member has each disease once")
}

const make = Effect.gen(function* () {
  const store = yield* Store

  const byUsernameKey = (tables: Tables, key: string) =>
    HashMap.findFirst(tables.users.rows, ({ usernameKey }) => usernameKey === key)
  const byEmailKey = (tables: Tables, key: string) =>
    HashMap.findFirst(tables.users.rows, ({ emailKey }) => emailKey === key)

  /** Changes a member, who must exist. */
  const changed = (id: UserId, change: (row: UserRow, tables: Tables) => UserRow) =>
    store.write((tables): Step<void> => [Effect.void, withUser(tables, change(referred(tables.users, id), tables))])

  /** Changes a member; one who is not there is passed over. */
  const changedIfThere = (id: UserId, change: (row: UserRow) => UserRow) =>
    store.write(
      (tables): Step<void> => [
        Effect.void,
        Option.match(HashMap.get(tables.users.rows, id), {
          onNone: () => tables,
          onSome: (row) => withUser(tables, change(row))
        })
      ]
    )

  return UsersRepo.of({
    add: (account) =>
      store.write((tables): Step<UserId, EmailTaken | UsernameTaken> => {
        if (Option.isSome(byEmailKey(tables, account.emailKey))) return [Effect.fail(new EmailTaken()), tables]
        if (Option.isSome(byUsernameKey(tables, account.usernameKey))) return [Effect.fail(new UsernameTaken()), tables]
        const id = UserId.make(tables.users.lastId + 1)
        const row = { ...account, id, activeAt: account.createdAt, diseaseIds: [], addresses: [] }
        return [Effect.succeed(id), { ...tables, users: withNew(tables.users, id, row) }]
      }),

    lockFirstAdmin: Effect.void, // transactions in memory run one at a time

    adminExists: Effect.map(store.tables, ({ users }) => HashMap.some(users.rows, ({ role }) => role === "admin")),

    otherAdminExists: (id) =>
      Effect.map(store.tables, ({ users }) =>
        HashMap.some(users.rows, (user) => user.role === "admin" && user.id !== id)
      ),

    byEmail: (key) =>
      Effect.map(store.tables, (tables) =>
        Option.map(byEmailKey(tables, key), ([id, { passwordHash }]) => ({ id, passwordHash }))
      ),

    setPasswordHash: (id, passwordHash) => changedIfThere(id, (row) => ({ ...row, passwordHash })),

    detail: (id) =>
      Effect.flatMap(store.tables, (tables) =>
        Option.match(HashMap.get(tables.users.rows, id), {
          onNone: () => Effect.fail(new UserNotFound({ id })),
          onSome: (row) => Effect.succeed(detailOf(tables, row))
        })
      ),

    page: ({ role, search }, window) =>
      Effect.map(store.tables, ({ users }) => {
        const wanted = HashMap.filter(
          users.rows,
          (row) => (role === undefined || row.role === role) && (search === undefined || isNamed(row, search))
        )
        return found(HashMap.values(wanted), byNewest<UserId>(), window, userOf)
      }),

    update: (id, { bio, role, username }) =>
      store.write((tables): Step<void, UsernameTaken | UserNotFound> => {
        const row = Option.getOrUndefined(HashMap.get(tables.users.rows, id))
        if (row === undefined) return [Effect.fail(new UserNotFound({ id })), tables]
        const key = Option.match(username, { onNone: () => row.usernameKey, onSome: (chosen) => chosen.key })
        if (Option.exists(byUsernameKey(tables, key), ([owner]) => owner !== id)) {
          return [Effect.fail(new UsernameTaken()), tables]
        }
        const updated = {
          ...row,
          username: Option.match(username, { onNone: () => row.username, onSome: ({ name }) => name }),
          usernameKey: key,
          bio: Option.getOrElse(bio, () => row.bio),
          role: Option.getOrElse(role, () => row.role)
        }
        return [Effect.void, withUser(tables, updated)]
      }),

    setDiseases: (id, diseaseIds) =>
      changed(id, (row, tables) => {
        refuseFaultyDiseases(tables, diseaseIds)
        return { ...row, diseaseIds }
      }),

    touch: (id, at) =>
      store.write(
        (tables): Step<void> => [Effect.void, HashMap.has(tables.users.rows, id) ? withActive(tables, id, at) : tables]
      ),

    knowsAddress: (id, addressHash) =>
      Effect.map(store.tables, ({ users }) =>
        Option.exists(HashMap.get(users.rows, id), ({ addresses }) =>
          addresses.some(({ hash }) => hash === addressHash)
        )
      ),

    rememberAddress: (id, addressHash, usedAt) =>
      changed(id, (row) => {
        const others = row.addresses.filter(({ hash }) => hash !== addressHash)
        const kept = Array.take(Array.sort(others, lastUsedFirst), otherAddresses)
        return { ...row, addresses: [{ hash: addressHash, usedAt }, ...kept] }
      })
  })
})

/** Members in memory. */
export const layer = Layer.effect(UsersRepo, make)
