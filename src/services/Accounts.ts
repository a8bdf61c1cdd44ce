import { Context, DateTime, Effect, Layer, Option } from "effect"
import { registrationRoles } from "../Config.ts"
import {
  done,
  type Login,
  NoSession,
  type Registration,
  type SignedIn,
  sessionSeconds,
  WrongLogin
} from "../domain/Account.ts"
import { ClientAddress } from "../domain/ClientAddress.ts"
import { CurrentUser, NotAllowed, Viewer } from "../domain/CurrentUser.ts"
import { emailKey } from "../domain/Email.ts"
import type { UserId } from "../domain/Ids.ts"
import type { TooManyRequests } from "../domain/Limits.ts"
import type { MarkdownRefused } from "../domain/Markdown.ts"
import type { Role } from "../domain/Role.ts"
import type { TextRefused } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { EmailTaken, UsernameTaken } from "../domain/User.ts"
import { usernameKey } from "../domain/Username.ts"
import { CredentialsRepo } from "../repositories/CredentialsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { UsersRepo } from "../repositories/UsersRepo.ts"
import { Changes } from "./Changes.ts"
import { FirstAdmin } from "./FirstAdmin.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { RateLimits } from "./RateLimits.ts"
import { Secrets } from "./Secrets.ts"
import { Texts } from "./Texts.ts"

const make = Effect.gen(function* () {
  const users = yield* UsersRepo
  const credentials = yield* CredentialsRepo
  const changes = yield* Changes
  const transaction = yield* Transaction
  const hasher = yield* PasswordHasher
  const secrets = yield* Secrets
  const limits = yield* RateLimits
  const texts = yield* Texts
  const openRoles = yield* registrationRoles
  const firstAdmin = yield* FirstAdmin

  const addressHash = Effect.map(ClientAddress, secrets.digest)

  /** Opens a session for somebody who has just proved who they are, from an address that is known from now on. */
  const signIn = Effect.fnUntraced(function* (id: UserId) {
    const now = yield* DateTime.now
    const token = yield* secrets.newToken
    const hash = secrets.hashOf(token)?.hash ?? ""
    const expiresAt = DateTime.add(now, { seconds: sessionSeconds })
    yield* credentials.addSession({ userId: id, hash, createdAt: now, expiresAt })
    yield* users.rememberAddress(id, yield* addressHash, now)
    yield* users.touch(id, now)
    return { user: yield* texts.withBioHtml(yield* users.detail(id)), token, expiresIn: sessionSeconds }
  })

  /** Whether the role is for anybody to take, or for this caller to give. */
  const roleIsOpen = Effect.fnUntraced(function* (role: Role) {
    const viewer = yield* Viewer
    if (openRoles.includes(role) || Option.exists(viewer, (user) => user.role === "admin")) return true
    if (role === "admin") return false
    return yield* new NotAllowed({
      why: `the role ${role} is not open at registration: register without it, or ask an admin`
    })
  })

  const register = Effect.fnUntraced(function* (registration: Registration) {
    const { adminCode, bio, email, password, role, username } = registration
    const filteredBio = yield* Effect.transposeMapOption(bio, texts.bio)
    const open = yield* roleIsOpen(role)
    if (!open) yield* firstAdmin.claim(adminCode) // before the costly hash, and once more under the lock
    const passwordHash = yield* hasher.hash(password)
    return yield* transaction.atomically(
      Effect.gen(function* () {
        if (!open) yield* firstAdmin.claimOnce(adminCode)
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
        yield* changes.record([{ kind: "user", id, userId: id }])
        return yield* Effect.catchTag(signIn(id), "UserNotFound", Effect.die)
      })
    )
  })

  /** The account of an email and password. Unknown email and wrong password take the same time and tell the same. */
  const proved = Effect.fnUntraced(function* ({ email, password }: Login) {
    const key = emailKey(email.normalize("NFC").trim())
    const account = yield* users.byEmail(key)
    const closed = yield* limits.loginsClosed(key)
    if (Option.isSome(closed)) {
      const known = Option.isSome(account) && (yield* users.knowsAddress(account.value.id, yield* addressHash))
      if (!known) return yield* closed.value
    }
    if (Option.isSome(account) && (yield* hasher.verify(password, account.value.passwordHash))) return account.value
    if (Option.isNone(account)) yield* hasher.verifyNobody(password)
    yield* limits.loginFailed(key)
    return yield* new WrongLogin()
  })

  const login = Effect.fnUntraced(function* (credential: Login) {
    const { id, passwordHash } = yield* proved(credential)
    if (hasher.isOutdated(passwordHash)) yield* users.setPasswordHash(id, yield* hasher.hash(credential.password))
    return yield* Effect.catchTag(transaction.atomically(signIn(id)), "UserNotFound", Effect.die)
  })

  const logout = Effect.gen(function* () {
    const { credential, id } = yield* CurrentUser
    if (credential.kind !== "session") return yield* new NoSession()
    yield* transaction.atomically(
      Effect.zipRight(
        credentials.endSession(credential.id),
        changes.record([{ kind: "session", id: credential.id, userId: id }])
      )
    )
    return done
  })

  return { register, login, logout }
})

/** Joining, signing in and out (contract, Accounts). */
export class Accounts extends Context.Tag("services/Accounts")<
  Accounts,
  {
    /**
     * Creates an account and signs in. Fails with `NotAllowed` for a role that is not open, and for an admin without
     * the code of the first (`FirstAdmin`); and with `EmailTaken` or `UsernameTaken`.
     */
    readonly register: (
      registration: Registration
    ) => Effect.Effect<
      SignedIn,
      MarkdownRefused | TextRefused | NotAllowed | EmailTaken | UsernameTaken | Unavailable,
      Viewer | ClientAddress
    >

    /**
     * Signs in. Fails with `WrongLogin`, and with `TooManyRequests` after many failed logins of this email, unless the
     * address is one it was used from before.
     */
    readonly login: (login: Login) => Effect.Effect<SignedIn, WrongLogin | TooManyRequests | Unavailable, ClientAddress>

    /** Ends the session of the caller, and no other. Fails with `NoSession` for an API key. */
    readonly logout: Effect.Effect<typeof done, NoSession | Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(Accounts, make)
}
