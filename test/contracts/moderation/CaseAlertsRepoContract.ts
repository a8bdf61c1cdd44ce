import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, type Layer, Option } from "effect"
import type { ReportId } from "../../../src/domain/Ids.ts"
import type { Target } from "../../../src/domain/moderation/Target.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { CaseAlertsRepo } from "../../../src/ports/moderation/CaseAlertsRepo.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newUser } from "../newRows.ts"
import { gone, newDecision, newReport, newTarget } from "./newDecisions.ts"

export type Ports = CaseAlertsRepo | DecisionsRepo | NotificationsRepo | ReportsRepo | Transaction | UsersRepo

export const later = DateTime.add(moment, { minutes: 5 })
export const muchLater = DateTime.add(moment, { minutes: 35 })

/** Drops the alerts that other tests have left. */
export const cleared = Effect.gen(function* () {
  const { claim, drop } = yield* CaseAlertsRepo
  const claimed = claim(DateTime.add(moment, { days: 1 }))
  for (let next = yield* claimed; Option.isSome(next); next = yield* claimed) yield* drop(next.value)
})

/** Claims the alert that is due at a time, and notes that it was sent. */
export const sentAt = (at: DateTime.Utc, next = Option.none<DateTime.Utc>(), isUrgent = Option.isSome(next)) =>
  Effect.gen(function* () {
    const { claim, sent } = yield* CaseAlertsRepo
    const claimed = yield* claim(at)
    if (Option.isSome(claimed)) yield* sent(claimed.value, at, { isUrgent, next })
    return Option.getOrUndefined(claimed)
  })

/** When moderators were told of a report, and when one opened it. */
const timesOf = (id: ReportId) =>
  Effect.gen(function* () {
    const [{ sentTimes }, { find }] = [yield* CaseAlertsRepo, yield* ReportsRepo]
    const { report } = yield* Effect.flatten(find(id))
    return [(yield* sentTimes([id])).get(id) ?? null, report.openedAt]
  })

