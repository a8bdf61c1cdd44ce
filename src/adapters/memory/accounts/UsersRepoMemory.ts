import { Array, DateTime, Effect, Either, HashMap, Layer, Option, Order } from "effect"
import { formerMember, isReserved } from "../../../domain/accounts/Leaving.ts"
import { isStaff } from "../../../domain/accounts/Role.ts"
import {
  EmailTaken,
  memberSearch,
  type User,
  type UserDetail,
  UserNotFound,
  UsernameTaken,
  type Verification
} from "../../../domain/accounts/User.ts"
import { type DiseaseId, UserId } from "../../../domain/Ids.ts"
import { shownHtml } from "../../../domain/Markdown.ts"
import {
  type AccountToAdd,
  type LoginAccount,
  maxAddresses,
  UsersRepo,
  type UserUpdate,
  type VerificationToAdd
} from "../../../ports/UsersRepo.ts"
import { withActive } from "../ApplyAll.ts"
import { byNewest, diseaseNameOf, isSuspended, pageOf } from "../RowMapping.ts"
import type { AddressRow, UserRow } from "../Rows.ts"
import { type Step, Store, stepOf } from "../Store.ts"
import { referred, type Tables, withNew, withRow } from "../Tables.ts"

const lastUsedFirst = Order.combine(
  Order.mapInput(Order.reverse(DateTime.Order), ({ usedAt }: AddressRow) => usedAt),
  Order.mapInput(Order.string, ({ hash }: AddressRow) => hash)
)

const verificationOf = (tables: Tables, { at, as, by }: VerificationToAdd): Verification => ({
  by: { id: by, username: referred(tables.users, by).username },
  at,
  as
})

const userOf = (tables: Tables, { bio, createdAt, id, role, suspension, username, verification }: UserRow): User => ({
  id,
  username,
  role,
  bio: Option.map(bio, ({ content }) => content),
  bioHtml: Option.map(bio, shownHtml),
  verified: Option.map(verification, (verification) => verificationOf(tables, verification)),
  suspended: suspension,
  createdAt
})

const detailOf = (tables: Tables, row: UserRow): UserDetail => ({
  ...userOf(tables, row),
  diseaseIds: row.diseaseIds,
  diseases: row.diseaseIds.map((id) => diseaseNameOf(tables, id)),
  postCount: HashMap.countBy(tables.posts.rows, ({ authorId }) => authorId === row.id),
  email: Option.some(row.email),
  diseasesVisibleTo: Option.some(row.diseasesVisibleTo)
})

const hasName = ({ emailKey, usernameKey }: UserRow, search: string) => {
  const { isAnywhere, text } = memberSearch(search)
  if (text === "") return false
  return [usernameKey, emailKey].some((key) => (isAnywhere ? key.includes(text) : key.startsWith(text)))
}

/** The members; the former member is not one. */
const membersOf = ({ users }: Tables) => HashMap.filter(users.rows, ({ id }) => id !== formerMember.id)

const byUsernameKey = (tables: Tables, key: string) =>
  HashMap.findFirst(membersOf(tables), ({ usernameKey }) => usernameKey === key)

const byEmailKey = (tables: Tables, key: string) =>
  HashMap.findFirst(membersOf(tables), ({ emailKey }) => emailKey === key)

const findUser = (tables: Tables, id: UserId): Either.Either<UserRow, UserNotFound> =>
  Either.fromOption(HashMap.get(membersOf(tables), id), () => new UserNotFound({ id }))

const withUser = (tables: Tables, row: UserRow): Tables => ({ ...tables, users: withRow(tables.users, row.id, row) })

const loginAccountOf = ({ emailKey, id, passwordHash }: UserRow): LoginAccount => ({ id, emailKey, passwordHash })

const addUser = (
  tables: Tables,
  account: AccountToAdd
): Either.Either<readonly [UserId, Tables], EmailTaken | UsernameTaken> => {
  if (Option.isSome(byEmailKey(tables, account.emailKey))) return Either.left(new EmailTaken())
  const isTaken = isReserved(account.usernameKey) || Option.isSome(byUsernameKey(tables, account.usernameKey))
  if (isTaken) return Either.left(new UsernameTaken())
  const id = UserId.make(tables.users.lastId + 1)
  const row = {
    ...account,
    id,
    activeAt: account.createdAt,
    verification: Option.none(),
    suspension: Option.none(),
    diseaseIds: [],
    diseasesVisibleTo: "members" as const,
    addresses: []
  }
  return Either.right([id, { ...tables, users: withNew(tables.users, id, row) }])
}

const updateUser = (
  tables: Tables,
  id: UserId,
  { bio, diseasesVisibleTo, role, username }: UserUpdate
): Either.Either<readonly [undefined, Tables], UsernameTaken | UserNotFound> =>
  Either.flatMap(findUser(tables, id), (row) => {
    const { key, name } = Option.getOrElse(username, () => ({ key: row.usernameKey, name: row.username }))
    const isTaken = isReserved(key) || Option.exists(byUsernameKey(tables, key), ([owner]) => owner !== id)
    if (isTaken) return Either.left(new UsernameTaken())
    const updated = {
      ...row,
      username: name,
      usernameKey: key,
      bio: Option.getOrElse(bio, () => row.bio),
      role: Option.getOrElse(role, () => row.role),
      diseasesVisibleTo: diseasesVisibleTo ?? row.diseasesVisibleTo
    }
    return Either.right([undefined, withUser(tables, updated)])
  })

