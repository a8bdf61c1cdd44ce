import { Array, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { staffSecondFactor } from "../../Config.ts"
import { inTurns, waitUntilDue } from "../../concurrency/BackgroundTasks.ts"
import { factorDueOf } from "../../domain/accounts/StaffFactor.ts"
import type { UserId } from "../../domain/Ids.ts"
import {
  type ModerationQueue,
  mayDecideAppeal,
  repeatDangerAfter,
  urgentReports
} from "../../domain/moderation/Case.ts"
import type { PushAlert } from "../../domain/notifications/Push.ts"
import { PostReader, readerOfAll } from "../../domain/posts/Audience.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { moderationQueue, update } from "../../metrics/Metrics.ts"
import { SettingsRepo } from "../../ports/accounts/SettingsRepo.ts"
import type { StaffMember } from "../../ports/accounts/UsersRepo.ts"
import { type CaseAlert, CaseAlertsRepo, type ReportAlert } from "../../ports/moderation/CaseAlertsRepo.ts"
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
 * | more danger by one member than may be urgent     | the same, by mail and push as one, later         |
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

const isOfDanger = (alert: CaseAlert): boolean => alert.kind === "report" && alert.reason === "danger"

/** What follows an alert by mail and push: it is repeated unless somebody opens the report. */
const urgentThen = (now: DateTime.Utc) => ({
  isUrgent: true,
  next: Option.some(DateTime.addDuration(now, repeatDangerAfter))
})

/** When a report of danger is told together with others of its reporter; none where an alert is sent at once. */
const heldUntil = Effect.fnUntraced(function* (
  { urgentTimes }: typeof CaseAlertsRepo.Service,
  alert: CaseAlert,
  now: DateTime.Utc
) {
  const { maxActs, within } = urgentReports
  if (alert.kind === "appeal" || !isOfDanger(alert) || alert.reporterId === null) return Option.none()
  const times = yield* urgentTimes(alert.reporterId, DateTime.subtractDuration(now, within))
  const oldest = times.length < maxActs ? undefined : times[0]
  return Option.map(Option.fromNullable(oldest), DateTime.addDuration(within))
})

/** The members who may decide on a case, and have not reported it. */
const decidersOf = (alert: CaseAlert, staff: ReadonlyArray<StaffMember>): ReadonlyArray<StaffMember> => {
  const ids = staff.map(({ id }) => id)
  return staff.filter(({ id }) =>
    alert.kind === "appeal"
      ? mayDecideAppeal(id, alert, ids)
      : id !== alert.subjectId && !alert.reporterIds.includes(id)
  )
}

/** The members who may decide on some of these cases, by the number of those. */
const decidersByCount = (cases: ReadonlyArray<CaseAlert>, staff: ReadonlyArray<StaffMember>) => {
  const deciders = cases.flatMap((alert) => decidersOf(alert, staff).map(({ id }) => id))
  const counted = Array.dedupe(deciders).map((id) => [deciders.filter((other) => other === id).length, id] as const)
  return Array.dedupe(counted.map(([count]) => count)).map(
    (count) => [count, counted.flatMap(([own, id]) => (own === count ? [id] : []))] as const
  )
}

/** Adds the notifications of a case. */
const notifying = Effect.gen(function* () {
  const notifications = yield* NotificationsRepo
  const settings = yield* SettingsRepo
  const isFactorNeeded = yield* staffSecondFactor
  const { changes } = yield* writing

  return Effect.fnUntraced(function* (alert: CaseAlert, deciders: ReadonlyArray<StaffMember>, at: DateTime.Utc) {
    const mayAct = ({ role, unguardedSince }: StaffMember) =>
      !isFactorNeeded || factorDueOf(role, unguardedSince, at)?.isOver !== true
    const told = yield* Effect.filter(deciders.filter(mayAct), ({ id }) =>
      isOfDanger(alert) ? Effect.succeed(true) : Effect.map(settings.of(id), (wishes) => wishes[alert.kind])
    )
    const ids = told.map(({ id }) => id)
    yield* changes.append(yield* notifications.addCase(alert, ids, at))
  })
})

function* make() {
  const alerts = yield* CaseAlertsRepo
  const notify = yield* notifying
  const mail = yield* OutgoingMail
  const push = yield* OutgoingPush
  const { users, write } = yield* writing

  /** By mail and push, at once, of a number of reports. */
  const alertNow = (kind: PushAlert, ids: ReadonlyArray<UserId>, reports = 1): StorageEffect<void> => {
    const mails = Effect.forEach(mail.isOn ? ids : [], (id) =>
      mail.add({ kind, userId: Option.some(id), address: Option.none(), reports })
    )
    return Effect.zipRight(mails, push.alert(kind, ids, reports))
  }

  /** Tells reports of danger by one member together, those that are open and that nobody has opened. */
  const sendTogether = Effect.fnUntraced(function* (claimed: ReportAlert, now: DateTime.Utc) {
    const { isRepeat, reporterId } = claimed
    // Taken before the others: an instance that claims one of these waits for no row of another.
    if (reporterId !== null) yield* alerts.urgentTimes(reporterId, now)
    const all = [claimed, ...(yield* alerts.together(claimed, now))]
    const [over, due] = Array.partition(all, ({ isOpen, isOpened }) => isOpen && !isOpened)
    yield* Effect.forEach(over, alerts.drop)
    const staff = (yield* users.staff(now)).filter(({ role }) => !isRepeat || role === "admin")
    for (const [count, ids] of decidersByCount(due, staff))
      yield* alertNow(isRepeat ? "danger_again" : "danger_more", ids, count)
    const then = isRepeat ? { isUrgent: false, next: Option.none() } : urgentThen(now)
    yield* Effect.forEach(due, (alert) => alerts.sent(alert, now, then))
  })

  const send = Effect.fnUntraced(function* (alert: CaseAlert, now: DateTime.Utc) {
    if (!alert.isOpen) return yield* alerts.drop(alert)
    if (alert.kind === "report" && (alert.isHeld || alert.isRepeat)) return yield* sendTogether(alert, now)
    const deciders = decidersOf(alert, yield* users.staff(now))
    yield* notify(alert, deciders, now)
    const next = yield* heldUntil(alerts, alert, now)
    if (!isOfDanger(alert) || Option.isSome(next)) return yield* alerts.sent(alert, now, { isUrgent: false, next })
    yield* alertNow(
      "danger",
      deciders.map(({ id }) => id)
    )
    yield* alerts.sent(alert, now, urgentThen(now))
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
