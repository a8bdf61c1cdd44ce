import { Array, Context, DateTime, Effect, Layer, Option, type Redacted, Schema, Stream } from "effect"
import type { Registration } from "../../domain/accounts/Account.ts"
import type { NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { isStaff } from "../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { formerMember, type LeftPosts } from "../../domain/accounts/Leaving.ts"
import { KeysNotFound, type KeysOfMember, MemberNotFound, MemberUnclear } from "../../domain/accounts/Operator.ts"
import type { NewSuspension, UntilPassed } from "../../domain/accounts/Suspension.ts"
import { type EmailTaken, type UserDetail, UserNotFound, type UsernameTaken } from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import { type ApiKeyId, UserId } from "../../domain/Ids.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { ErasureRepo } from "../../ports/accounts/ErasureRepo.ts"
import { PasskeysRepo } from "../../ports/accounts/PasskeysRepo.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { SecondFactorsRepo } from "../../ports/accounts/SecondFactorsRepo.ts"
import type { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { MailRepo } from "../../ports/mail/MailRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { EndSessions } from "./EndSessions.ts"
import { Export } from "./Export.ts"
import { FactorChange } from "./factors/FactorChange.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { erasing } from "./Leaving.ts"
import { SuspensionWrites } from "./Suspensions.ts"

/** The member whom the operator has named is unknown or unclear. */
type NoMember = MemberNotFound | MemberUnclear

/**
 * The acts of the operator, who has the database itself: they need no credential, so no transport may have this
 * service. Each change is an entry of the audit log. A member is named by number, by username, or by email where the
 * name holds an `@`, since a username may be another member's email. `MemberUnclear` where the number of one member is
 * the name of another.
 */
export class Operator extends Context.Tag("services/accounts/Operator")<
  Operator,
  {
    /** Makes an account with the role admin. Fails with `EmailTaken` or `UsernameTaken`. */
    readonly createAdmin: (
      account: Pick<Registration, "username" | "email" | "password">
    ) => StorageEffect<UserDetail, LeakFound | EmailTaken | UsernameTaken>

    /** Makes a member an admin. Nothing changes for one who is. */
    readonly promote: (member: string) => StorageEffect<UserDetail, NoMember>

    /**
     * Gives a member another password, and ends all their sessions; API keys stay valid. Gives the number of sessions.
     */
    readonly resetPassword: (
      member: string,
      password: Redacted.Redacted
    ) => StorageEffect<{ readonly member: UserDetail; readonly endedSessions: number }, NoMember>

    /**
     * Removes the passkeys and the second factor of a member, and ends all their sessions. The member is told by mail.
     */
    readonly resetFactors: (
      member: string
    ) => StorageEffect<{ readonly member: UserDetail; readonly passkeys: number; readonly hadCodes: boolean }, NoMember>

    /** Suspends a member. Fails with `UntilPassed`, and with `NotAllowed` as `Suspensions.suspend`. */
    readonly suspend: (
      member: string,
      suspension: NewSuspension
    ) => StorageEffect<UserDetail, NoMember | UntilPassed | NotAllowed>

    /** Ends a suspension; nothing changes for a member who is not suspended. */
    readonly unsuspend: (member: string) => StorageEffect<UserDetail, NoMember>

    /** Everything that is stored about a member, as `Export.of`. */
    readonly exportOf: (member: string) => StorageEffect<Stream.Stream<string, NoMember | Unavailable>, NoMember>

    /** Erases a member, also from embedded files; gives the record of before. `NotAllowed` for the only admin. */
    readonly erase: (member: string, posts: LeftPosts) => StorageEffect<UserDetail, NoMember | NotAllowed>

    readonly keysOf: (member: string) => StorageEffect<KeysOfMember, NoMember>

    /** Revokes keys of a member, or all of them where no ids are given; gives those. Fails with `KeysNotFound`. */
    readonly revokeKeys: (
      member: string,
      ids: Option.Option<ReadonlyArray<ApiKeyId>>
    ) => StorageEffect<KeysOfMember, NoMember | KeysNotFound>
  }
>() {
  static readonly layer = Layer.effect(Operator, withSpans("Operator", Effect.gen(make)))
}

function* make() {
  return { ...(yield* accounts), ...(yield* memberActs), resetFactors: yield* resetFactors }
}

/** The failure for a member who left after being found. */
const orGone =
  (member: string) =>
  <A, E, R>(
    effect: Effect.Effect<A, E | UserNotFound, R>
  ): Effect.Effect<A, Exclude<E, UserNotFound> | MemberNotFound, R> =>
    Effect.catchIf(
      effect,
      (error) => error instanceof UserNotFound,
      () => new MemberNotFound({ member })
    )

const numberIn = (member: string): Option.Option<UserId> =>
  /^[1-9]\d*$/.test(member) ? Schema.decodeOption(UserId)(Number(member)) : Option.none()

/** The id of the member whom the operator has named. */
const idOf = Effect.fnUntraced(function* (users: UsersRepo["Type"], member: string) {
  const number = Option.filter(numberIn(member), (id) => id !== formerMember.id)
  const byNumber = yield* Option.match(number, { onNone: () => Effect.succeedNone, onSome: users.byId })
  const byName = yield* member.includes("@") ? users.byEmail(emailKey(member)) : users.byUsername(usernameKey(member))
  const [id, ...others] = Array.dedupe(Array.getSomes([byNumber, byName]).map((account) => account.id))
  if (id === undefined) return yield* new MemberNotFound({ member })
  return others.length === 0 ? id : yield* new MemberUnclear({ member })
})

const accounts = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const sessions = yield* EndSessions
  const hasher = yield* PasswordHasher
  const leaks = yield* LeakGuard
  const links = yield* MailRepo
  const detail = (id: UserId) => Effect.catchTag(users.detail(id), "UserNotFound", Effect.die)
  const changed = (id: UserId) => changes.append([{ kind: "user", id, userId: id }])

  const createAdmin = Effect.fnUntraced(function* ({
    email,
    password,
    username
  }: Pick<Registration, "username" | "email" | "password">) {
    yield* leaks.check("username", [username], Effect.succeed([emailKey(email)]))
    const passwordHash = yield* hasher.hash(password)
    const keys = { usernameKey: usernameKey(username), emailKey: emailKey(email) }
    return yield* write(
      Effect.gen(function* () {
        yield* users.lockRoles // so that nobody claims to be the first at the same time
        const createdAt = yield* DateTime.now
        const account = { username, email, ...keys, passwordHash, createdAt }
        const id = yield* users.add({ ...account, role: "admin", bio: Option.none() })
        yield* changed(id)
        yield* changes.append([{ kind: "member_joined", id, userId: id }])
        yield* audit.record({ action: "role_changed", actorId: null, userId: id, detail: "created as admin" })
        return yield* detail(id)
      })
    )
  })

  const promote = Effect.fnUntraced(function* (member: string) {
    const id = yield* idOf(users, member)
    yield* users.lockRoles
    const { role } = yield* orGone(member)(users.detail(id))
    const since = isStaff(role) ? {} : { staffSince: yield* DateTime.now }
    const admin = { username: Option.none(), bio: Option.none(), role: Option.some("admin" as const), ...since }
    yield* Effect.catchTag(users.update(id, admin), "UsernameTaken", Effect.die).pipe(orGone(member))
    yield* changed(id)
    if (role !== "admin") {
      yield* audit.record({ action: "role_changed", actorId: null, userId: id, detail: `from ${role} to admin` })
    }
    return yield* detail(id)
  }, write)

  const resetPassword = Effect.fnUntraced(function* (member: string, password: Redacted.Redacted) {
    const to = yield* hasher.hash(password)
    const replaced = Effect.gen(function* () {
      const stored = yield* users.byId(yield* idOf(users, member))
      if (Option.isNone(stored)) return yield* new MemberNotFound({ member })
      const account = stored.value
      const isReplaced = yield* users.replacePasswordHash(account.id, account.passwordHash, to)
      return Option.liftPredicate(account.id, () => isReplaced)
    })
    return yield* write(
      Effect.gen(function* () {
        // The member may change the password at the same time; the operator's is the last.
        const id = yield* Effect.flatten(Effect.repeat(replaced, { until: Option.isSome }))
        yield* links.forgetLinks(id)
        const ended = yield* sessions.end(id, { except: null }, yield* DateTime.now)
        const reset = `reset, sessions: ${ended.length}`
        yield* audit.record({ action: "password_changed", actorId: null, userId: id, detail: reset })
        return { member: yield* detail(id), endedSessions: ended.length }
      })
    ).pipe(Effect.catchTag("NoSuchElementException", Effect.die))
  })

  return { createAdmin, promote, resetPassword }
})

