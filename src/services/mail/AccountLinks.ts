import { Context, DateTime, Effect, Layer, Option } from "effect"
import { done } from "../../domain/accounts/Account.ts"
import { ClientAddress } from "../../domain/accounts/ClientAddress.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { type ForgottenPassword, LinkNotValid, type MailOff, type PasswordReset } from "../../domain/mail/Mail.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/CredentialsRepo.ts"
import { PasswordHasher } from "../../ports/PasswordHasher.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { AuditLog } from "../accounts/AuditLog.ts"
import { makeKeyedHash } from "../accounts/KeyedHash.ts"
import { Changes } from "../Changes.ts"
import { RateLimits } from "../RateLimits.ts"
import { withSpans } from "../Spans.ts"
import { makeMailedLinks } from "./MailedLinks.ts"
import { OutgoingMail } from "./OutgoingMail.ts"

/** Acts of members by links in their mail (contract, Follows and mail). All fail with `MailOff` where no mail is sent. */
export class AccountLinks extends Context.Tag("services/mail/AccountLinks")<
  AccountLinks,
  {
    /**
     * Sends a link to the account of an email, if there is one. The work is the same for every email: nothing is looked up
     * before the mail is sent. More than a few mails an hour to one email are not sent.
     */
    readonly forgotPassword: (forgotten: ForgottenPassword) => Effect.Effect<typeof done, MailOff | Unavailable>

    /**
     * Sets the password by the token of a link. Ends all sessions of the member, and their links; API keys stay valid. The
     * address of the caller counts as known then, so that many failed logins do not keep the member out.
     */
    readonly resetPassword: (
      reset: PasswordReset
    ) => Effect.Effect<typeof done, MailOff | LinkNotValid | Unavailable, ClientAddress>
  }
>() {
  static readonly layer = Layer.effect(AccountLinks, withSpans("AccountLinks", Effect.gen(make)))
}

function* make() {
  return { forgotPassword: yield* makeForgotPassword, resetPassword: yield* makeResetPassword }
}

const makeForgotPassword = Effect.gen(function* () {
  const outgoing = yield* OutgoingMail
  const limits = yield* RateLimits
  const { atomically } = yield* Transaction
  const keyedHash = yield* makeKeyedHash

  return Effect.fnUntraced(function* ({ email }: ForgottenPassword) {
    yield* outgoing.required
    const key = emailKey(email.normalize("NFC").trim())
    const isAllowed = yield* Effect.flatMap(keyedHash("login", key), limits.mailAllowed)
    const mail = { kind: "reset_password", userId: Option.none(), address: Option.some(key) } as const
    return yield* atomically(Effect.as(isAllowed ? outgoing.add(mail) : Effect.void, done))
  })
})

const makeResetPassword = Effect.gen(function* () {
  const links = yield* makeMailedLinks("reset_password")
  const users = yield* UsersRepo
  const credentials = yield* CredentialsRepo
  const hasher = yield* PasswordHasher
  const changes = yield* Changes
  const audit = yield* AuditLog
  const keyedHash = yield* makeKeyedHash
  const { atomically } = yield* Transaction

  return Effect.fnUntraced(function* ({ password, token }: PasswordReset) {
    const link = yield* links.find(token) // before the costly hash
    const id = link.userId
    const to = yield* hasher.hash(password)
    return yield* atomically(
      Effect.gen(function* () {
        const now = yield* DateTime.now
        const account = yield* users.byId(id)
        const from = Option.match(account, { onNone: () => "", onSome: ({ passwordHash }) => passwordHash })
        // A change of the password meanwhile has ended the link.
        yield* Effect.filterOrFail(users.replacePasswordHash(id, from, to), Boolean, () => new LinkNotValid())
        yield* links.use(link)
        const ended = yield* credentials.endSessions(id, { except: null }, now)
        yield* changes.append(ended.map((session) => ({ kind: "session", id: session, userId: id })))
        yield* users.rememberAddress(id, yield* keyedHash("address", yield* ClientAddress), now)
        yield* audit.record({ action: "password_changed", actorId: id, userId: id, detail: "by a link in a mail" })
        return done
      })
    )
  })
})
