import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { publicUrl } from "../../Config.ts"
import { backOff, logDefects, untilDue } from "../../concurrency/BackgroundTasks.ts"
import { mailboxKey } from "../../domain/accounts/Email.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { UserDetail } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { type LinkPurpose, linkSeconds, type Mail, type MailKind, mailsToAddress } from "../../domain/mail/Mail.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { Mailer, type MailNotSent } from "../../ports/Mailer.ts"
import { type ClaimedMail, MailRepo } from "../../ports/MailRepo.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { SettingsRepo } from "../../ports/SettingsRepo.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { escaped } from "../../text/Highlight.ts"
import { makeKeyedHash } from "../accounts/KeyedHash.ts"
import { OutgoingMail } from "./OutgoingMail.ts"
import { Unsubscribing } from "./Unsubscribing.ts"

/** A try claims its mail for this long: longer than a mail server may take. Another instance tries it again then. */
const lease = Duration.minutes(5)

/** The digests that one statement adds at most. */
const maxDigests = 500

/** The longest time between two queries, for mail of other instances. */
const longestSleep = Duration.minutes(1)
const shortestSleep = Duration.seconds(1)

/** The wait after the first failed try. Each further one doubles it. */
const firstWait = Duration.seconds(30)
const longestWait = Duration.hours(1)

/** Mail that is older than this is given up: what it says is no longer of use. */
const lifetimes: Readonly<Record<MailKind, Duration.Duration>> = {
  reset_password: Duration.seconds(linkSeconds),
  confirm_email: Duration.seconds(linkSeconds),
  email_changed: Duration.days(1),
  digest: Duration.hours(12)
}

/**
 * Sends the outgoing mail, each by one instance at a time, and tries again where the mail server does not take it. A mail
 * is sent at least once: a process that ends between sending and deleting it leaves it to be sent again.
 */
export class MailSender extends Context.Tag("services/mail/MailSender")<
  MailSender,
  {
    /** Sends the mail that is due. Gives the number of mails that the mail server took. */
    readonly sendDue: Call<number>

    readonly addDigests: Call<number>
  }
>() {
  static readonly layer = Layer.effect(MailSender, Effect.gen(make))

  /** Sends mail in the background until the scope ends. */
  static readonly running = Layer.scopedDiscard(
    Effect.gen(function* () {
      const { awaitAdded, isOn } = yield* OutgoingMail
      const { forgetExpired, nextDue } = yield* MailRepo
      const { addDigests, sendDue } = yield* MailSender
      if (!isOn) return
      const tidied = Effect.flatMap(DateTime.now, forgetExpired)
      const round = Effect.all([addDigests, sendDue, tidied], { discard: true })
      const sleep = Effect.catchAll(nextDue, () => Effect.succeedNone).pipe(
        Effect.flatMap((next) => untilDue(next, { shortest: shortestSleep, longest: longestSleep })),
        Effect.flatMap((wait) => Effect.timeoutOption(awaitAdded, wait))
      )
      yield* Effect.forkScoped(
        Effect.interruptible(Effect.forever(Effect.zipRight(logDefects("sending mail")(round), sleep)))
      )
    })
  )
}

