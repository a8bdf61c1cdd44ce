import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { ConfigProvider, DateTime, type Duration, Effect, Layer, Option, TestClock } from "effect"
import { noSettingsChange } from "../../../src/domain/accounts/Settings.ts"
import type { UserId } from "../../../src/domain/Ids.ts"
import { PasskeysRepo } from "../../../src/ports/accounts/PasskeysRepo.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { type ClaimedMail, MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { CaseAlertsRepo } from "../../../src/ports/moderation/CaseAlertsRepo.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { AuditLog } from "../../../src/services/accounts/AuditLog.ts"
import { OutgoingMail } from "../../../src/services/mail/OutgoingMail.ts"
import { CaseAlertSender } from "../../../src/services/moderation/CaseAlertSender.ts"
import { CaseAlerts } from "../../../src/services/moderation/CaseAlerts.ts"
import { OutgoingPush } from "../../../src/services/notifications/OutgoingPush.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { newDecision, newReport, newTarget } from "../../contracts/moderation/newDecisions.ts"
import { newUser } from "../../contracts/newRows.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { RecordedMail } from "../../support/mail/RecordedMail.ts"
import { memoryAndDatabase, oneDatabase } from "../../support/Storage.ts"
import { until } from "../../support/Waiting.ts"

/** The alerts of one instance of a community that sends mail. */
const sender = CaseAlertSender.layer.pipe(
  Layer.provide(Layer.merge(OutgoingMail.layer, OutgoingPush.layer)),
  Layer.provide(new RecordedMail().layer),
  Layer.provide(AuditLog.layer),
  Layer.provide(Unpublished),
  Layer.provide(ShutdownSignal.layer)
)

/** The same, at work in the background, for staff who need no second factor. */
const instance = CaseAlertSender.running.pipe(
  Layer.provide(sender),
  Layer.provide(CaseAlerts.layer),
  Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["STAFF_SECOND_FACTOR", "off"]]))))
)

/** Two moderators and an admin, who have just got their roles. */
const staff = Effect.gen(function* () {
  const createdAt = yield* DateTime.now
  const mod = yield* newUser({ role: "moderator", createdAt })
  const other = yield* newUser({ role: "moderator", createdAt })
  return { mod, other, admin: yield* newUser({ role: "admin", createdAt }) }
})

/** The types of a member's notifications. */
const toldTo = (id: UserId) =>
  Effect.flatMap(NotificationsRepo, (notifications) =>
    Effect.map(notifications.page(id, false, { offset: 0, limit: 10 }), ({ items }) => items.map(({ type }) => type))
  )

/** Takes the mail that waits. */
const taken = Effect.gen(function* () {
  const { claim, remove } = yield* MailRepo
  const now = yield* DateTime.now
  const taken: Array<ClaimedMail> = []
  for (;;) {
    const mail = yield* claim(DateTime.add(now, { days: 1 }), DateTime.add(now, { days: 2 }))
    if (Option.isNone(mail)) return taken
    taken.push(mail.value)
    yield* remove(mail.value.id)
  }
})

/** Takes the mail that waits: its kinds and recipients, in order. */
const takenMail = Effect.map(taken, (all) =>
  all.map(({ kind, userId }) => [kind, Option.getOrThrow(userId)] as const).sort((one, other) => one[1] - other[1])
)

/** Takes the mail that waits: the kinds of that to one member, with the numbers of reports that it tells. */
const takenBy = (id: UserId) =>
  Effect.map(taken, (all) =>
    all.flatMap(({ kind, reports, userId }) => (Option.contains(userId, id) ? [`${kind} ${reports}`] : [])).sort()
  )

/** Lets time pass, and sends the alerts that are due then. */
const pass = (time: Duration.DurationInput) =>
  Effect.zipRight(
    TestClock.adjust(time),
    Effect.flatMap(CaseAlertSender, ({ sendDue }) => sendDue)
  )

const memory = memoryAndDatabase[0].layer

