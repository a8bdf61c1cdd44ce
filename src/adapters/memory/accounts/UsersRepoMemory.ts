import { Array, DateTime, Effect, Either, Option, Order } from "effect"
import { isStaff } from "../../../domain/accounts/CurrentUser.ts"
import { formerMember, isReserved } from "../../../domain/accounts/Leaving.ts"
import {
  EmailTaken,
  memberSearch,
  minNameCharacters,
  type User,
  type UserDetail,
  UserNotFound,
  UsernameTaken,
  type Verification
} from "../../../domain/accounts/User.ts"
import { type DiseaseId, type PostId, UserId } from "../../../domain/Ids.ts"
import { shownHtml } from "../../../domain/Markdown.ts"
import { lengthOf } from "../../../domain/Text.ts"
import {
  type AccountToAdd,
  type LoginAccount,
  maxAddresses,
  UsersRepo,
  type UserUpdate,
  type VerificationToAdd
} from "../../../ports/accounts/UsersRepo.ts"
import { type AddressRow, newProfile, type UserRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { byNewest, commentsOf, diseaseNameOf, isActiveAdmin, isPublic, isSuspended, pageOf } from "../Views.ts"
import { setActive } from "../Writes.ts"
import { unguardedSinceOf } from "./CredentialsRepoMemory.ts"

const lastUsedFirst = Order.combine(
  Order.mapInput(Order.reverse(DateTime.Order), ({ usedAt }: AddressRow) => usedAt),
  Order.mapInput(Order.string, ({ hash }: AddressRow) => hash)
)

const verificationOf = (tables: Tables, { at, as, by }: VerificationToAdd): Verification => ({
  by: { id: by, username: tables.users.referred(by).username },
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
  postCount: tables.posts.count((post) => isPublic(post) && post.authorId === row.id),
  email: Option.some(row.email),
  diseasesVisibleTo: Option.some(row.diseasesVisibleTo)
})

const hasName = ({ emailKey, usernameKey }: UserRow, search: string) => {
  const { isAnywhere, text } = memberSearch(search)
  if (text === "") return false
  return [usernameKey, emailKey].some((key) => (isAnywhere ? key.includes(text) : key.startsWith(text)))
}

/** The members that match; the former member is not one. */
const membersWhere = ({ users }: Tables, matches: (row: UserRow) => boolean): ReadonlyArray<UserRow> =>
  users.where((row) => row.id !== formerMember.id && matches(row))

const byUsernameKey = (tables: Tables, key: string) =>
  Array.head(membersWhere(tables, ({ usernameKey }) => usernameKey === key))

const byEmailKey = (tables: Tables, key: string) => Array.head(membersWhere(tables, ({ emailKey }) => emailKey === key))

const findUser = (tables: Tables, id: UserId): Either.Either<UserRow, UserNotFound> =>
  Either.fromOption(Array.head(membersWhere(tables, (row) => row.id === id)), () => new UserNotFound({ id }))

const changeUser = <E = never>(
  tables: Tables,
  id: UserId,
  change: (row: UserRow) => Either.Either<UserRow, E>
): Either.Either<void, E | UserNotFound> =>
  Either.map(Either.flatMap(findUser(tables, id), change), (row) => void tables.users.set(id, row))

const loginAccountOf = ({ emailKey, id, passwordHash }: UserRow): LoginAccount => ({ id, emailKey, passwordHash })

const addUser = (tables: Tables, account: AccountToAdd): Either.Either<UserId, EmailTaken | UsernameTaken> => {
  if (Option.isSome(byEmailKey(tables, account.emailKey))) return Either.left(new EmailTaken())
  const isTaken = isReserved(account.usernameKey) || Option.isSome(byUsernameKey(tables, account.usernameKey))
  if (isTaken) return Either.left(new UsernameTaken())
  const id = UserId.make(++tables.users.lastId)
  tables.users.set(id, {
    ...account,
    id,
    activeAt: account.createdAt,
    ...newProfile,
    staffSince: isStaff(account.role) ? Option.some(account.createdAt) : Option.none()
  })
  return Either.right(id)
}

const updateUser = (tables: Tables, id: UserId, { username = Option.none(), ...change }: UserUpdate) =>
  changeUser(tables, id, (row): Either.Either<UserRow, UsernameTaken> => {
    const { key, name } = Option.getOrElse(username, () => ({ key: row.usernameKey, name: row.username }))
    const isTaken = isReserved(key) || Option.exists(byUsernameKey(tables, key), (owner) => owner.id !== id)
    if (isTaken) return Either.left(new UsernameTaken())
    return Either.right({
      ...row,
      username: name,
      usernameKey: key,
      bio: Option.getOrElse(change.bio ?? Option.none(), () => row.bio),
      role: Option.getOrElse(change.role ?? Option.none(), () => row.role),
      staffSince: Option.orElse(Option.fromNullable(change.staffSince), () => row.staffSince),
      diseasesVisibleTo: Option.getOrElse(change.diseasesVisibleTo ?? Option.none(), () => row.diseasesVisibleTo)
    })
  })

const setEmail = (tables: Tables, id: UserId, email: Pick<AccountToAdd, "email" | "emailKey">) =>
  changeUser(tables, id, (row): Either.Either<UserRow, EmailTaken> => {
    const isTaken = Option.exists(byEmailKey(tables, email.emailKey), (owner) => owner.id !== id)
    return isTaken ? Either.left(new EmailTaken()) : Either.right({ ...row, ...email })
  })

const setDiseases = ({ diseases, users }: Tables, id: UserId, diseaseIds: ReadonlyArray<DiseaseId>): void => {
  for (const diseaseId of diseaseIds) diseases.referred(diseaseId)
  if (new Set(diseaseIds).size < diseaseIds.length) throw new Error("a member has each disease once")
  users.set(id, { ...users.referred(id), diseaseIds })
}

const rememberAddress = ({ users }: Tables, id: UserId, hash: string, usedAt: DateTime.Utc): void => {
  const row = users.referred(id)
  const others = row.addresses.filter((address) => address.hash !== hash)
  const latest = Array.take(Array.sort(others, lastUsedFirst), maxAddresses - 1)
  users.set(id, { ...row, addresses: [{ hash, usedAt }, ...latest] })
}

const byName = Order.mapInput(Order.string, ({ usernameKey }: UserRow) => usernameKey)

/** Finds members by name: see `UsersRepo.named`. */
const namedUsers = (tables: Tables, typed: string, postId: Option.Option<PostId>, limit: number) => {
  const { isAnywhere, text } = memberSearch(typed)
  const isNamed = ({ usernameKey }: UserRow) => (isAnywhere ? usernameKey.includes(text) : usernameKey.startsWith(text))
  const isFound = typed.trim() === "" ? () => true : (row: UserRow) => text !== "" && isNamed(row)
  const found = Array.sort(membersWhere(tables, isFound), byName)
  const writers = Option.match(postId, {
    onNone: () => new Set<UserId>(),
    onSome: (id) =>
      new Set([...commentsOf(tables, id), ...Option.toArray(tables.posts.find(id))].map((row) => row.authorId))
  })
  const [others, here] = Array.partition(found, ({ id }) => writers.has(id))
  const all = lengthOf(typed.trim()) < minNameCharacters ? here : [...here, ...others]
  return all.slice(0, limit).map(({ id, username }) => ({ id, username }))
}

export const layer = inMemory(UsersRepo, ({ attempt, lookUp, read, write }) => {
  const requireMember = (id: UserId) => lookUp((tables) => Either.map(findUser(tables, id), () => undefined))
  const anyMember = (matches: (row: UserRow) => boolean) => read(({ users }) => users.some(matches))

  const set = (id: UserId, part: Partial<UserRow>) =>
    attempt((tables) => changeUser(tables, id, (row) => Either.right({ ...row, ...part })))

  return {
    add: (account) => attempt((tables) => addUser(tables, account)),
    lockForVerification: () => Effect.void,
    lockRoles: Effect.void, // transactions in memory run one at a time
    adminExists: anyMember(({ role }) => role === "admin"),
    otherAdminExists: (id, now) => anyMember((row) => row.id !== id && isActiveAdmin(row, now)),
    staff: (now) =>
      read((tables) =>
        tables.users
          .where((row) => isStaff(row.role) && !isSuspended(row, now))
          .map(({ id, role }) => ({ id, role, unguardedSince: unguardedSinceOf(tables, id) }))
          .sort((one, other) => one.id - other.id)
      ),
    byEmail: (key) => read((tables) => Option.map(byEmailKey(tables, key), loginAccountOf)),
    byUsername: (key) => read((tables) => Option.map(byUsernameKey(tables, key), loginAccountOf)),
    byId: (id) => read(({ users }) => Option.map(users.find(id), loginAccountOf)),
    replacePasswordHash: (id, from, to) =>
      write(({ users }) => {
        const isSame = users.get(id)?.passwordHash === from
        if (isSame) users.change(id, (row) => ({ ...row, passwordHash: to }))
        return isSame
      }),
    detail: (id) => lookUp((tables) => Either.map(findUser(tables, id), (row) => detailOf(tables, row))),
    page: ({ role, search, verified }, window) =>
      read((tables) => {
        const listed = membersWhere(
          tables,
          (row) =>
            (role === undefined || row.role === role) &&
            (verified === undefined || Option.isSome(row.verification) === verified) &&
            (search === undefined || hasName(row, search))
        )
        return pageOf(listed, byNewest<UserId>(), window, (row) => userOf(tables, row))
      }),
    named: (text, postId, limit) => read((tables) => namedUsers(tables, text, postId, limit)),
    update: (id, change) => attempt((tables) => updateUser(tables, id, change)),
    setEmail: (id, email) => attempt((tables) => setEmail(tables, id, email)),
    setVerification: (id, verification) => set(id, { verification }),
    setSuspension: (id, suspension) => set(id, { suspension }),
    setDiseases: (id, diseaseIds) => write((tables) => setDiseases(tables, id, diseaseIds)),
    hold: requireMember,
    lock: requireMember, // transactions in memory run one at a time
    touch: (id, at) =>
      write((tables) => {
        if (tables.users.has(id)) setActive(tables, id, at)
      }),
    knowsAddress: (id, addressHash) =>
      read(({ users }) => users.get(id)?.addresses.some(({ hash }) => hash === addressHash) ?? false),
    rememberAddress: (id, hash, usedAt) => write((tables) => rememberAddress(tables, id, hash, usedAt))
  }
})
