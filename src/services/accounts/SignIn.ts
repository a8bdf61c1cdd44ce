import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { type Login, type PasskeyLogin, type SignedIn, WrongLogin } from "../../domain/accounts/Account.ts"
import { ClientAddress } from "../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { PasskeyRefused } from "../../domain/accounts/Passkey.ts"
import { SecondFactorNeeded, SignInStepOver, type WrongSignInCode } from "../../domain/accounts/SecondFactor.ts"
import { type BegunBy, keptDays, type SessionKind, sessionSeconds, unusedEnd } from "../../domain/accounts/Session.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { PageLanguage } from "../../domain/Language.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { PasskeysRepo } from "../../ports/accounts/PasskeysRepo.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { Codes } from "./factors/Codes.ts"
import { PasskeyCheck } from "./factors/PasskeyCheck.ts"
import { KeyedHash } from "./KeyedHash.ts"
import { LoginAttempts } from "./LoginAttempts.ts"
import { withoutSuspension } from "./Policy.ts"

/** The session that a sign-in begins: that of a program, or that of a browser, which may keep it. */
export interface SessionStart {
  readonly kind: SessionKind
  readonly isKept: boolean
  /** The language of the page on which somebody joins. */
  readonly language?: PageLanguage
}

export const ofProgram: SessionStart = { kind: "program", isKept: false }

/** The code of a page's second step, and the token that the first step gave. */
export interface SecondStep {
  readonly step: Redacted.Redacted
  readonly code: Redacted.Redacted
}

/** The email and the password of a sign-in, and its code, if any. */
export interface LoginInput extends Pick<Login, "email" | "password">, Partial<Pick<Login, "code">> {}

/** A code of a second factor that does not sign in. */
type CodeRefusal = WrongSignInCode | TooManyRequests

/** The ways to sign in (contract, Accounts). */
export class SignIn extends Context.Tag("services/accounts/SignIn")<
  SignIn,
  {
    /**
     * Opens a session for a member who has just proved who they are, and remembers the address; a part of the caller's
     * transaction. Fails with `UserNotFound` for one who has left.
     */
    readonly begin: (
      id: UserId,
      session: SessionStart,
      by: BegunBy
    ) => StorageEffect<SignedIn, UserNotFound, ClientAddress>

    /**
     * Signs in, a suspended member too, whose session may do little (`OpenToSuspended`). As every sign-in from an
     * address that is not known, it tells the member by mail. Fails with `WrongLogin`, and with `TooManyRequests` after many
     * failed logins of this email from an address that it was not used from before.
     * Where the account has a second factor it fails with `SecondFactorNeeded` without a code, with `WrongSignInCode`,
     * and with `TooManyRequests` after ten wrong ones.
     */
    readonly login: (
      login: LoginInput,
      session?: SessionStart
    ) => StorageEffect<SignedIn, WrongLogin | SecondFactorNeeded | CodeRefusal, ClientAddress>

    /**
     * Goes on where `login` of a browser has failed with `SecondFactorNeeded`, which gave the step. Fails with
     * `SignInStepOver` after five minutes, and where the member's sessions were ended since.
     */
    readonly secondStep: (
      step: SecondStep,
      session: SessionStart
    ) => StorageEffect<SignedIn, SignInStepOver | CodeRefusal, ClientAddress>

    /**
     * Signs in by a passkey, which is both factors, without a name and a password. Fails with `PasskeyRefused` for
     * every reason alike.
     */
    readonly passkeyLogin: (
      login: PasskeyLogin,
      session?: SessionStart
    ) => StorageEffect<SignedIn, PasskeyRefused, ClientAddress>
  }
>() {
  static readonly layer = Layer.effect(SignIn, withSpans("SignIn", Effect.gen(make)))
}

/** A suspension shows while it is in force. */
const withPresentSuspension = ({ user, ...signedIn }: SignedIn): Effect.Effect<SignedIn> =>
  Effect.map(DateTime.now, (now) => ({ ...signedIn, user: withoutSuspension(true, now, user) }))

/** The proof of who somebody is by email, password and code. */
const passwordProof = Effect.gen(function* () {
  const { users } = yield* writing
  const hasher = yield* PasswordHasher
  const attempts = yield* LoginAttempts
  const codes = yield* Codes
  const { newChallenge } = yield* PasskeyCheck

  /** The account of an email and password. An unknown email takes the time and gives the error of a wrong password. */
  const accountOf = Effect.fnUntraced(function* ({ email, password }: LoginInput) {
    const key = emailKey(email.normalize("NFC").trim())
    const account = yield* users.byEmail(key)
    yield* attempts.requireOpen(key, account)
    if (Option.isSome(account) && (yield* hasher.verify(password, account.value.passwordHash))) return account.value
    if (Option.isNone(account)) yield* hasher.verifyNobody(password)
    yield* attempts.failed(key)
    return yield* new WrongLogin()
  })

  /** Demands a code where the account has a second factor. A page may ask for it in a second step. */
  const requireCode = Effect.fnUntraced(function* (
    id: UserId,
    { code = Option.none() }: LoginInput,
    { kind }: SessionStart
  ) {
    if (!(yield* codes.isEnabled(id))) return
    if (Option.isSome(code)) return yield* codes.takeAtSignIn(id, code.value)
    const step = kind === "browser" ? Option.some(yield* newChallenge("code", Option.some(id))) : Option.none()
    return yield* new SecondFactorNeeded({ step })
  })

  return { accountOf, requireCode }
})

