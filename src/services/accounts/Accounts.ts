import { Context, DateTime, Effect, Layer, Option } from "effect"
import { registration, registrationRoles } from "../../Config.ts"
import {
  done,
  type Login,
  NoSession,
  type Registration,
  type SignedIn,
  sessionSeconds,
  WrongLogin
} from "../../domain/accounts/Account.ts"
import { ClientAddress } from "../../domain/accounts/ClientAddress.ts"
import { CurrentUser, NotAllowed, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { isStaff, type Role } from "../../domain/accounts/Role.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { EmailTaken, UsernameTaken } from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { LeakFound } from "../../domain/LeakFound.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { MarkdownRefused } from "../../domain/Markdown.ts"
import type { InvalidText } from "../../domain/Text.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/CredentialsRepo.ts"
import { PasswordHasher } from "../../ports/PasswordHasher.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { Changes } from "../Changes.ts"
import { ContentFilter } from "../posts/ContentFilter.ts"
import { withSpans } from "../Spans.ts"
import { AuditLog } from "./AuditLog.ts"
import { FirstAdmin } from "./FirstAdmin.ts"
import { makeKeyedHash } from "./KeyedHash.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { makeLoginAttempts } from "./LoginAttempts.ts"
import { admin, require, unrestricted } from "./Policy.ts"

/** Registration, login and logout (contract, Accounts). */
export class Accounts extends Context.Tag("services/accounts/Accounts")<
  Accounts,
  {
    /**
     * Creates an account and signs in. Fails with `NotAllowed` while `REGISTRATION` is closed, but for admins; for a role that
     * is not open at registration, and for an admin without the code of `FirstAdmin`; and with `EmailTaken` or
     * `UsernameTaken`.
     */
    readonly register: (
      registration: Registration
    ) => Effect.Effect<
      SignedIn,
      MarkdownRefused | InvalidText | LeakFound | NotAllowed | EmailTaken | UsernameTaken | Unavailable,
      Viewer | ClientAddress
    >

    /**
     * Signs in, a suspended member too, whose session may do little (`OpenToSuspended`). Fails with `WrongLogin`, and with
     * `TooManyRequests` after many failed logins of this email from an address that it was not used from before.
     */
    readonly login: (login: Login) => Effect.Effect<SignedIn, WrongLogin | TooManyRequests | Unavailable, ClientAddress>

    /** Ends the session of the caller and no other. Fails with `NoSession` for an API key. */
    readonly logout: Effect.Effect<typeof done, NoSession | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Accounts, withSpans("Accounts", Effect.gen(make)))
}

type SignIn = Effect.Effect.Success<typeof makeSignIn>

function* make() {
  const signIn = yield* makeSignIn
  return { register: yield* makeRegister(signIn), login: yield* makeLogin(signIn), logout: yield* makeLogout }
}

/** Opens a session for a member who has just proved who they are, and remembers the address. */
const makeSignIn = Effect.gen(function* () {
  const users = yield* UsersRepo
  const credentials = yield* CredentialsRepo
  const secrets = yield* Secrets
  const keyedHash = yield* makeKeyedHash

  return Effect.fnUntraced(function* (id: UserId) {
    const now = yield* DateTime.now
    const token = yield* secrets.newToken
    const hash = secrets.hashOf(token)?.hash ?? ""
    const expiresAt = DateTime.add(now, { seconds: sessionSeconds })
    yield* credentials.addSession({ userId: id, hash, createdAt: now, expiresAt })
    yield* users.rememberAddress(id, yield* keyedHash("address", yield* ClientAddress), now)
    yield* users.touch(id, now)
    return { user: yield* users.detail(id), token, expiresIn: sessionSeconds }
  })
})

/** The refusals of roles that are not open at registration. */
const closedRoles = { user: "becomeUser", expert: "becomeExpert", moderator: "becomeModerator" } as const