describe("CaseAlertSender", () => {
  const withAlerts = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.provide(body, Layer.provideMerge(sender, memory))

  it.effect("notifies moderators of a case once, but not who reported it, is concerned, or has switched it off", () =>
    withAlerts(
      Effect.gen(function* () {
        const { admin, mod, other } = yield* staff
        const [off, member] = [yield* newUser({ role: "moderator" }), yield* newUser()]
        yield* (yield* SettingsRepo).update(off, { ...noSettingsChange, report: Option.some(false) })
        const target = newTarget()
        const createdAt = yield* DateTime.now
        yield* newReport({ target, reporterId: mod, subjectId: other, createdAt })
        yield* newReport({ target, reporterId: member, subjectId: other, createdAt })
        yield* pass(0)
        yield* newReport({ target, reporterId: yield* newUser(), subjectId: other, createdAt })
        yield* pass(0)
        deepStrictEqual(yield* Effect.forEach([admin, mod, other, off, member], toldTo), [["report"], [], [], [], []])
        deepStrictEqual(yield* takenMail, [])
      })
    )
  )

  it.effect("gives no notification to staff whose powers rest, and mails danger to them as to all others", () =>
    withAlerts(
      Effect.gen(function* () {
        const { admin, mod, other } = yield* staff
        const createdAt = yield* DateTime.now
        const staffSince = DateTime.subtract(createdAt, { days: 15 })
        for (const id of [mod, other]) {
          yield* (yield* UsersRepo).update(id, { role: Option.some("moderator"), staffSince })
        }
        const passkey = { credentialId: `AbCd${other}`, publicKey: "", counter: 0, transports: [], name: "A phone" }
        yield* (yield* PasskeysRepo).add({ ...passkey, userId: other, createdAt })
        yield* newReport({ target: newTarget(), reason: "danger", createdAt })
        yield* pass(0)
        deepStrictEqual(yield* Effect.forEach([admin, mod, other], toldTo), [["report"], [], ["report"]])
        deepStrictEqual(
          yield* takenMail,
          [mod, other, admin].map((id) => ["danger", id])
        )
      })
    )
  )

  it.effect(
    "mails danger to moderators whatever their settings, and once more to admins unless somebody opens it",
    () =>
      withAlerts(
        Effect.gen(function* () {
          const { admin, mod, other } = yield* staff
          yield* (yield* SettingsRepo).update(other, { ...noSettingsChange, report: Option.some(false) })
          const { markOpened } = yield* CaseAlertsRepo
          const [target, opened] = [newTarget(), newTarget()]
          const createdAt = yield* DateTime.now
          yield* newReport({ target, reason: "danger", createdAt })
          yield* newReport({ target: opened, reason: "danger", createdAt })
          yield* pass(0)
          deepStrictEqual(yield* Effect.forEach([admin, mod, other], toldTo), [
            ["report", "report"],
            ["report", "report"],
            ["report", "report"]
          ])
          const all = [mod, mod, other, other, admin, admin].map((id) => ["danger", id] as const)
          deepStrictEqual(yield* takenMail, all)
          yield* markOpened(opened, mod, createdAt)
          yield* pass("29 minutes")
          deepStrictEqual(yield* takenMail, [])
          yield* pass("2 minutes")
          deepStrictEqual(yield* takenMail, [["danger_again", admin]])
          yield* pass("40 minutes")
          deepStrictEqual(yield* takenMail, [])
          strictEqual((yield* toldTo(admin)).length, 2)
        })
      )
  )

  it.effect("alerts of danger where an open case turns into it, and not again once it is closed", () =>
    withAlerts(
      Effect.gen(function* () {
        const { admin, mod, other } = yield* staff
        const target = newTarget()
        const createdAt = yield* DateTime.now
        yield* newReport({ target, createdAt })
        yield* pass(0)
        yield* newReport({ target, reason: "danger", createdAt })
        yield* pass(0)
        deepStrictEqual(yield* Effect.forEach([admin, mod, other], toldTo), [["report"], ["report"], ["report"]])
        deepStrictEqual((yield* takenMail).length, 3)
        yield* (yield* ReportsRepo).close(target, yield* newDecision({ target }))
        yield* pass("31 minutes")
        deepStrictEqual(yield* takenMail, [])
      })
    )
  )

  it.effect(
    "tells reports of danger by one member, after three in ten minutes, together; those of others at once",
    () =>
      withAlerts(
        Effect.gen(function* () {
          const { admin, mod } = yield* staff
          const [eve, bob] = [yield* newUser(), yield* newUser()]
          const danger = (reporterId: UserId, target = newTarget()) =>
            Effect.flatMap(DateTime.now, (createdAt) => newReport({ target, reporterId, reason: "danger", createdAt }))
          const target = newTarget()
          for (const about of [newTarget(), newTarget(), newTarget(), target, newTarget(), newTarget()])
            yield* danger(eve, about)
          yield* pass(0)
          deepStrictEqual(yield* takenBy(mod), ["danger 1", "danger 1", "danger 1"])
          strictEqual((yield* toldTo(mod)).length, 6)
          yield* danger(bob, target)
          yield* pass("1 minute")
          deepStrictEqual(yield* takenBy(mod), ["danger 1"])
          yield* danger(eve)
          yield* pass("8 minutes")
          deepStrictEqual([yield* takenBy(mod), (yield* toldTo(mod)).length], [[], 7])
          yield* pass("1 minute")
          deepStrictEqual(yield* takenBy(mod), ["danger_more 3"])
          yield* pass("20 minutes")
          deepStrictEqual(yield* takenBy(admin), ["danger_again 3"])
          yield* pass("1 minute")
          deepStrictEqual(yield* takenBy(admin), ["danger_again 1"])
          yield* pass("9 minutes")
          deepStrictEqual(yield* takenBy(admin), ["danger_again 3"])
          yield* pass("1 hour")
          deepStrictEqual(yield* takenMail, [])
        })
      )
  )

  it.effect("does not tell of a held report that was opened, or closed, before the others are told", () =>
    withAlerts(
      Effect.gen(function* () {
        const { mod, other } = yield* staff
        const [eve, createdAt] = [yield* newUser(), yield* DateTime.now]
        const [opened, closed] = [newTarget(), newTarget()]
        for (const target of [newTarget(), newTarget(), newTarget(), opened, closed])
          yield* newReport({ target, reporterId: eve, reason: "danger", createdAt })
        yield* pass(0)
        yield* taken
        yield* (yield* CaseAlertsRepo).markOpened(opened, mod, createdAt)
        yield* (yield* ReportsRepo).close(closed, yield* newDecision({ target: closed }))
        yield* pass("10 minutes")
        deepStrictEqual(yield* takenBy(other), [])
      })
    )
  )

  it.effect("notifies of an appeal who may decide on it: the one who decided only where there is nobody else", () =>
    withAlerts(
      Effect.gen(function* () {
        const mod = yield* newUser({ role: "moderator" })
        const appealed = (subjectId: UserId) =>
          Effect.gen(function* () {
            const id = yield* newDecision({ byId: mod, subjectId })
            yield* (yield* DecisionsRepo).addAppeal(id, "It does not.", yield* DateTime.now)
            yield* pass(0)
          })
        yield* appealed(yield* newUser())
        deepStrictEqual(yield* toldTo(mod), ["appeal"])
        const admin = yield* newUser({ role: "admin" })
        yield* appealed(yield* newUser())
        yield* appealed(admin)
        deepStrictEqual(yield* Effect.forEach([mod, admin], toldTo), [["appeal", "appeal"], ["appeal"]])
      })
    )
  )
})

