import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import {
  done,
  type Login,
  NoSession,
  type Registration,
  type SignedIn,
  WrongLogin
} from "../../domain/accounts/Account.ts"
import { ClientAddress, CurrentUser, type NotAllowed, type Viewer } from "../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import type { Role } from "../../domain/accounts/Role.ts"
import { keptDays, type SessionKind, sessionSeconds, unusedEnd } from "../../domain/accounts/Session.ts"
import { noSettingsChange } from "../../domain/accounts/Settings.ts"
import type { EmailTaken, UsernameTaken } from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { PageLanguage } from "../../domain/Language.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { ContentFilter } from "../posts/ContentFilter.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { makeEndSessions } from "./EndSessions.ts"
import { makeJoining } from "./Joining.ts"
import { makeKeyedHash } from "./KeyedHash.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { makeLoginAttempts } from "./LoginAttempts.ts"
import { withoutSuspension } from "./Policy.ts"

/** What a sign-in begins: the session of a program, or that of a browser, which may keep it. */
export interface Beginning {
  readonly kind: SessionKind
  readonly isKept: boolean
  /** The language of the page on which somebody joins. */
  readonly language?: PageLanguage
}

const ofProgram: Beginning = { kind: "program", isKept: false }

/** Registration, login and logout (contract, Accounts). */
export class Accounts extends Context.Tag("services/accounts/Accounts")<
  Accounts,
  {
    /** The roles that anybody may take at registration (`REGISTRATION_ROLES`). */
    readonly openRoles: ReadonlyArray<Role>

    /**
     * Creates an account and signs in. Fails with `NotAllowed` while registration is closed, except for admins and with
     * an invitation; for an invitation that is not valid; for a role that is not open at registration and not that of
     * the invitation, and for an admin without the code of `FirstAdmin`; and with `EmailTaken` or `UsernameTaken`.
     */
    readonly register: (
      registration: Registration,
      session?: Beginning
    ) => StorageEffect<SignedIn, TextFailure | NotAllowed | EmailTaken | UsernameTaken, Viewer | ClientAddress>

    /**
     * Signs in, a suspended member too, whose session may do little (`OpenToSuspended`). Fails with `WrongLogin`, and
     * with `TooManyRequests` after many failed logins of this email from an address that it was not used from before.
     */
    readonly login: (
      login: Login,
      session?: Beginning
    ) => StorageEffect<SignedIn, WrongLogin | TooManyRequests, ClientAddress>

    /** Ends the session of the caller and no other. Fails with `NoSession` for an API key. */
    readonly logout: StorageEffect<typeof done, NoSession, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Accounts, withSpans("Accounts", Effect.gen(make)))
}

type SignIn = Effect.Effect.Success<typeof makeSignIn>
type Joining = Effect.Effect.Success<typeof makeJoining>

function* make() {
  const signIn = yield* makeSignIn
  const endSessions = yield* makeEndSessions
  const { write } = yield* writing
  const joining = yield* makeJoining

  const logout = Effect.gen(function* () {
    const { credential, id } = yield* CurrentUser
    if (credential.kind !== "session") return yield* new NoSession()
    yield* write(endSessions(id, { id: credential.id }, yield* DateTime.now))
    return done
  })

  const register = yield* makeRegister(signIn, joining)
  return { openRoles: joining.openRoles, register, login: yield* makeLogin(signIn), logout }
}

/** Opens a session for a member who has just proved who they are, and remembers the address. */
const makeSignIn = Effect.gen(function* () {
  const users = yield* UsersRepo
  const credentials = yield* CredentialsRepo
  const secrets = yield* Secrets
  const keyedHash = yield* makeKeyedHash

  return Effect.fnUntraced(function* (id: UserId, { isKept, kind }: Beginning) {
    const now = yield* DateTime.now
    const token = yield* kind === "program" ? secrets.newToken : secrets.newBrowserToken
    const hash = secrets.digest(Redacted.value(token))
    const expiresAt = isKept ? unusedEnd(now) : DateTime.add(now, { seconds: sessionSeconds })
    const lasting = isKept ? { keptUntil: DateTime.add(now, { days: keptDays }) } : {}
    yield* credentials.addSession({ userId: id, hash, createdAt: now, expiresAt, kind, ...lasting })
    yield* users.rememberAddress(id, yield* keyedHash("address", yield* ClientAddress), now)
    yield* users.touch(id, now)
    const expiresIn = DateTime.distance(now, expiresAt) / 1000
    return { user: yield* users.detail(id), token, expiresIn }
  })
})