const resetFactors = Effect.gen(function* () {
  const { users, write } = yield* writing
  const passkeys = yield* PasskeysRepo
  const secondFactors = yield* SecondFactorsRepo
  const sessions = yield* EndSessions
  const { tell } = yield* FactorChange

  return Effect.fnUntraced(function* (member: string) {
    const id = yield* idOf(users, member)
    yield* orGone(member)(users.lock(id))
    const removed = yield* passkeys.removeAll(id)
    const hadCodes = yield* secondFactors.remove(id)
    const { length } = yield* sessions.end(id, { except: null }, yield* DateTime.now)
    yield* tell(
      id,
      null,
      "factors_reset",
      `passkeys: ${removed}, second factor: ${hadCodes ? 1 : 0}, sessions: ${length}`
    )
    return { member: yield* orGone(member)(users.detail(id)), passkeys: removed, hadCodes }
  }, write)
})

const memberActs = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const { of } = yield* Export
  const { scrub } = yield* ErasureRepo
  const credentials = yield* CredentialsRepo
  const { suspend, unsuspend } = yield* SuspensionWrites
  const eraseMember = yield* erasing

  const erase = Effect.fnUntraced(function* (member: string, posts: LeftPosts) {
    const id = yield* idOf(users, member)
    const erased = Effect.zipLeft(users.detail(id), eraseMember(id, posts, null))
    const detail = yield* write(orGone(member)(erased))
    yield* scrub
    return detail
  })

  const keysOf = Effect.fnUntraced(function* (member: string) {
    const id = yield* idOf(users, member)
    const detail = yield* orGone(member)(users.detail(id))
    return { member: detail, keys: yield* credentials.keysOf(id) }
  })

  const revokeKeys = Effect.fnUntraced(function* (member: string, ids: Option.Option<ReadonlyArray<ApiKeyId>>) {
    const { keys, member: detail } = yield* keysOf(member)
    const chosen = Option.getOrElse(ids, () => keys.map(({ id }) => id))
    const missing = chosen.filter((id) => !keys.some((key) => key.id === id))
    if (missing.length > 0) return yield* new KeysNotFound({ ids: missing })
    const userId = detail.id
    const revoked = keys.filter(({ id }) => chosen.includes(id))
    for (const { id } of revoked) {
      yield* Effect.catchTag(
        credentials.revokeKey(userId, { id }),
        "ApiKeyNotFound",
        () => new KeysNotFound({ ids: [id] })
      )
      yield* changes.append([{ kind: "api_key", id, userId }])
      yield* audit.record({ action: "key_revoked", actorId: null, userId, targetId: id })
    }
    return { member: detail, keys: revoked }
  }, write)

  return {
    erase,
    exportOf: (member: string) =>
      Effect.map(idOf(users, member), (id) =>
        Stream.catchTag(of(id), "UserNotFound", () => Stream.fail(new MemberNotFound({ member })))
      ),
    keysOf,
    revokeKeys,
    suspend: Effect.fnUntraced(function* (member: string, suspension: NewSuspension) {
      return yield* suspend(yield* idOf(users, member), suspension, null).pipe(orGone(member))
    }, write),
    unsuspend: Effect.fnUntraced(function* (member: string) {
      return yield* unsuspend(yield* idOf(users, member), null).pipe(orGone(member))
    }, write)
  }
})
