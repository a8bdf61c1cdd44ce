import { Array, Context, DateTime, Effect, Equal, Layer, Option } from "effect"
import type { WrongPassword } from "../../domain/accounts/Account.ts"
import {
  actsAsAdmin,
  type ClientAddress,
  CurrentUser,
  type NotAllowed,
  NotSignedIn,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import { isStaff } from "../../domain/accounts/Role.ts"
import type {
  EmailTaken,
  NewVerification,
  User,
  UserChange,
  UserDetail,
  UserFilter,
  UserNotFound,
  UsernameTaken,
  UserPage
} from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import { UnknownDiseases } from "../../domain/diseases/Disease.ts"
import type { DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import { userList } from "../../domain/Lists.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { Call, Unavailable } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { AccountLinks } from "../mail/AccountLinks.ts"
import { ContentFilter } from "../posts/ContentFilter.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { AuditLog } from "./AuditLog.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { makeOwnPassword } from "./LoginAttempts.ts"
import {
  admin,
  makeNotLastAdmin,
  makeRequireAdminFor,
  owner,
  ownerOrAdmin,
  person,
  require,
  shownTo,
  unrestricted,
  withoutSuspension
} from "./Policy.ts"
import { makeAnswer } from "./VerificationRequests.ts"

type ChangeFailures =
  | TextFailure
  | NotAllowed
  | NotSignedIn
  | WrongPassword
  | TooManyRequests
  | UnknownDiseases
  | UsernameTaken
  | EmailTaken
  | Unavailable

/** The members of the community, as other members see them (contract, Records). */
export class Users extends Context.Tag("services/accounts/Users")<
  Users,
  {
    /** Members, newest first. Fails with `InvalidCursor`, then `NotAllowed` for a search by another than an admin. */
    readonly list: (request: PageRequest & UserFilter) => Call<UserPage, InvalidCursor | NotAllowed, CurrentUser>

    /**
     * Some other members by a part of their names, whom a text may mention: first those who wrote in a post, if it is given
     * (`UsersRepo.named`).
     */
    readonly named: (
      text: string,
      postId: Option.Option<PostId>
    ) => Call<ReadonlyArray<Pick<User, "id" | "username">>, never, CurrentUser>

    /** The member in detail; the email is for the member and for admins only. Fails with `UserNotFound`. */
    readonly get: (id: UserId) => Call<UserDetail, UserNotFound, CurrentUser>

    /**
     * Changes the caller's own profile, or any as an admin, else `NotAllowed`; a role as an admin only, and never that
     * of the only admin; an email as the member only, with the password (`AccountLinks`). Another username withdraws a
     * verification. A name or bio that an admin changes is an entry of the audit log. Fails with `UserNotFound`, `UnknownDiseases`, `UsernameTaken` and `EmailTaken`, and then changes nothing.
     */
    readonly change: (
      id: UserId,
      change: UserChange
    ) => Effect.Effect<UserDetail, ChangeFailures | UserNotFound, CurrentUser | ClientAddress>

    /** Verifies a member, as an admin, which answers their request. Fails with `UserNotFound`, then `NotAllowed`. */
    readonly verify: (
      id: UserId,
      verification: NewVerification
    ) => Call<UserDetail, LeakFound | UserNotFound | NotAllowed, CurrentUser>

    /** Withdraws what `verify` did; nothing changes for a member who is not verified. Fails as `verify` does. */
    readonly unverify: (id: UserId) => Call<UserDetail, UserNotFound | NotAllowed, CurrentUser>

    /** The caller in detail. Fails with `NotSignedIn` for one who has just left. */
    readonly me: Call<UserDetail, NotSignedIn, CurrentUser>

    readonly changeMe: (
      change: UserChange
    ) => Effect.Effect<UserDetail, ChangeFailures | NotSignedIn, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.effect(Users, withSpans("Users", Effect.gen(make)))
}

/** The maximum number of members whom `named` finds. */
const namesOffered = 8

function* make() {
  const users = yield* UsersRepo
  const change = yield* makeChange

  const list = Effect.fnUntraced(function* (request: PageRequest & UserFilter) {
    const [viewer, now] = [yield* CurrentUser, yield* DateTime.now]
    // A search matches emails too, which other members must not learn.
    const allowed = request.search === undefined ? Effect.void : require(admin("searchMembers"))
    return yield* readPage(userList(request), request, (slice) =>
      Effect.map(Effect.zipRight(allowed, users.page(request, slice)), (found) => ({
        ...found,
        items: found.items.map((user) => withoutSuspension(actsAsAdmin(viewer), now, user))
      }))
    )
  })

  const named = Effect.fnUntraced(function* (text: string, postId: Option.Option<PostId>) {
    const { id } = yield* CurrentUser
    const found = yield* users.named(text, postId, namesOffered + 1)
    return found.filter((user) => user.id !== id).slice(0, namesOffered)
  })

  const get = Effect.fnUntraced(function* (id: UserId) {
    return yield* shownTo(yield* CurrentUser, yield* users.detail(id))
  })

  const me = Effect.flatMap(CurrentUser, ({ id }) => Effect.catchTag(get(id), "UserNotFound", () => new NotSignedIn()))

  const changeMe = (sent: UserChange) =>
    Effect.flatMap(CurrentUser, ({ id }) => Effect.catchTag(change(id, sent), "UserNotFound", () => new NotSignedIn()))

  return { list, named, get, change, me, changeMe, ...(yield* makeVerify) }
}

/** Withdraws a verification, if there is one; a part of a transaction. */
const makeWithdraw = Effect.map(
  Effect.all([UsersRepo, AuditLog]),
  ([users, audit]) =>
    ({ id, verified }: UserDetail, { id: actorId }: SignedInUser) =>
      Effect.transposeMapOption(verified, ({ as }) =>
        Effect.zipRight(
          users.setVerification(id, Option.none()),
          audit.record({ action: "unverified", actorId, userId: id, detail: as })
        )
      )
)

const makeVerify = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const withdraw = yield* makeWithdraw

  const answer = yield* makeAnswer
  const requireAdminFor = yield* makeRequireAdminFor("verifyMember")

  const change = Effect.fnUntraced(function* <E>(
    id: UserId,
    apply: (before: UserDetail, caller: SignedInUser) => Effect.Effect<unknown, E>
  ) {
    const caller = yield* requireAdminFor(id)
    yield* apply(yield* users.detail(id), caller)
    yield* changes.append([{ kind: "user", id, userId: id }])
    return yield* shownTo(caller, yield* users.detail(id))
  }, write)

  const verify = Effect.fnUntraced(function* (id: UserId, { as }: NewVerification) {
    const emails = Effect.flatMap(requireAdminFor(id), (user) => leaks.emailsOf(id, user.id))
    yield* leaks.check("as", [as], emails)
    return yield* change(
      id,
      Effect.fnUntraced(function* (_, { id: by }) {
        yield* users.setVerification(id, Option.some({ by, at: yield* DateTime.now, as }))
        yield* audit.record({ action: "verified", actorId: by, userId: id, detail: as })
        yield* answer(id, { given: true, reason: null }, by)
      })
    )
  })

  return { verify, unverify: (id: UserId) => change(id, withdraw) }
})