/** The contract of `CaseAlertsRepo`, and of the notifications of cases. */
export const caseAlertsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) => {
  layer(storage)(`${adapter}: CaseAlertsRepo`, (it) => {
    it.effect("claim gives one alert for the open reports of a target, and one more for the first of danger", () =>
      Effect.gen(function* () {
        yield* cleared
        const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
        const target = newTarget()
        const first = yield* newReport({ target, reporterId: ada })
        const second = yield* newReport({ target, reporterId: bob })
        deepStrictEqual(yield* sentAt(moment), {
          kind: "report",
          id: first,
          target,
          reason: "spam",
          subjectId: gone,
          reporterId: ada,
          reporterIds: [ada, bob],
          isHeld: false,
          isRepeat: false,
          isOpened: false,
          isOpen: true
        })
        strictEqual(yield* sentAt(later), undefined)
        for (const id of [first, second]) deepStrictEqual(yield* timesOf(id), [moment, null])
        const danger = yield* newReport({ target, reporterId: eve, reason: "danger" })
        const third = yield* newReport({ target, reporterId: null, reason: "danger" })
        deepStrictEqual(yield* timesOf(danger), [null, null])
        const claimed = yield* sentAt(later, Option.some(muchLater))
        deepStrictEqual(claimed && "isRepeat" in claimed && [claimed.id, claimed.isRepeat], [danger, false])
        for (const id of [danger, third]) deepStrictEqual(yield* timesOf(id), [later, null])
        const [{ nextDue }, last] = [yield* CaseAlertsRepo, yield* newReport({ target, reporterId: yield* newUser() })]
        deepStrictEqual(yield* nextDue, Option.some(muchLater))
        deepStrictEqual(yield* timesOf(last), [moment, null])
        const again = yield* sentAt(muchLater)
        deepStrictEqual(again && "isRepeat" in again && [again.id, again.isRepeat], [danger, true])
        deepStrictEqual(yield* nextDue, Option.none())
        deepStrictEqual(yield* timesOf(danger), [later, null])
      })
    )

    it.effect("claim says whether a case is open still, and drop ends its alert", () =>
      Effect.gen(function* () {
        yield* cleared
        const target = newTarget()
        yield* newReport({ target })
        yield* (yield* ReportsRepo).close(target, yield* newDecision({ target }))
        const { claim, drop } = yield* CaseAlertsRepo
        const closed = yield* Effect.flatten(claim(moment))
        strictEqual(closed.isOpen, false)
        yield* drop(closed)
        deepStrictEqual(yield* claim(moment), Option.none())
        yield* newReport({ target })
        strictEqual((yield* Effect.flatten(claim(moment))).isOpen, true)
      })
    )

    it.effect("claim gives concurrent transactions another alert each", () =>
      Effect.gen(function* () {
        yield* cleared
        const targets = [newTarget(), newTarget(), newTarget()]
        const ids = yield* Effect.forEach(targets, (target) => newReport({ target }))
        const { atomically } = yield* Transaction
        const all = yield* Effect.all(
          ids.map(() => atomically(sentAt(moment))),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(
          all.flatMap((one) => one?.id ?? []).sort((one, other) => one - other),
          ids
        )
      })
    )

    it.effect("claim gives an appeal once, with who decided", () =>
      Effect.gen(function* () {
        yield* cleared
        const [mod, subjectId] = [yield* newUser({ role: "moderator" }), yield* newUser()]
        const id = yield* newDecision({ byId: mod, subjectId })
        const decisions = yield* DecisionsRepo
        strictEqual(yield* sentAt(later), undefined)
        yield* decisions.addAppeal(id, "It does not.", later)
        strictEqual(yield* sentAt(moment), undefined)
        deepStrictEqual(yield* sentAt(later), { kind: "appeal", id, subjectId, byId: mod, isOpen: true })
        strictEqual(yield* sentAt(later), undefined)
      })
    )

    it.effect("markOpened notes who first opened the open reports of a target, and may decide on them", () =>
      Effect.gen(function* () {
        const [mod, reporterId, subjectId] = [yield* newUser(), yield* newUser(), yield* newUser()]
        const target = newTarget()
        const [first, second] = [
          yield* newReport({ target, subjectId, reporterId }),
          yield* newReport({ target, subjectId })
        ]
        const { markOpened } = yield* CaseAlertsRepo
        for (const id of [reporterId, subjectId]) strictEqual(yield* markOpened(target, id, moment), false)
        strictEqual(yield* markOpened(target, mod, later), true)
        strictEqual(yield* markOpened(target, mod, muchLater), false)
        for (const id of [first, second]) deepStrictEqual(yield* timesOf(id), [null, later])
      })
    )

    it.effect(
      "queue counts targets with open reports, those of danger, open appeals, and since when the oldest waits",
      () =>
        Effect.gen(function* () {
          const queue = (yield* CaseAlertsRepo).queue(Option.none())
          const before = yield* queue
          const early = DateTime.subtract(moment, { days: 100 })
          const target = newTarget()
          yield* newReport({ target, reporterId: yield* newUser(), createdAt: early })
          yield* newReport({ target, reporterId: yield* newUser(), reason: "danger" })
          yield* newReport()
          const appealed = yield* newDecision()
          const decisions = yield* DecisionsRepo
          yield* decisions.addAppeal(appealed, "It does not.", moment)
          deepStrictEqual(yield* queue, {
            ...before,
            reports: before.reports + 2,
            danger: before.danger + 1,
            appeals: before.appeals + 1,
            oldestAt: early
          })
          yield* (yield* ReportsRepo).close(target, yield* newDecision({ target }))
          yield* decisions.setOutcome(appealed, { outcome: "upheld", reason: "x", byId: gone, at: moment })
          const { danger, appeals } = yield* queue
          deepStrictEqual([danger, appeals], [before.danger, before.appeals])
        })
    )

    it.effect("queue leaves out the reports that concern a member", () =>
      Effect.gen(function* () {
        const { queue } = yield* CaseAlertsRepo
        const mod = yield* newUser()
        const before = yield* queue(Option.some(mod))
        const createdAt = DateTime.subtract(moment, { days: 200 })
        yield* newReport({ subjectId: mod, reporterId: yield* newUser(), reason: "danger", createdAt })
        deepStrictEqual(yield* queue(Option.some(mod)), before)
        const seen = yield* queue(Option.some(yield* newUser()))
        deepStrictEqual(seen, {
          ...before,
          reports: before.reports + 1,
          danger: before.danger + 1,
          oldestAt: createdAt
        })
      })
    )

    it.effect(
      "NotificationsRepo.addCase notifies of a case in place of earlier reports of it; closeCases marks them read",
      () =>
        Effect.gen(function* () {
          const notifications = yield* NotificationsRepo
          const [ada, bob] = [yield* newUser(), yield* newUser()]
          const target: Target = newTarget()
          const [spam, danger] = [yield* newReport({ target }), yield* newReport({ target, reason: "danger" })]
          const elsewhere = newTarget()
          const other = yield* newReport({ target: elsewhere })
          const kinds = (changes: ReadonlyArray<{ readonly kind: string; readonly userId: number | null }>) =>
            changes.map(({ kind, userId }) => `${kind} ${userId}`)
          const add = (id: typeof spam, ...to: ReadonlyArray<typeof ada>) =>
            Effect.map(notifications.addCase({ kind: "report", id }, to, moment), kinds)
          deepStrictEqual(yield* add(spam, ada), [`notification ${ada}`])
          deepStrictEqual(yield* add(other, ada), [`notification ${ada}`])
          deepStrictEqual(yield* add(danger, ada, bob, gone), [
            `notifications_removed ${ada}`,
            `notification ${ada}`,
            `notification ${bob}`
          ])
          const shown = { offset: 0, limit: 10 }
          const { items, total, unreadCount } = yield* notifications.page(ada, false, shown)
          deepStrictEqual(
            items.map(({ actor, message, post, report, type }) => [
              type,
              Option.getOrNull(report),
              message,
              actor,
              post
            ]),
            [
              [
                "report",
                { id: danger, target, reason: "danger" },
                "somebody may be in danger: there is a report to read now",
                Option.none(),
                Option.none()
              ],
              [
                "report",
                { id: other, target: elsewhere, reason: "spam" },
                "there is a report to decide on",
                Option.none(),
                Option.none()
              ]
            ]
          )
          deepStrictEqual([total, unreadCount], [2, 2])
          const agents = yield* notifications.page(ada, false, shown, "withoutCases")
          deepStrictEqual([agents.items, agents.total, agents.unreadCount], [[], 0, 0])
          strictEqual((yield* notifications.position(ada, "withoutCases")).unreadCount, 0)
          deepStrictEqual(yield* notifications.markRead(ada, Option.none(), "withoutCases"), [])
          const decisionId = yield* newDecision({ target })
          yield* (yield* ReportsRepo).close(target, decisionId)
          deepStrictEqual(kinds(yield* notifications.closeCases(decisionId)), [
            `notifications_read ${ada}`,
            `notifications_read ${bob}`
          ])
          deepStrictEqual(yield* notifications.closeCases(decisionId), [])
          strictEqual((yield* notifications.position(ada)).unreadCount, 1)
        })
    )

    it.effect("NotificationsRepo.closeCases marks the notifications of an appeal read once it has an outcome", () =>
      Effect.gen(function* () {
        const [notifications, decisions] = [yield* NotificationsRepo, yield* DecisionsRepo]
        const [ada, decisionId] = [yield* newUser(), yield* newDecision()]
        yield* decisions.addAppeal(decisionId, "It does not.", moment)
        yield* notifications.addCase({ kind: "appeal", id: decisionId }, [ada], moment)
        const { items } = yield* notifications.page(ada, true, { offset: 0, limit: 10 })
        deepStrictEqual(
          items.map(({ appeal, decisionId, type }) => [type, appeal, decisionId]),
          [["appeal", Option.some({ decisionId }), Option.none()]]
        )
        deepStrictEqual(yield* notifications.closeCases(decisionId), [])
        yield* decisions.setOutcome(decisionId, { outcome: "upheld", reason: "x", byId: gone, at: moment })
        strictEqual((yield* notifications.closeCases(decisionId)).length, 1)
        strictEqual((yield* notifications.position(ada)).unreadCount, 0)
      })
    )
  })
}
