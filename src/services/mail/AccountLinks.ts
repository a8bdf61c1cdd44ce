import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { done } from "../../domain/accounts/Account.ts"
import { ClientAddress } from "../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { EmailTaken, type UserDetail, type UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { TooManyRequests } from "../../domain/Limits.ts"
import {
  changesOfAddress,
  type EmailConfirmation,
  type ForgottenPassword,
  LinkNotValid,
  type LinkPurpose,
  type MailOff,
  type PasswordReset
} from "../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { MailRepo } from "../../ports/mail/MailRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { EndSessions } from "../accounts/EndSessions.ts"
import { KeyedHash } from "../accounts/KeyedHash.ts"
import { seconds } from "../RateLimits.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { OutgoingMail } from "./OutgoingMail.ts"

/** Acts by links (contract, Follows and mail). All but `changeEmail` fail with `MailOff` where mail is off. */
export class AccountLinks extends Context.Tag("services/mail/AccountLinks")<
  AccountLinks,
  {
    /**
     * Sends a link to the account of an email, if there is one. The work is the same for every email: nothing is looked
     * up before the mail is sent.
     */
    readonly forgotPassword: (forgotten: ForgottenPassword) => StorageEffect<typeof done, MailOff>

    /** The member whose password the token of a link sets. Fails as `resetPassword` does. */
    readonly checkReset: (token: PasswordReset["token"]) => StorageEffect<UserDetail, MailOff | LinkNotValid>

    /**
     * Sets the password by the token of a link, in a mail or of an admin (`PasswordLinks`), which needs no mail. Tells
     * the member by mail. Ends all sessions of the member, and their links; API keys stay valid. The address of the
     * caller counts as known then, so that many failed logins do not keep the member out.
     */
    readonly resetPassword: (reset: PasswordReset) => StorageEffect<typeof done, MailOff | LinkNotValid, ClientAddress>

    /**
     * Changes the email of a member who has shown their password, as a part of a transaction that appends the change of
     * the member. Where mail is sent, nothing changes before the new address is confirmed; a member may ask for few
     * changes a day, else `TooManyRequests`, whoever has the address. Fails with `EmailTaken`.
     */
    readonly changeEmail: (
      id: UserId,
      email: string
    ) => StorageEffect<void, EmailTaken | TooManyRequests | UserNotFound>

    /**
     * Changes the email by the token of the link in its mailbox, informs the former address, and ends the member's
     * links. Fails with `EmailTaken` where another member has taken the address since, as decided by the unique index.
     */
    readonly confirmEmail: (
      confirmation: EmailConfirmation
    ) => StorageEffect<typeof done, MailOff | LinkNotValid | EmailTaken>
  }
>() {
  static readonly layer = Layer.effect(AccountLinks, withSpans("AccountLinks", Effect.gen(make)))
}

function* make() {
  return {
    forgotPassword: yield* forgotPassword,
    ...(yield* passwordReset),
    ...(yield* emailChange)
  }
}

const forgotPassword = Effect.gen(function* () {
  const outgoing = yield* OutgoingMail
  const { write } = yield* writing

  return Effect.fnUntraced(function* ({ email }: ForgottenPassword) {
    yield* outgoing.required
    const key = emailKey(email.normalize("NFC").trim())
    const mail = { kind: "reset_password", userId: Option.none(), address: Option.some(key) } as const
    return yield* write(Effect.as(outgoing.add(mail), done))
  })
})

const passwordReset = Effect.gen(function* () {
  const outgoing = yield* OutgoingMail
  const links = yield* storedLinks
  const { audit, users, write } = yield* writing
  const sessions = yield* EndSessions
  const hasher = yield* PasswordHasher
  const keyedHash = yield* KeyedHash

  const find = (token: PasswordReset["token"]) => links.find(token, ["password_link", "reset_password"])

  const resetPassword = Effect.fnUntraced(function* ({ password, token }: PasswordReset) {
    const link = yield* find(token) // before the costly hash
    const id = link.userId
    const to = yield* hasher.hash(password)
    return yield* write(
      Effect.gen(function* () {
        const now = yield* DateTime.now
        const account = yield* users.byId(id)
        const from = Option.match(account, { onNone: () => "", onSome: ({ passwordHash }) => passwordHash })
        // A change of the password since then has ended the link.
        yield* Effect.filterOrFail(users.replacePasswordHash(id, from, to), Boolean, () => new LinkNotValid())
        yield* links.use(link)
        yield* sessions.end(id, { except: null }, now)
        yield* users.rememberAddress(id, yield* keyedHash.of("address", yield* ClientAddress), now)
        const detail = link.purpose === "password_link" ? "by a link of an admin" : "by a link in a mail"
        yield* audit.record({ action: "password_changed", actorId: id, userId: id, detail })
        yield* outgoing.tell(id, "password_changed")
        return done
      })
    )
  })

  const checkReset = (token: PasswordReset["token"]) =>
    find(token).pipe(
      Effect.flatMap(({ userId }) => users.detail(userId)),
      Effect.catchTag("UserNotFound", () => new LinkNotValid())
    )

  return { checkReset, resetPassword }
})

