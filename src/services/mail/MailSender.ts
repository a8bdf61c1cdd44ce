import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { communityName, publicUrl, staffSecondFactor } from "../../Config.ts"
import { inTurns, waitUntilDue } from "../../concurrency/BackgroundTasks.ts"
import { mailboxKey } from "../../domain/accounts/Email.ts"
import type { Settings } from "../../domain/accounts/Settings.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { UserDetail } from "../../domain/accounts/User.ts"
import { isDanger, isOfUnread, linkSeconds, type Mail, type MailKind, mailsToAddress } from "../../domain/mail/Mail.ts"
import { PostReader, recipientReader } from "../../domain/posts/Audience.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { FailedDeliveriesRepo } from "../../ports/FailedDeliveriesRepo.ts"
import { Mailer, type MailNotSent } from "../../ports/mail/Mailer.ts"
import { type ClaimedMail, MailRepo } from "../../ports/mail/MailRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { KeyedHash } from "../accounts/KeyedHash.ts"
import { waitAfter } from "../Deliveries.ts"
import { Languages } from "../languages/Languages.ts"
import { mailOf } from "./Letters.ts"
import { newLink, resetPath } from "./NewLink.ts"
import { OutgoingMail } from "./OutgoingMail.ts"
import { Unsubscribing } from "./Unsubscribing.ts"

/**
 * A try to send a mail claims it for this long: longer than a mail server may take. Another instance tries it again
 * then.
 */
const lease = Duration.minutes(5)

/** The maximum number of digests that one statement adds. */
const maxDigests = 500

/** The longest time between two queries for outgoing mail, for that of other instances. */
const longestSleep = Duration.minutes(1)

/** The shortest time between two queries for outgoing mail. */
const shortestSleep = Duration.seconds(1)

/** Mail that is older than this is given up: what it says is no longer of use. Some kinds have a time of their own. */
const usualLifetime = Duration.days(1)

/** The longest time for which a digest is tried: the next one says more. */
const digestLifetime = Duration.hours(12)

/**
 * Sends the outgoing mail, each by one instance at a time, and tries again where the mail server does not take it. A
 * mail is sent at least once: a process that ends between sending and deleting it leaves it to be sent again.
 */
export class MailSender extends Context.Tag("services/mail/MailSender")<
  MailSender,
  {
    /** Sends the mail that is due. Gives the number of mails that the mail server took. */
    readonly sendDue: StorageEffect<number>

    readonly addDigests: StorageEffect<number>

    /** Stores the mail to staff whose powers will rest (`StaffFactor.ts`), where they need a factor. */
    readonly addFactorMails: StorageEffect<number>

    /** When the next mail that waits is due, such as one that would be one too many to its mailbox within the hour. */
    readonly nextDue: StorageEffect<Option.Option<DateTime.Utc>>
  }
>() {
  static readonly layer = Layer.effect(MailSender, Effect.gen(make))

  /** Sends mail in the background until the scope ends. */
  static readonly running = Layer.scopedDiscard(
    Effect.gen(function* () {
      const { awaitAdded, isOn } = yield* OutgoingMail
      const { forgetExpired, nextDue } = yield* MailRepo
      const { addDigests, addFactorMails, sendDue } = yield* MailSender
      if (!isOn) return
      const expiredForgotten = Effect.flatMap(DateTime.now, forgetExpired)
      const round = Effect.all([addDigests, addFactorMails, sendDue, expiredForgotten], { discard: true })
      const pause = waitUntilDue(nextDue, awaitAdded, { shortest: shortestSleep, longest: longestSleep })
      yield* inTurns("sending mail", round, pause)
    })
  )
}

function* make() {
  const repo = yield* MailRepo
  const mailer = yield* Mailer
  const failedDeliveries = yield* FailedDeliveriesRepo
  const addressed = yield* addressing
  const keyedHash = yield* KeyedHash

  const failed = Effect.fnUntraced(function* (mail: ClaimedMail, { isFinal, why }: MailNotSent) {
    const now = yield* DateTime.now
    const at = DateTime.addDuration(now, waitAfter(mail))
    if (isFinal || DateTime.greaterThan(at, endOf(mail))) {
      yield* Effect.logWarning(`a mail is given up: ${why}`)
      yield* failedDeliveries.add("mail", now)
      return yield* repo.remove(mail.id)
    }
    if (mail.tries === 1) yield* Effect.logWarning(`a mail was not sent, and is tried again: ${why}`)
    yield* repo.retryAt(mail.id, at)
  })

  /** True if the mail server took the mail. A mail that would be one too many to its address waits. */
  const send = Effect.fnUntraced(function* (mail: ClaimedMail) {
    const now = yield* DateTime.now
    const found = DateTime.greaterThan(now, endOf(mail)) ? Option.none() : yield* addressed(mail)
    if (Option.isNone(found)) return yield* Effect.as(repo.remove(mail.id), false)
    const { compose, to } = found.value
    const mailbox = yield* keyedHash.of("mailbox", mailboxKey(to))
    const isCounted = !isDanger(mail.kind)
    const next = isCounted ? yield* repo.takeTurn(mailbox, mailsToAddress, now) : Option.none()
    if (Option.isSome(next)) return yield* Effect.as(repo.retryAt(mail.id, next.value), false)
    return yield* Effect.matchEffect(mailer.send(yield* compose), {
      onFailure: (failure) =>
        Effect.as(
          Effect.zipRight(isCounted ? repo.returnTurn(mailbox, now) : Effect.void, failed(mail, failure)),
          false
        ),
      onSuccess: () => Effect.as(repo.remove(mail.id), true)
    })
  })

  const sendDue = Effect.gen(function* () {
    let sent = 0
    for (;;) {
      const now = yield* DateTime.now
      const mail = yield* repo.claim(now, DateTime.addDuration(now, lease))
      if (Option.isNone(mail)) return sent
      const { id, kind } = mail.value
      if (yield* Effect.annotateLogs(send(mail.value), { mail: id, kind })) sent++
    }
  })

  const addDigests: StorageEffect<number> = Effect.gen(function* () {
    const added = yield* repo.addDigests(yield* DateTime.now, maxDigests)
    return added < maxDigests ? added : added + (yield* addDigests)
  })

  const addFactorMails = (yield* staffSecondFactor)
    ? Effect.flatMap(DateTime.now, repo.addFactorMails)
    : Effect.succeed(0)

  return { sendDue, addDigests, addFactorMails, nextDue: repo.nextDue }
}