/** Tells a member by mail of a sign-in from an address that is not known. */
const newAddresses = Effect.gen(function* () {
  const keyedHash = yield* KeyedHash
  const outgoing = yield* OutgoingMail
  const { users } = yield* writing

  return Effect.fnUntraced(function* (id: UserId) {
    const address = yield* keyedHash.of("address", yield* ClientAddress)
    if (!(yield* users.knowsAddress(id, address))) yield* outgoing.tell(id, "new_device")
  })
})

function* make() {
  const credentials = yield* CredentialsRepo
  const secrets = yield* Secrets
  const keyedHash = yield* KeyedHash
  const { users, write } = yield* writing
  const { accountOf, requireCode } = yield* passwordProof
  const hasher = yield* PasswordHasher
  const codes = yield* Codes
  const passkeys = yield* PasskeyCheck
  const repo = yield* PasskeysRepo
  const tellIfNew = yield* newAddresses

  const begin = Effect.fnUntraced(function* (id: UserId, { isKept, kind }: SessionStart, by: BegunBy) {
    const now = yield* DateTime.now
    const token = yield* kind === "program" ? secrets.newToken : secrets.newBrowserToken
    const hash = secrets.digest(Redacted.value(token))
    const expiresAt = isKept ? unusedEnd(now) : DateTime.add(now, { seconds: sessionSeconds })
    const lasting = isKept ? { keptUntil: DateTime.add(now, { days: keptDays }) } : {}
    yield* credentials.addSession({ userId: id, hash, createdAt: now, expiresAt, kind, by, ...lasting })
    yield* users.rememberAddress(id, yield* keyedHash.of("address", yield* ClientAddress), now)
    yield* users.touch(id, now)
    const expiresIn = DateTime.distance(now, expiresAt) / 1000
    return { user: yield* users.detail(id), token, expiresIn }
  })
  const signIn: typeof begin = (id, session, by) => Effect.zipRight(tellIfNew(id), begin(id, session, by))

  const login = Effect.fnUntraced(function* (login: LoginInput, session: SessionStart = ofProgram) {
    const { id, passwordHash } = yield* accountOf(login)
    const hash = hasher.isOutdated(passwordHash) ? yield* hasher.hash(login.password) : passwordHash
    yield* requireCode(id, login, session)
    // Since then the password may have been changed, or the member suspended: that ended all sessions that had begun.
    const isCurrent = users.replacePasswordHash(id, passwordHash, hash)
    const signingIn = Effect.filterOrFail(isCurrent, Boolean, () => new WrongLogin())
    const signedIn = Effect.zipRight(signingIn, signIn(id, session, "password"))
    return yield* Effect.catchTag(write(Effect.flatMap(signedIn, withPresentSuspension)), "UserNotFound", Effect.die)
  })

  const finish = Effect.fnUntraced(function* (id: UserId, hash: string, session: SessionStart) {
    yield* users.hold(id) // before the challenge, as those who end it hold locks in this order
    yield* Effect.flatten(repo.takeChallenge("code", hash, yield* DateTime.now))
    return yield* withPresentSuspension(yield* signIn(id, session, "password"))
  }, write)

  /** The second step of a page: the code, after the password. The end of the member's sessions ends the step. */
  const secondStep = Effect.fnUntraced(
    function* ({ code, step }: SecondStep, session: SessionStart) {
      const hash = secrets.digest(Redacted.value(step))
      const { userId } = yield* Effect.flatten(repo.challengeOf("code", hash, yield* DateTime.now))
      const id = yield* userId
      yield* codes.takeAtSignIn(id, code)
      return yield* finish(id, hash, session)
    },
    Effect.catchTags({
      NoSuchElementException: () => new SignInStepOver(),
      UserNotFound: () => new SignInStepOver()
    })
  )

  const passkeyLogin = Effect.fnUntraced(function* ({ response }: PasskeyLogin, session: SessionStart = ofProgram) {
    const checked = yield* passkeys.check(response)
    const id = checked.passkey.userId
    // The member is held before the passkey is, as a removal locks them in this order.
    const used = Effect.zipRight(users.hold(id), passkeys.use(checked))
    const signedIn = Effect.zipRight(used, signIn(id, session, "passkey"))
    const found = Effect.catchTag(signedIn, "UserNotFound", () => new PasskeyRefused())
    return yield* write(Effect.flatMap(found, withPresentSuspension))
  })

  return { begin, login, secondStep, passkeyLogin }
}