function* make() {
  const repo = yield* MailRepo
  const mailer = yield* Mailer
  const addressed = yield* makeAddressed
  const keyedHash = yield* makeKeyedHash

  const failed = Effect.fnUntraced(function* (mail: ClaimedMail, { isFinal, why }: MailNotSent) {
    const at = DateTime.addDuration(yield* DateTime.now, backOff(firstWait, mail.tries - 1, longestWait))
    const isLast = isFinal || DateTime.greaterThan(at, endOf(mail))
    if (isLast) yield* Effect.logWarning(`a mail is given up: ${why}`)
    else if (mail.tries === 1) yield* Effect.logWarning(`a mail was not sent, and is tried again: ${why}`)
    yield* isLast ? repo.remove(mail.id) : repo.retryAt(mail.id, at)
  })

  /** True if the mail server took the mail. A mail that would be one too many to its address waits. */
  const send = Effect.fnUntraced(function* (mail: ClaimedMail) {
    const now = yield* DateTime.now
    const found = DateTime.greaterThan(now, endOf(mail)) ? Option.none() : yield* addressed(mail)
    if (Option.isNone(found)) return yield* Effect.as(repo.remove(mail.id), false)
    const { compose, to } = found.value
    const mailbox = yield* keyedHash("mailbox", mailboxKey(to))
    const next = yield* repo.takeTurn(mailbox, mailsToAddress, now)
    if (Option.isSome(next)) return yield* Effect.as(repo.retryAt(mail.id, next.value), false)
    return yield* Effect.matchEffect(mailer.send(yield* compose), {
      onFailure: (failure) => Effect.as(Effect.zipRight(repo.returnTurn(mailbox, now), failed(mail, failure)), false),
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

  const addDigests: Call<number> = Effect.gen(function* () {
    const added = yield* repo.addDigests(yield* DateTime.now, maxDigests)
    return added < maxDigests ? added : added + (yield* addDigests)
  })

  return { sendDue, addDigests }
}

const endOf = ({ createdAt, kind }: ClaimedMail) => DateTime.addDuration(createdAt, lifetimes[kind])

/** The page that a mail leads to, on the site of the community. */
const paths: Readonly<Record<MailKind, string>> = {
  reset_password: "/reset-password?token=",
  confirm_email: "/settings/email?token=",
  email_changed: "/help",
  digest: "/notifications"
}

/** The address of a mail, and the mail itself. A link in it is in place of the last one as soon as it is composed. */
interface Addressed {
  readonly to: string
  readonly compose: Call<Mail>
}

/** Makes the function that finds out to whom a mail goes; none where there is nobody, or nothing, to write about. */
const makeAddressed = Effect.gen(function* () {
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
    if (Option.isNone(member)) return Option.none<Addressed>()
    const { email, id } = member.value
    // A forgotten password goes to the account's own address: the typed one has the same key, but may be another.
    const to = Option.isNone(userId) ? email : Option.orElse(address, () => email)
    const unread = kind === "digest" ? yield* unreadOf(member.value) : 0
    if (Option.isNone(to) || (kind === "digest" && unread === 0)) return Option.none<Addressed>()
    const compose = Effect.gen(function* () {
      const isLink = kind === "reset_password" || kind === "confirm_email"
      const token = isLink ? yield* newToken(id, kind, kind === "confirm_email" ? address : Option.none()) : ""
      const unsubscribe = kind === "digest" ? `${site}/unsubscribe?token=${yield* tokenOf(id)}` : ""
      return mailOf(kind, { to: to.value, site, path: paths[kind] + token, unread, unsubscribe })
    })
    return Option.some<Addressed>({ to: to.value, compose })
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

/**
 * The facts that a mail states. Nothing in it was chosen by a member, since its address may be a stranger's: registration
 * confirms none (contract, Follows and mail). Nor does it name a post or a disease: mailboxes are read by others, too.
 */
export interface MailFacts {
  readonly to: string
  readonly site: string
  readonly path: string
  readonly unread: number
  /** The page that ends digests; empty in other mail. */
  readonly unsubscribe: string
}

interface Letter {
  readonly subject: string
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

const onlyOnce = "The link works once, for an hour, and only the newest one does."

const unreadNotifications = (count: number) => (count === 1 ? "1 unread notification" : `${count} unread notifications`)

const letters: Readonly<Record<MailKind, (facts: MailFacts) => Letter>> = {
  reset_password: ({ site }) => ({
    subject: "Reset your password",
    before: [
      `Somebody asked for a new password for your account at ${site}. If it was you, open this page and choose one:`
    ],
    after: [onlyOnce, "If it wasn’t you, do nothing: your password stays as it is."]
  }),
  confirm_email: ({ site }) => ({
    subject: "Confirm your email address",
    before: [`Somebody gave this email address for an account at ${site}. If it was you, open this page:`],
    after: [onlyOnce, "If it wasn’t you, do nothing: we won’t use this address."]
  }),
  email_changed: ({ site }) => ({
    subject: "Your email address was changed",
    before: [`Your account at ${site} now has a different email address. We no longer use this one.`],
    after: ["If it wasn’t you, tell the people who run this site at once:"]
  }),
  digest: ({ site, unread }) => ({
    subject: `You have ${unreadNotifications(unread)}`,
    before: [`You have ${unreadNotifications(unread)} at ${site}:`],
    after: ["You get this email because you turned it on in your settings. To stop it, open this page:"]
  })
}

/** The headers by which a mail program ends digests without a visit to the site (RFC 8058). */
const unsubscribing = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
})

/** The mail of a kind, as text and as HTML with the same words. */
export const mailOf = (kind: MailKind, facts: MailFacts): Mail => {
  const { site, path, to, unsubscribe } = facts
  const { after, before, subject } = letters[kind](facts)
  const lines = [...before, site + path, ...after, ...(unsubscribe === "" ? [] : [unsubscribe])]
  const shown = (line: string) => {
    const words = escaped(line)
    return `<p>${line.startsWith(site) ? `<a href="${words}">${words}</a>` : words}</p>`
  }
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>`
  return {
    to,
    subject,
    text: `${lines.join("\n\n")}\n`,
    html: `${html}${lines.map(shown).join("")}</body></html>`,
    headers: unsubscribe === "" ? {} : unsubscribing(unsubscribe)
  }
}
