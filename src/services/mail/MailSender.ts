import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { backOff, logDefects, untilDue } from "../../concurrency/Background.ts"
import { linkSeconds, type MailKind } from "../../domain/mail/Mail.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Mailer, type MailNotSent } from "../../ports/Mailer.ts"
import { type ClaimedMail, MailRepo } from "../../ports/MailRepo.ts"
import { makeCompose } from "./ComposeMail.ts"
import { OutgoingMail } from "./OutgoingMail.ts"

/** A try claims its mail for this long: longer than a mail server may take. Another instance tries it again then. */
const lease = Duration.minutes(5)

/** The digests that one statement adds at most. */
const maxDigests = 500

/** The longest time between two looks at the table, for mail of other instances. */
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
    readonly sendDue: Effect.Effect<number, Unavailable>

    /** Adds the digests that are due, and gives their number. */
    readonly addDigests: Effect.Effect<number, Unavailable>
  }
>() {
  static readonly layer = Layer.effect(MailSender, Effect.gen(make))

  /** Sends mail in the background until the scope ends. */
  static readonly running = Layer.scopedDiscard(
    Effect.gen(function* () {
      const { awaitAdded, isOn } = yield* OutgoingMail
      const { forgetExpiredLinks, nextDue } = yield* MailRepo
      const { addDigests, sendDue } = yield* MailSender
      if (!isOn) return
      const tidied = Effect.flatMap(DateTime.now, forgetExpiredLinks)
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
  const compose = yield* makeCompose

  const failed = Effect.fnUntraced(function* (mail: ClaimedMail, { isFinal, why }: MailNotSent) {
    const at = DateTime.addDuration(yield* DateTime.now, backOff(firstWait, mail.tries - 1, longestWait))
    const isLast = isFinal || DateTime.greaterThan(at, endOf(mail))
    if (isLast) yield* Effect.logWarning(`a mail is given up: ${why}`)
    else if (mail.tries === 1) yield* Effect.logWarning(`a mail was not sent, and is tried again: ${why}`)
    yield* isLast ? repo.remove(mail.id) : repo.retryAt(mail.id, at)
  })

  /** True if the mail server took the mail. */
  const send = Effect.fnUntraced(function* (mail: ClaimedMail) {
    const isTooOld = DateTime.greaterThan(yield* DateTime.now, endOf(mail))
    const letter = isTooOld ? Option.none() : yield* compose(mail)
    if (Option.isNone(letter)) return yield* Effect.as(repo.remove(mail.id), false)
    return yield* Effect.matchEffect(mailer.send(letter.value), {
      onFailure: (failure) => Effect.as(failed(mail, failure), false),
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

  const addDigests: Effect.Effect<number, Unavailable> = Effect.gen(function* () {
    const added = yield* repo.addDigests(yield* DateTime.now, maxDigests)
    return added < maxDigests ? added : added + (yield* addDigests)
  })

  return { sendDue, addDigests }
}

const endOf = ({ createdAt, kind }: ClaimedMail) => DateTime.addDuration(createdAt, lifetimes[kind])
