import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { staffSecondFactor } from "../../Config.ts"
import { inTurns, waitUntilDue } from "../../concurrency/BackgroundTasks.ts"
import { factorDueOf } from "../../domain/accounts/StaffFactor.ts"
import { type ModerationQueue, mayDecideAppeal, repeatDangerAfter } from "../../domain/moderation/Case.ts"
import { PostReader, readerOfAll } from "../../domain/posts/Audience.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { moderationQueue, update } from "../../metrics/Metrics.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import type { StaffMember } from "../../ports/accounts/UsersRepo.ts"
import { type CaseAlert, CaseAlertsRepo } from "../../ports/moderation/CaseAlertsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { OutgoingPush } from "../notifications/OutgoingPush.ts"
import { writing } from "../Writing.ts"
import { CaseAlerts } from "./CaseAlerts.ts"

/** The longest time between two queries for alerts that are due, for those of other instances. */
const longestSleep = Duration.seconds(5)

/** The shortest time between two queries for alerts that are due. */
const shortestSleep = Duration.seconds(1)

/**
 * Alerts moderators of cases (contract, Alerts; decision 0040). A case brings its alert in the transaction that stores
 * it, as a time on its row. One instance takes the alert that is due, notifies, and adds the mail and the messages to
 * devices, in one transaction: so an alert is sent once, whatever ends or starts meanwhile.
 *
 * | case                                             | told                                             |
 * | ------------------------------------------------ | ------------------------------------------------ |
 * | a target with open reports                       | moderators and admins who have `report` on, once |
 * | a first text that nobody has read for 10 minutes | the same                                         |
 * | one with a report of danger                      | the same whatever their settings, by mail, push  |
 * | danger that nobody has opened for 30 minutes     | admins by mail and push, once more               |
 * | an open appeal                                   | who may decide on it and has `appeal` on         |
 *
 * Nobody is told of a case that concerns them, or that they have reported. Those whose powers rest get no notification,
 * which would tell of the case; the mail and push of danger, which tell nothing of it, they get.
 */
export class CaseAlertSender extends Context.Tag("services/moderation/CaseAlertSender")<
  CaseAlertSender,
  {
    /** Sends the alerts that are due. */
    readonly sendDue: StorageEffect<void>
  }
>() {
  static readonly layer = Layer.effect(CaseAlertSender, Effect.gen(make))

  /** Sends alerts in the background until the scope ends. */
  static readonly running = Layer.scopedDiscard(
    Effect.gen(function* () {
      const { awaitWake } = yield* CaseAlerts
      const { nextDue, queue } = yield* CaseAlertsRepo
      const { sendDue } = yield* CaseAlertSender
      const round = Effect.zipRight(
        sendDue,
        Effect.flatMap(Effect.provideService(queue(Option.none()), PostReader, readerOfAll), setMetrics)
      )
      const pause = waitUntilDue(nextDue, awaitWake, { shortest: shortestSleep, longest: longestSleep })
      yield* inTurns("alerting moderators", round, pause)
    })
  )
}

const setMetrics = ({ appeals, danger, oldestAt, reports }: ModerationQueue) =>
  Effect.map(DateTime.now, (now) => {
    update(moderationQueue.reports, reports)
    update(moderationQueue.danger, danger)
    update(moderationQueue.appeals, appeals)
    update(moderationQueue.oldestAge, oldestAt === null ? 0 : Math.max(0, DateTime.distance(oldestAt, now) / 1_000))
  })

const isOfDanger = (alert: CaseAlert) => alert.kind === "report" && alert.reason === "danger"

/** The members who may decide on a case, and have not reported it. */
const decidersOf = (alert: CaseAlert, staff: ReadonlyArray<StaffMember>): ReadonlyArray<StaffMember> => {
  const ids = staff.map(({ id }) => id)
  return staff.filter(({ id }) =>
    alert.kind === "appeal"
      ? mayDecideAppeal(id, alert, ids)
      : id !== alert.subjectId && !alert.reporterIds.includes(id)
  )
}

function* make() {
  const alerts = yield* CaseAlertsRepo
  const notifications = yield* NotificationsRepo
  const settings = yield* SettingsRepo
  const mail = yield* OutgoingMail
  const push = yield* OutgoingPush
  const isFactorNeeded = yield* staffSecondFactor
  const { changes, users, write } = yield* writing

  const notify = Effect.fnUntraced(function* (
    alert: CaseAlert,
    deciders: ReadonlyArray<StaffMember>,
    at: DateTime.Utc
  ) {
    const mayAct = ({ role, unguardedSince }: StaffMember) =>
      !isFactorNeeded || factorDueOf(role, unguardedSince, at)?.isOver !== true
    const told = yield* Effect.filter(deciders.filter(mayAct), ({ id }) =>
      isOfDanger(alert) ? Effect.succeed(true) : Effect.map(settings.of(id), (wishes) => wishes[alert.kind])
    )
    const ids = told.map(({ id }) => id)
    yield* changes.append(yield* notifications.addCase(alert, ids, at))
  })

  /** By mail and push, at once. */
  const alertNow = (kind: "danger" | "danger_again", members: ReadonlyArray<StaffMember>): StorageEffect<void> => {
    const ids = members.map(({ id }) => id)
    const mails = Effect.forEach(mail.isOn ? ids : [], (id) =>
      mail.add({ kind, userId: Option.some(id), address: Option.none() })
    )
    return Effect.zipRight(mails, push.alert(kind, ids))
  }

  const send = Effect.fnUntraced(function* (alert: CaseAlert, now: DateTime.Utc) {
    const isRepeat = alert.kind === "report" && alert.isRepeat
    if (!alert.isOpen || (isRepeat && alert.isOpened)) return yield* alerts.drop(alert)
    const deciders = decidersOf(alert, yield* users.staff(now))
    const admins = deciders.filter(({ role }) => role === "admin")
    const isDanger = isOfDanger(alert)
    if (!isRepeat) yield* notify(alert, deciders, now)
    if (isDanger) yield* isRepeat ? alertNow("danger_again", admins) : alertNow("danger", deciders)
    const next = isDanger && !isRepeat ? Option.some(DateTime.addDuration(now, repeatDangerAfter)) : Option.none()
    yield* alerts.sent(alert, now, next)
  })

  const claimAndSend = Effect.gen(function* () {
    const now = yield* DateTime.now
    const claimed = yield* alerts.claim(now)
    if (Option.isSome(claimed)) yield* send(claimed.value, now)
    return Option.isSome(claimed)
  }).pipe(write)

  const sendNext = Effect.gen(function* () {
    const now = yield* DateTime.now
    const isDue = Option.exists(yield* alerts.nextDue, (at) => DateTime.lessThanOrEqualTo(at, now))
    return isDue && (yield* claimAndSend)
  })

  return { sendDue: Effect.asVoid(Effect.repeat(sendNext, { while: (wasDue) => wasDue })) }
}
