import { Context, DateTime, Effect, Layer, Option } from "effect"
import { registrationRoles } from "../../Config.ts"
import { done, NoSession, type Registration, type SignedIn } from "../../domain/accounts/Account.ts"
import type { Role } from "../../domain/accounts/CurrentUser.ts"
import { type ClientAddress, CurrentUser, type NotAllowed, type Viewer } from "../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { noSettingsChange } from "../../domain/accounts/Settings.ts"
import type { EmailTaken, UsernameTaken } from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { PageLanguage } from "../../domain/Language.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import { ContentFilter } from "../posts/ContentFilter.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { EndSessions } from "./EndSessions.ts"
import { joining } from "./Joining.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { ofProgram, type SessionStart, SignIn } from "./SignIn.ts"

/** Registration and logout (contract, Accounts). */
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
      session?: SessionStart
    ) => StorageEffect<SignedIn, TextFailure | NotAllowed | EmailTaken | UsernameTaken, Viewer | ClientAddress>

    /** Ends the session of the caller and no other. Fails with `NoSession` for an API key. */
    readonly logout: StorageEffect<typeof done, NoSession, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Accounts, withSpans("Accounts", Effect.gen(make)))
}

function* make() {
  const sessions = yield* EndSessions
  const { write } = yield* writing

  const logout = Effect.gen(function* () {
    const { credential, id } = yield* CurrentUser
    if (credential.kind !== "session") return yield* new NoSession()
    yield* write(sessions.end(id, { id: credential.id }, yield* DateTime.now))
    return done
  })

  return {
    openRoles: yield* registrationRoles,
    register: yield* register,
    logout
  }
}

const register = Effect.gen(function* () {
  const signIn = yield* SignIn
  const { record, take, wayOf } = yield* joining
  const { changes, users, write } = yield* writing
  const hasher = yield* PasswordHasher
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const ownSettings = yield* SettingsRepo

  const setLanguage = (id: UserId, language: PageLanguage) =>
    ownSettings
      .update(id, { ...noSettingsChange, language: Option.some(language) })
      .pipe(Effect.catchTag("NotSignedIn", Effect.die))

  return Effect.fnUntraced(function* (registration: Registration, session: SessionStart = ofProgram) {
    const { bio, email, password, username } = registration
    const emails = Effect.succeed([emailKey(email)])
    yield* leaks.check("username", [username], emails)
    const filteredBio = yield* Effect.transposeMapOption(bio, (bio) => texts.bio(bio, emails))
    const way = yield* wayOf(registration) // before the costly hash, and once more under the lock
    const passwordHash = yield* hasher.hash(password)
    return yield* write(
      Effect.gen(function* () {
        const giver = yield* take(registration, way)
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
        yield* record(id, way, giver)
        return yield* Effect.catchTag(signIn.begin(id, session, "password"), "UserNotFound", Effect.die)
      })
    )
  })
})