const emailChange = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const outgoing = yield* OutgoingMail
  const links = yield* storedLinks
  const { takeTurn } = yield* MailRepo
  const keyedHash = yield* KeyedHash

  const requireTurn = Effect.fnUntraced(function* (id: UserId) {
    const now = yield* DateTime.now
    const next = yield* takeTurn(yield* keyedHash.of("address changes", String(id)), changesOfAddress, now)
    if (Option.isNone(next)) return
    const retryAfterSeconds = seconds(DateTime.distance(now, next.value))
    yield* new TooManyRequests({ limit: "addressChanges", retryAfterSeconds, budget: Option.none() })
  })

  const set = Effect.fnUntraced(function* (id: UserId, email: string) {
    yield* users.setEmail(id, { email, emailKey: emailKey(email) })
    yield* audit.record({ action: "email_changed", actorId: id, userId: id })
  })

  const changeEmail = Effect.fnUntraced(function* (id: UserId, email: string) {
    if (!outgoing.isOn) return yield* set(id, email)
    yield* requireTurn(id)
    const owner = yield* users.byEmail(emailKey(email))
    if (Option.exists(owner, (account) => account.id !== id)) return yield* new EmailTaken()
    return yield* outgoing.add({ kind: "confirm_email", userId: Option.some(id), address: Option.some(email) })
  })

  const confirm = Effect.fnUntraced(function* ({ token }: EmailConfirmation) {
    const link = yield* links.find(token, ["confirm_email"])
    const { email, userId: id } = link
    const former = yield* users.detail(id)
    yield* set(
      id,
      Option.getOrElse(email, () => "")
    )
    yield* links.use(link)
    yield* outgoing.add({ kind: "email_changed", userId: Option.some(id), address: former.email })
    yield* changes.append([{ kind: "user", id, userId: id }])
    return done
  }, write)

  return {
    changeEmail,
    confirmEmail: (confirmation: EmailConfirmation) =>
      Effect.catchTag(confirm(confirmation), "UserNotFound", () => new LinkNotValid())
  }
})

interface Link {
  readonly purpose: LinkPurpose
  readonly userId: UserId
  readonly email: Option.Option<string>
  readonly hash: string
}

const storedLinks = Effect.gen(function* () {
  const { required } = yield* OutgoingMail
  const repo = yield* MailRepo
  const secrets = yield* Secrets

  /**
   * The link of a token. Fails with `LinkNotValid`; and with `MailOff` where no mail is sent, unless an admin may have
   * made the link: one that was used says so.
   */
  const find = Effect.fnUntraced(function* (token: Redacted.Redacted, purposes: ReadonlyArray<LinkPurpose>) {
    const isOurs = secrets.kindIn(Redacted.value(token)) !== undefined
    if (!isOurs || !purposes.includes("password_link")) yield* required
    const hash = secrets.hashOf(token)?.hash ?? ""
    for (const purpose of purposes) {
      const link = yield* repo.findLink(purpose, hash, yield* DateTime.now)
      if (Option.isSome(link)) return { ...link.value, purpose, hash } satisfies Link
    }
    return yield* new LinkNotValid()
  })

  /**
   * Ends a link, and all others of its member, who is locked. Fails with `LinkNotValid` where another request did it.
   */
  const use = Effect.fnUntraced(function* ({ hash, purpose, userId }: Link) {
    const isTaken = yield* repo.takeLink(purpose, hash)
    if (!isTaken) return yield* new LinkNotValid()
    return yield* repo.forgetLinks(userId)
  })

  return { find, use }
})