/** The email is changed by the member only, who is a person and knows the password. */
const makeRequirePassword = Effect.gen(function* () {
  const users = yield* UsersRepo
  const ownPassword = yield* makeOwnPassword

  return Effect.fnUntraced(function* (id: UserId, { email, password }: UserChange) {
    if (Option.isNone(email) || Option.isNone(password)) return
    yield* users.detail(id)
    yield* require(owner(id, "changeEmail"))
    yield* ownPassword(yield* require(person("changeEmail")), "password", password.value)
  })
})

/** Each disease once, in the order of its first mention. One of the member's that was retired since may stay. */
const makeRequireDiseases = Effect.map(DiseasesRepo, (diseases) =>
  Effect.fnUntraced(function* (ids: ReadonlyArray<DiseaseId>, before: UserDetail) {
    const unique = Array.dedupe(ids)
    const missing = yield* diseases.missing(Array.difference(unique, before.diseaseIds))
    return missing.length === 0 ? unique : yield* new UnknownDiseases({ field: "diseaseIds", ids: missing })
  })
)

/** Makes the function that records the change of a name or a bio by an admin, as a part of the caller's transaction. */
const makeProfileAudit = Effect.map(AuditLog, (audit) => (actorId: UserId, before: UserDetail, after: UserDetail) => {
  const parts = [
    ...(before.username === after.username ? [] : [`username from "${before.username}" to "${after.username}"`]),
    ...(Equal.equals(before.bio, after.bio) ? [] : ["bio"])
  ]
  return parts.length === 0
    ? Effect.void
    : audit.recordOfOthers({ action: "profile_changed", actorId, userId: after.id, detail: parts.join(", ") })
})

