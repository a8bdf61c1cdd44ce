import { Context, DateTime, Effect, Layer, Option } from "effect"
import { done, type PasswordChange, WrongPassword } from "../../domain/accounts/Account.ts"
import {
  type ClientAddress,
  CurrentUser,
  type NotAllowed,
  type SignedInUser,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import {
  type SessionList,
  SessionNotFound,
  type SessionsEnded,
  type SessionsToEnd
} from "../../domain/accounts/Session.ts"
import type { Proof } from "../../domain/accounts/StepUp.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo, type SessionChoice } from "../../ports/accounts/CredentialsRepo.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { MailRepo } from "../../ports/mail/MailRepo.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { EndSessions } from "./EndSessions.ts"
import { person, require } from "./Policy.ts"
import { ownSession, type StepFailures, StepUp } from "./StepUp.ts"

/** The password and the sessions of the caller (contract, Accounts). All fail with `NotAllowed` for an agent's key. */
export class AccountSecurity extends Context.Tag("services/accounts/AccountSecurity")<
  AccountSecurity,
  {
    /**
     * Changes the password, tells the member by mail, and ends every other session of the caller, and links that were
     * mailed; API keys stay valid. Fails with `WrongPassword`, in the time of a success, which counts as a failed
     * login; and with `TooManyRequests` where these are too many.
     */
    readonly changePassword: (
      change: PasswordChange
    ) => StorageEffect<typeof done, StepFailures, CurrentUser | ClientAddress>

    /** True for a member who is to show again that it is them: the sign-in is over five minutes old. */
    readonly asksProof: StorageEffect<boolean, never, Viewer>

    /**
     * Demands the caller's password or passkey, where `asksProof`. Fails as `changePassword` for a wrong one, each of
     * which counts as a login too (`auth`).
     */
    readonly confirm: (proof: Proof) => StorageEffect<void, StepFailures, CurrentUser | ClientAddress>

    /** The valid sessions of the caller, newest first. */
    readonly sessions: StorageEffect<SessionList, NotAllowed, CurrentUser>

    /** Ends one session of the caller, or all others. Fails with `SessionNotFound`, also for one of another member. */
    readonly endSessions: (
      choice: SessionsToEnd
    ) => StorageEffect<SessionsEnded, SessionNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(AccountSecurity, withSpans("AccountSecurity", Effect.gen(make)))
}

function* make() {
  const credentials = yield* CredentialsRepo
  const ending = yield* EndSessions
  const { audit, users, write } = yield* writing
  const hasher = yield* PasswordHasher
  const { demandCounted, isOld, prove } = yield* StepUp
  const links = yield* MailRepo
  const outgoing = yield* OutgoingMail

  const asksProof = Effect.flatMap(Viewer, Option.match({ onNone: () => Effect.succeed(false), onSome: isOld }))

  const confirm = (proof: Proof) => Effect.flatMap(CurrentUser, (caller) => demandCounted(caller, proof))

  /** Ends sessions of a member; to be run in a transaction. Gives their number. */
  const end = Effect.fnUntraced(function* (user: SignedInUser, choice: SessionChoice) {
    return (yield* ending.end(user.id, choice, yield* DateTime.now)).length
  })

  const sessions = Effect.gen(function* () {
    const user = yield* require(person("seeSessions"))
    const valid = yield* credentials.sessionsOf(user.id, yield* DateTime.now)
    return { data: valid.map((session) => ({ ...session, current: session.id === ownSession(user) })) }
  })

  const endSessions = Effect.fnUntraced(function* ({ id }: SessionsToEnd) {
    const user = yield* require(person("endSessions"))
    const choice = Option.match(id, { onNone: () => ({ except: ownSession(user) }), onSome: (id) => ({ id }) })
    const ended = yield* end(user, choice)
    if (Option.isSome(id) && ended === 0) return yield* new SessionNotFound()
    const detail = `${ended} ${ended === 1 ? "session" : "sessions"}`
    if (ended > 0) yield* audit.record({ action: "sessions_ended", actorId: user.id, userId: user.id, detail })
    return { ...done, ended }
  }, write)

  const changePassword = Effect.fnUntraced(function* ({ newPassword, oldPassword, passkey }: PasswordChange) {
    const user = yield* require(person("changePassword"))
    // Before it is known if the old one is right, so that both take the same time.
    const newHash = yield* hasher.hash(newPassword)
    const account = yield* prove(user, { password: oldPassword, passkey }, "oldPassword")
    return yield* write(
      Effect.gen(function* () {
        const isReplaced = yield* users.replacePasswordHash(user.id, account.passwordHash, newHash)
        if (!isReplaced) return yield* new WrongPassword({ field: "oldPassword" })
        yield* links.forgetLinks(user.id)
        yield* end(user, { except: ownSession(user) })
        yield* audit.record({ action: "password_changed", actorId: user.id, userId: user.id })
        yield* outgoing.tell(user.id, "password_changed")
        return done
      })
    )
  })

  return { asksProof, confirm, sessions, endSessions, changePassword }
}