const makeRegister = Effect.fnUntraced(function* (signIn: SignIn) {
  const users = yield* UsersRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction
  const hasher = yield* PasswordHasher
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const firstAdmin = yield* FirstAdmin
  const audit = yield* AuditLog
  const openRoles = yield* registrationRoles
  const isClosed = (yield* registration) === "closed"

  /** True when anybody may take the role, or the caller may give it; false when it takes the code of the first admin. */
  const isRoleOpen = Effect.fnUntraced(function* (role: Role) {
    if (openRoles.includes(role) && !isClosed) return true
    const caller = Option.getOrUndefined(yield* Viewer)
    if (caller?.role === "admin") {
      const rights = Effect.zipRight(
        require(admin("changeRole")),
        Effect.when(require(unrestricted("makeAdmin")), () => isStaff(role))
      )
      yield* Effect.provideService(rights, CurrentUser, caller)
      return true
    }
    if (role === "admin") return false
    return yield* new NotAllowed({ action: isClosed ? "register" : closedRoles[role] })
  })

  /** A role that is not open at registration was given by the admin who registered the member. */
  const recordGivenRole = Effect.fnUntraced(function* (userId: UserId, role: Role) {
    const actorId = Option.match(yield* Viewer, { onNone: () => userId, onSome: ({ id }) => id })
    yield* audit.record({ action: "role_changed", actorId, userId, detail: `registered as ${role}` })
  })

  return Effect.fnUntraced(function* ({ adminCode, bio, email, password, role, username }: Registration) {
    const emails = Effect.succeed([emailKey(email)])
    yield* leaks.check("username", [username], emails)
    const filteredBio = yield* Effect.transposeMapOption(bio, (bio) => texts.bio(bio, emails))
    const isOpen = yield* isRoleOpen(role)
    if (!isOpen) yield* firstAdmin.claim(adminCode) // before the costly hash, and once more under the lock
    const passwordHash = yield* hasher.hash(password)
    return yield* atomically(
      Effect.gen(function* () {
        if (!isOpen) yield* firstAdmin.claimOnce(adminCode)
        const id = yield* users.add({
          username,
          usernameKey: usernameKey(username),
          email,
          emailKey: emailKey(email),
          passwordHash,
          role,
          bio: Option.flatten(filteredBio),
          createdAt: yield* DateTime.now
        })
        yield* changes.append([{ kind: "user", id, userId: id }])
        if (!isOpen) yield* audit.record({ action: "first_admin", actorId: id, userId: id })
        else if (!openRoles.includes(role)) yield* recordGivenRole(id, role)
        return yield* Effect.catchTag(signIn(id), "UserNotFound", Effect.die)
      })
    )
  })
})

/** A suspension shows while it is in force. */
const withPresentSuspension = ({ user, ...signedIn }: SignedIn): Effect.Effect<SignedIn> =>
  Effect.map(DateTime.now, (now) => ({
    ...signedIn,
    user: { ...user, suspended: Option.filter(user.suspended, (suspension) => isInForce(suspension, now)) }
  }))

const makeLogin = Effect.fnUntraced(function* (signIn: SignIn) {
  const users = yield* UsersRepo
  const { atomically } = yield* Transaction
  const hasher = yield* PasswordHasher
  const attempts = yield* makeLoginAttempts

  /** The account of an email and password. Unknown email and wrong password take the same time and give the same error. */
  const accountOf = Effect.fnUntraced(function* ({ email, password }: Login) {
    const key = emailKey(email.normalize("NFC").trim())
    const account = yield* users.byEmail(key)
    yield* attempts.requireOpen(key, account)
    if (Option.isSome(account) && (yield* hasher.verify(password, account.value.passwordHash))) return account.value
    if (Option.isNone(account)) yield* hasher.verifyNobody(password)
    yield* attempts.failed(key)
    return yield* new WrongLogin()
  })

  return Effect.fnUntraced(function* (login: Login) {
    const { id, passwordHash } = yield* accountOf(login)
    const hash = hasher.isOutdated(passwordHash) ? yield* hasher.hash(login.password) : passwordHash
    // The password may have been changed meanwhile, or the member suspended: that ended all sessions that had begun.
    const isCurrent = users.replacePasswordHash(id, passwordHash, hash)
    const signingIn = Effect.filterOrFail(isCurrent, Boolean, () => new WrongLogin())
    const signedIn = Effect.flatMap(Effect.zipRight(signingIn, signIn(id)), withPresentSuspension)
    return yield* Effect.catchTag(atomically(signedIn), "UserNotFound", Effect.die)
  })
})

const makeLogout = Effect.gen(function* () {
  const credentials = yield* CredentialsRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction

  return Effect.gen(function* () {
    const { credential, id } = yield* CurrentUser
    if (credential.kind !== "session") return yield* new NoSession()
    const ended = changes.append([{ kind: "session", id: credential.id, userId: id }])
    const now = yield* DateTime.now
    yield* atomically(Effect.zipRight(credentials.endSessions(id, { id: credential.id }, now), ended))
    return done
  })
})
