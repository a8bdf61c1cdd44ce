import { Context, Effect, Layer, Option } from "effect"
import { done } from "../../domain/accounts/Account.ts"
import { emailKey } from "../../domain/accounts/Email.ts"
import { EmailTaken, type UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { type EmailConfirmation, LinkNotValid, type MailOff } from "../../domain/mail/Mail.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { Changes } from "../Changes.ts"
import { makeMailedLinks } from "../mail/MailedLinks.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { AuditLog } from "./AuditLog.ts"

/** The change of a member's email (contract, Own data). */
export class EmailChange extends Context.Tag("services/accounts/EmailChange")<
  EmailChange,
  {
    /**
     * Changes the email of a member who has shown their password, as a part of a transaction that appends the change of the
     * member. Where mail is sent, nothing changes before the new address is confirmed. Fails with `EmailTaken`.
     */
    readonly request: (id: UserId, email: string) => Effect.Effect<void, EmailTaken | UserNotFound | Unavailable>

    /**
     * Changes the email by the token of the link in its mailbox, tells the former address, and ends the member's links. Fails
     * with `EmailTaken` where another member has taken the address since, as decided by the unique index.
     */
    readonly confirm: (
      confirmation: EmailConfirmation
    ) => Effect.Effect<typeof done, MailOff | LinkNotValid | EmailTaken | Unavailable>
  }
>() {
  static readonly layer = Layer.effect(EmailChange, Effect.gen(make))
}

function* make() {
  const users = yield* UsersRepo
  const audit = yield* AuditLog
  const outgoing = yield* OutgoingMail
  const links = yield* makeMailedLinks("confirm_email")
  const changes = yield* Changes
  const { atomically } = yield* Transaction

  const set = Effect.fnUntraced(function* (id: UserId, email: string) {
    yield* users.setEmail(id, { email, emailKey: emailKey(email) })
    yield* audit.record({ action: "email_changed", actorId: id, userId: id })
  })

  const request = Effect.fnUntraced(function* (id: UserId, email: string) {
    if (!outgoing.isOn) return yield* set(id, email)
    const owner = yield* users.byEmail(emailKey(email))
    if (Option.exists(owner, (account) => account.id !== id)) return yield* new EmailTaken()
    return yield* outgoing.add({ kind: "confirm_email", userId: Option.some(id), address: Option.some(email) })
  })

  const confirm = Effect.fnUntraced(function* ({ token }: EmailConfirmation) {
    const link = yield* links.find(token)
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
  }, atomically)

  return {
    request,
    confirm: (confirmation: EmailConfirmation) =>
      Effect.catchTag(confirm(confirmation), "UserNotFound", () => new LinkNotValid())
  }
}