for (const { layer, name } of oneDatabase) {
  it.scopedLive(`${name}: CaseAlertSender of two instances send each alert once`, () =>
    Effect.gen(function* () {
      const { admin, mod, other } = yield* staff
      yield* Layer.build(instance)
      yield* Layer.build(instance)
      const createdAt = yield* DateTime.now
      yield* Effect.forEach(Array.from({ length: 20 }), () => newReport({ reason: "danger", createdAt }), {
        concurrency: "unbounded"
      })
      const { nextDue } = yield* CaseAlertsRepo
      // What is due next is the repetition, after half an hour.
      yield* until(Effect.map(nextDue, (at) => Option.exists(at, (at) => DateTime.distance(createdAt, at) > 60_000)))
      for (const id of [admin, mod, other]) strictEqual((yield* toldTo(id)).length, 10)
      strictEqual((yield* takenMail).length, 60)
    }).pipe(Effect.provide(layer))
  )

  it.scopedLive(`${name}: CaseAlertSender of two instances send three alerts of danger by one member`, () =>
    Effect.gen(function* () {
      const { admin, mod, other } = yield* staff
      yield* Layer.build(instance)
      yield* Layer.build(instance)
      const [reporterId, createdAt] = [yield* newUser(), yield* DateTime.now]
      yield* Effect.forEach(
        Array.from({ length: 28 }),
        () => newReport({ reporterId, reason: "danger", createdAt, target: newTarget() }),
        { concurrency: "unbounded" }
      )
      const { nextDue } = yield* CaseAlertsRepo
      // What is due next are the others, after ten minutes.
      yield* until(Effect.map(nextDue, (at) => Option.exists(at, (at) => DateTime.distance(createdAt, at) > 60_000)))
      for (const id of [admin, mod, other]) strictEqual((yield* toldTo(id)).length, 10)
      deepStrictEqual(yield* takenBy(mod), ["danger 1", "danger 1", "danger 1"])
    }).pipe(Effect.provide(layer))
  )
}