const setEmail = (
  tables: Tables,
  id: UserId,
  email: Pick<AccountToAdd, "email" | "emailKey">
): Either.Either<readonly [undefined, Tables], EmailTaken | UserNotFound> =>
  Either.flatMap(findUser(tables, id), (row): Either.Either<readonly [undefined, Tables], EmailTaken> => {
    const isTaken = Option.exists(byEmailKey(tables, email.emailKey), ([owner]) => owner !== id)
    return isTaken ? Either.left(new EmailTaken()) : Either.right([undefined, withUser(tables, { ...row, ...email })])
  })

const setDiseases = (tables: Tables, id: UserId, diseaseIds: ReadonlyArray<DiseaseId>): Tables => {
  for (const diseaseId of diseaseIds) referred(tables.diseases, diseaseId)
  if (new Set(diseaseIds).size < diseaseIds.length) throw new Error("a member has each disease once")
  return withUser(tables, { ...referred(tables.users, id), diseaseIds })
}

const rememberAddress = (tables: Tables, id: UserId, hash: string, usedAt: DateTime.Utc): Tables => {
  const row = referred(tables.users, id)
  const others = row.addresses.filter((address) => address.hash !== hash)
  const latest = Array.take(Array.sort(others, lastUsedFirst), maxAddresses - 1)
  return withUser(tables, { ...row, addresses: [{ hash, usedAt }, ...latest] })
}

const make = Effect.map(Store, (store) => {
  const adminExists = (matches: (row: UserRow) => boolean) =>
    Effect.map(store.tables, ({ users }) => HashMap.some(users.rows, (row) => row.role === "admin" && matches(row)))

  return UsersRepo.of({
    add: (account) => store.write((tables) => stepOf(tables, addUser(tables, account))),
    lockFirstAdmin: Effect.void, // transactions in memory run one at a time
    adminExists: adminExists(() => true),
    otherAdminExists: (id, now) => adminExists((row) => row.id !== id && !isSuspended(row, now)),
    otherStaffExists: (ids, now) =>
      Effect.map(store.tables, ({ users }) =>
        HashMap.some(users.rows, (row) => isStaff(row.role) && !ids.includes(row.id) && !isSuspended(row, now))
      ),
    byEmail: (key) =>
      Effect.map(store.tables, (tables) => Option.map(byEmailKey(tables, key), ([, row]) => loginAccountOf(row))),
    byUsername: (key) =>
      Effect.map(store.tables, (tables) => Option.map(byUsernameKey(tables, key), ([, row]) => loginAccountOf(row))),
    byId: (id) => Effect.map(store.tables, ({ users }) => Option.map(HashMap.get(users.rows, id), loginAccountOf)),
    replacePasswordHash: (id, from, to) =>
      store.write((tables): Step<boolean> => {
        const row = Option.filter(HashMap.get(tables.users.rows, id), ({ passwordHash }) => passwordHash === from)
        return [
          Effect.succeed(Option.isSome(row)),
          Option.match(row, { onNone: () => tables, onSome: (row) => withUser(tables, { ...row, passwordHash: to }) })
        ]
      }),
    detail: (id) =>
      Effect.flatMap(store.tables, (tables) => Either.map(findUser(tables, id), (row) => detailOf(tables, row))),
    page: ({ role, search, verified }, window) =>
      Effect.map(store.tables, (tables) => {
        const listed = HashMap.filter(
          membersOf(tables),
          (row) =>
            (role === undefined || row.role === role) &&
            (verified === undefined || Option.isSome(row.verification) === verified) &&
            (search === undefined || hasName(row, search))
        )
        return pageOf(HashMap.values(listed), byNewest<UserId>(), window, (row) => userOf(tables, row))
      }),
    update: (id, change) => store.write((tables) => stepOf(tables, updateUser(tables, id, change))),
    setEmail: (id, email) => store.write((tables) => stepOf(tables, setEmail(tables, id, email))),
    setVerification: (id, verification) =>
      store.write((tables) =>
        stepOf(
          tables,
          Either.map(findUser(tables, id), (row) => [undefined, withUser(tables, { ...row, verification })] as const)
        )
      ),
    setSuspension: (id, suspension) =>
      store.write((tables) =>
        stepOf(
          tables,
          Either.map(findUser(tables, id), (row) => [undefined, withUser(tables, { ...row, suspension })] as const)
        )
      ),
    setDiseases: (id, diseaseIds) => store.update((tables) => setDiseases(tables, id, diseaseIds)),
    touch: (id, at) =>
      store.update((tables) => (HashMap.has(tables.users.rows, id) ? withActive(tables, id, at) : tables)),
    knowsAddress: (id, addressHash) =>
      Effect.map(store.tables, ({ users }) =>
        Option.exists(HashMap.get(users.rows, id), ({ addresses }) =>
          addresses.some(({ hash }) => hash === addressHash)
        )
      ),
    rememberAddress: (id, hash, usedAt) => store.update((tables) => rememberAddress(tables, id, hash, usedAt))
  })
})

/** Members in memory. */
export const layer = Layer.effect(UsersRepo, make)
