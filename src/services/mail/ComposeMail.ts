import { DateTime, Effect, Option, Redacted } from "effect"
import { publicUrl } from "../../Config.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { UserDetail } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { type LinkPurpose, linkSeconds, type Mail, type MailKind } from "../../domain/mail/Mail.ts"
import { type ClaimedMail, MailRepo } from "../../ports/MailRepo.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { SettingsRepo } from "../../ports/SettingsRepo.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { mailOf } from "./MailTexts.ts"
import { Unsubscribing } from "./Unsubscribing.ts"

/** The page that a mail leads to, on the site of the community. */
const paths: Readonly<Record<MailKind, string>> = {
  reset_password: "/reset-password?token=",
  confirm_email: "/settings/email?token=",
  email_changed: "/help",
  digest: "/notifications"
}

/** Makes the function that writes a mail at each try; none where there is nobody, or nothing, to write about. */
export const makeCompose = Effect.gen(function* () {
  const users = yield* UsersRepo
  const notifications = yield* NotificationsRepo
  const settings = yield* SettingsRepo
  const { tokenOf } = yield* Unsubscribing
  const site = yield* publicUrl
  const newToken = yield* makeNewToken

  /** The member of a mail. The account of a forgotten password is looked up here, after the request was answered. */
  const memberOf = Effect.fnUntraced(function* ({ address, userId }: ClaimedMail) {
    const key = Option.getOrElse(address, () => "")
    const account = yield* Option.match(userId, { onNone: () => users.byEmail(key), onSome: users.byId })
    if (Option.isNone(account)) return Option.none<UserDetail>()
    const detail = Effect.asSome(users.detail(account.value.id))
    return yield* Effect.catchTag(detail, "UserNotFound", () => Effect.succeedNone)
  })

  /** The number of unread notifications of a member who wants digests still. */
  const unreadOf = Effect.fnUntraced(function* ({ id, suspended }: UserDetail) {
    const now = yield* DateTime.now
    const isSuspended = Option.exists(suspended, (suspension) => isInForce(suspension, now))
    const { mail } = yield* settings.of(id)
    return mail === "off" || isSuspended ? 0 : (yield* notifications.position(id)).unreadCount
  })

  return Effect.fnUntraced(function* (mail: ClaimedMail) {
    const { address, kind, userId } = mail
    const member = yield* memberOf(mail)
    if (Option.isNone(member)) return Option.none<Mail>()
    const { email, id, username } = member.value
    // A forgotten password goes to the account's own address: the typed one has the same key, but may be another.
    const to = Option.isNone(userId) ? email : Option.orElse(address, () => email)
    const unread = kind === "digest" ? yield* unreadOf(member.value) : 0
    if (Option.isNone(to) || (kind === "digest" && unread === 0)) return Option.none<Mail>()
    const isLink = kind === "reset_password" || kind === "confirm_email"
    const token = isLink ? yield* newToken(id, kind, kind === "confirm_email" ? address : Option.none()) : ""
    const unsubscribe = kind === "digest" ? `${site}/unsubscribe?token=${yield* tokenOf(id)}` : ""
    return Option.some(mailOf(kind, { to: to.value, username, site, path: paths[kind] + token, unread, unsubscribe }))
  })
})

/** A new token in place of the last one, at each try: only its hash is stored, so no earlier one is known any more. */
const makeNewToken = Effect.gen(function* () {
  const repo = yield* MailRepo
  const secrets = yield* Secrets

  return Effect.fnUntraced(function* (userId: UserId, purpose: LinkPurpose, email: Option.Option<string>) {
    const token = yield* secrets.newToken
    const hash = secrets.hashOf(token)?.hash ?? ""
    const expiresAt = DateTime.add(yield* DateTime.now, { seconds: linkSeconds })
    yield* repo.setLink({ userId, purpose, hash, email, expiresAt })
    return Redacted.value(token)
  })
})