const makeChange = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const withdraw = yield* makeWithdraw
  const requireNotLastAdmin = yield* makeNotLastAdmin
  const requireDiseases = yield* makeRequireDiseases
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const requirePassword = yield* makeRequirePassword
  const { changeEmail } = yield* AccountLinks
  const recordProfile = yield* makeProfileAudit

  const filterBio = <E, R>(typed: Option.Option<string>, emails: Effect.Effect<ReadonlyArray<string>, E, R>) =>
    Effect.map(
      Effect.transposeMapOption(typed, (bio) => texts.bio(bio, emails)),
      Option.flatten
    )

  /** The address of the member, for a caller who is allowed to know it. */
  const emailsFor = Effect.fnUntraced(function* (id: UserId) {
    yield* users.detail(id)
    yield* require(ownerOrAdmin(id, "changeProfile"))
    return yield* leaks.emailsOf(id)
  })

  return Effect.fnUntraced(function* (id: UserId, change: UserChange) {
    const { bio, diseaseIds, email, password: _, username, ...others } = change
    const { diseasesVisibleTo, role } = others
    const emails = emailsFor(id)
    yield* Effect.transposeMapOption(username, (name) => leaks.check("username", [name], emails))
    const filteredBio = yield* Effect.transposeMapOption(bio, (typed) => filterBio(typed, emails))
    yield* requirePassword(id, change)
    const changed = yield* write(
      Effect.gen(function* () {
        const before = yield* users.detail(id)
        const user = yield* require(ownerOrAdmin(id, "changeProfile"))
        if (Option.isSome(diseasesVisibleTo)) yield* require(owner(id, "changeVisibility"))
        if (Option.isSome(role)) {
          yield* require(admin("changeRole"))
          if (isStaff(role.value)) yield* require(unrestricted("makeAdmin"))
          if (role.value !== "admin") yield* requireNotLastAdmin(id, "demoteLastAdmin")
        }
        const ids = yield* Effect.transposeMapOption(diseaseIds, (ids) => requireDiseases(ids, before))
        if (Option.isSome(email)) yield* users.lock(id) // since a key column is changed after others
        const name = Option.map(username, (name) => ({ name, key: usernameKey(name) }))
        yield* users.update(id, { ...others, username: name, bio: filteredBio })
        yield* Effect.transposeMapOption(email, (email) => changeEmail(id, email))
        if (Option.exists(username, (name) => usernameKey(name) !== usernameKey(before.username))) {
          yield* withdraw(before, user)
        }
        yield* Effect.transposeMapOption(ids, (ids) => users.setDiseases(id, ids))
        yield* changes.append([{ kind: "user", id, userId: id }])
        if (Option.isSome(role) && role.value !== before.role) {
          const detail = `from ${before.role} to ${role.value}`
          yield* audit.record({ action: "role_changed", actorId: user.id, userId: id, detail })
        }
        const after = yield* users.detail(id)
        yield* recordProfile(user.id, before, after)
        return yield* shownTo(user, after)
      })
    )
    // After the transaction: two admins who change each other would lock each other's rows in turn.
    yield* users.touch((yield* CurrentUser).id, yield* DateTime.now)
    return changed
  })
})