/** The page on which members see their passkeys and second factor. */
const security = { path: "/settings/security" }

const linkLifetime = Duration.seconds(linkSeconds)

/** The page of the community that a mail leads to, and the age at which it is given up. */
const kinds: Readonly<Record<MailKind, { readonly path: string; readonly lifetime?: Duration.Duration }>> = {
  reset_password: { path: resetPath, lifetime: linkLifetime },
  confirm_email: { path: "/settings/email?token=", lifetime: linkLifetime },
  email_changed: { path: "/help" },
  digest: { path: "/notifications", lifetime: digestLifetime },
  replies: { path: "/notifications", lifetime: digestLifetime },
  danger: { path: "/moderation" },
  danger_again: { path: "/moderation" },
  danger_more: { path: "/moderation" },
  webhook_off: { path: "/admin/webhooks" },
  passkey_added: security,
  passkey_removed: security,
  second_factor_added: security,
  second_factor_removed: security,
  recovery_codes_renewed: security,
  factors_reset: security,
  factor_needed: security,
  password_changed: { path: "/forgot-password" },
  codes_closed: { path: "/settings/password" },
  new_device: { path: "/settings/sessions" }
}

const endOf = ({ createdAt, kind }: ClaimedMail) =>
  DateTime.addDuration(createdAt, kinds[kind].lifetime ?? usualLifetime)

/** The address of a mail, and the mail itself. A link in it is in place of the last one as soon as it is composed. */
interface Addressed {
  readonly to: string
  readonly compose: StorageEffect<Mail>
}

/**
 * Finds the recipient of a mail; none if the member has left, or a digest would have nothing to say.
 */
const addressing = Effect.gen(function* () {
  const users = yield* UsersRepo
  const notifications = yield* NotificationsRepo
  const settings = yield* SettingsRepo
  const { known, messages } = yield* Languages
  const { tokenOf } = yield* Unsubscribing
  const site = yield* publicUrl
  const ownName = yield* communityName
  const links = { repo: yield* MailRepo, secrets: yield* Secrets }

  /** The member of a mail. The account of a forgotten password is looked up here, after the request was answered. */
  const memberOf = Effect.fnUntraced(function* ({ address, userId }: ClaimedMail) {
    const key = Option.getOrElse(address, () => "")
    const account = yield* Option.match(userId, { onNone: () => users.byEmail(key), onSome: users.byId })
    if (Option.isNone(account)) return Option.none<UserDetail>()
    const detail = Effect.asSome(users.detail(account.value.id))
    return yield* Effect.catchTag(detail, "UserNotFound", () => Effect.succeedNone)
  })

  /** The number of unread notifications of a member who wants mail of them still. */
  const unreadOf = Effect.fnUntraced(function* (member: UserDetail, { mail }: Settings) {
    const { id, suspended } = member
    const now = yield* DateTime.now
    const isSuspended = Option.exists(suspended, (suspension) => isInForce(suspension, now))
    const position = Effect.provideService(notifications.position(id), PostReader, recipientReader(member))
    return mail === "off" || isSuspended ? 0 : (yield* position).unreadCount
  })

  return Effect.fnUntraced(function* (mail: ClaimedMail) {
    const { address, kind, reports, userId } = mail
    const member = yield* memberOf(mail)
    if (Option.isNone(member)) return Option.none<Addressed>()
    const { email, id } = member.value
    // A forgotten password goes to the account's own address: the typed one has the same key, but may be another.
    const to = Option.isNone(userId) ? email : Option.orElse(address, () => email)
    const wishes = yield* settings.of(id)
    const unread = isOfUnread(kind) ? yield* unreadOf(member.value, wishes) : 0
    if (Option.isNone(to) || (isOfUnread(kind) && unread === 0)) return Option.none<Addressed>()
    const compose = Effect.gen(function* () {
      const isLink = kind === "reset_password" || kind === "confirm_email"
      const confirmed = kind === "confirm_email" ? address : Option.none<string>()
      // Only its hash is stored, so that no earlier token is known at another try.
      const token = isLink ? Redacted.value((yield* newLink(links, id, kind, confirmed)).token) : ""
      const unsubscribe = isOfUnread(kind) ? `${site}/unsubscribe?token=${yield* tokenOf(id)}` : ""
      const path = kinds[kind].path + token
      const language = known(wishes.language)
      const texts = messages(language)
      return mailOf(texts.mail, kind, {
        to: to.value,
        name: ownName ?? texts.layout.site,
        site,
        path,
        unread,
        count: reports,
        unsubscribe,
        language
      })
    })
    return Option.some<Addressed>({ to: to.value, compose })
  })
})