const makeRegister = Effect.fnUntraced(function* (signIn: SignIn, joining: Joining) {
  const { changes, users, write } = yield* writing
  const hasher = yield* PasswordHasher
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const ownSettings = yield* SettingsRepo

  const setLanguage = (id: UserId, language: PageLanguage) =>
    ownSettings
      .update(id, { ...noSettingsChange, language: Option.some(language) })
      .pipe(Effect.catchTag("NotSignedIn", Effect.die))

  return Effect.fnUntraced(function* (registration: Registration, session: Beginning = ofProgram) {
    const { bio, email, password, username } = registration
    const emails = Effect.succeed([emailKey(email)])
    yield* leaks.check("username", [username], emails)
    const filteredBio = yield* Effect.transposeMapOption(bio, (bio) => texts.bio(bio, emails))
    const way = yield* joining.wayOf(registration) // before the costly hash, and once more under the lock
    const passwordHash = yield* hasher.hash(password)
    return yield* write(
      Effect.gen(function* () {
        const giver = yield* joining.take(registration, way)
        const id = yield* users.add({
          username,
          usernameKey: usernameKey(username),
          email,
          emailKey: emailKey(email),
          passwordHash,
          role: way.role,
          bio: Option.flatten(filteredBio),
          createdAt: yield* DateTime.now
        })
        yield* changes.append([
          { kind: "user", id, userId: id },
          { kind: "member_joined", id, userId: id }
        ])
        if (session.language !== undefined) yield* setLanguage(id, session.language)
        yield* joining.record(id, way, giver)
        return yield* Effect.catchTag(signIn(id, session), "UserNotFound", Effect.die)
      })
    )
  })
})

/** A suspension shows while it is in force. */
const withPresentSuspension = ({ user, ...signedIn }: SignedIn): Effect.Effect<SignedIn> =>
  Effect.map(DateTime.now, (now) => ({ ...signedIn, user: withoutSuspension(true, now, user) }))

const makeLogin = Effect.fnUntraced(function* (signIn: SignIn) {
  const { users, write } = yield* writing
  const hasher = yield* PasswordHasher
  const attempts = yield* makeLoginAttempts

  /** The account of an email and password. An unknown email takes the time and gives the error of a wrong password. */
  const accountOf = Effect.fnUntraced(function* ({ email, password }: Login) {
    const key = emailKey(email.normalize("NFC").trim())
    const account = yield* users.byEmail(key)
    yield* attempts.requireOpen(key, account)
    if (Option.isSome(account) && (yield* hasher.verify(password, account.value.passwordHash))) return account.value
    if (Option.isNone(account)) yield* hasher.verifyNobody(password)
    yield* attempts.failed(key)
    return yield* new WrongLogin()
  })

  return Effect.fnUntraced(function* (login: Login, session: Beginning = ofProgram) {
    const { id, passwordHash } = yield* accountOf(login)
    const hash = hasher.isOutdated(passwordHash) ? yield* hasher.hash(login.password) : passwordHash
    // Since then the password may have been changed, or the member suspended: that ended all sessions that had begun.
    const isCurrent = users.replacePasswordHash(id, passwordHash, hash)
    const signingIn = Effect.filterOrFail(isCurrent, Boolean, () => new WrongLogin())
    const signedIn = Effect.flatMap(Effect.zipRight(signingIn, signIn(id, session)), withPresentSuspension)
    return yield* Effect.catchTag(write(signedIn), "UserNotFound", Effect.die)
  })
})
