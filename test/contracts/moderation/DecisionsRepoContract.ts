import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, type Layer, Option } from "effect"
import { DecisionId, NotificationId, type UserId } from "../../../src/domain/Ids.ts"
import type { DecisionKey } from "../../../src/domain/Lists.ts"
import type { DecisionFilter } from "../../../src/domain/moderation/Decision.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { authorAs, moment, newAccount, newUser, time, untilFree } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"
import { gone, newDecision, newReport, newTarget } from "./newDecisions.ts"

type Ports = DecisionsRepo | NotificationsRepo | ReportsRepo | Transaction | UsersRepo

const later = time("2026-02-03T04:05:06.789Z")

/** The contract of `DecisionsRepo`, and that of `NotificationsRepo.addModeration`. */
export const decisionsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: DecisionsRepo`, (it) => {
    it.effect("DecisionsRepo.find gives a decision in full, with the reports that it closed and their reporters", () =>
      Effect.gen(function* () {
        const [decisions, reports] = [yield* DecisionsRepo, yield* ReportsRepo]
        const account = newAccount({ role: "moderator" })
        const [byId, ada, bob] = [yield* newUser(account), yield* newUser(), yield* newUser()]
        const target = newTarget()
        const reportIds = [
          yield* newReport({ target, reporterId: ada }),
          yield* newReport({ target }),
          yield* newReport({ target, reporterId: bob })
        ]
        const id = yield* newDecision({ target, byId, action: "suspend", until: later, subjectId: ada })
        yield* reports.close(target, id)
        const decision = {
          id,
          target,
          action: "suspend",
          excerpt: "Buy this",
          rule: "No advertisements",
          reason: "It sells **pills**.",
          automated: false,
          until: later,
          createdAt: moment,
          appeal: null,
          by: authorAs(byId, account.username, "moderator"),
          reportIds
        }
        // There is no such text.
        const stored = { decision, subjectId: ada, byId, reporterIds: [ada, bob], isReadable: false }
        deepStrictEqual<unknown>(yield* decisions.find(id), Option.some(stored))
        strictEqual(Option.isNone(yield* decisions.find(DecisionId.make(2_000_000_000))), true)
      })
    )

    it.effect(
      "DecisionsRepo.find gives an automated decision, and one of a member who is gone, without a moderator",
      () =>
        Effect.gen(function* () {
          const decisions = yield* DecisionsRepo
          const found = (byId: UserId | null) =>
            Effect.map(Effect.flatten(Effect.flatMap(newDecision({ byId }), decisions.find)), (stored) => [
              stored.decision.automated,
              stored.decision.by,
              stored.byId
            ])
          deepStrictEqual(
            [yield* found(null), yield* found(gone)],
            [
              [true, null, null],
              [false, null, gone]
            ]
          )
        })
    )

    it.effect("DecisionsRepo.findAll gives those of many decisions that exist, as find gives each", () =>
      Effect.gen(function* () {
        const [decisions, reports] = [yield* DecisionsRepo, yield* ReportsRepo]
        const target = newTarget()
        yield* newReport({ target, reporterId: yield* newUser() })
        const closing = yield* newDecision({ target })
        yield* reports.close(target, closing)
        const ids = [closing, yield* newDecision({ action: "lock" })]
        yield* newDecision()
        const found = yield* decisions.findAll([...ids, DecisionId.make(2_000_000_000)])
        const each = yield* Effect.forEach(ids, (id) => Effect.flatten(decisions.find(id)))
        deepStrictEqual(
          [...found].sort((one, other) => one.decision.id - other.decision.id),
          each
        )
        deepStrictEqual(yield* decisions.findAll([]), [])
      })
    )

    it.effect(
      "DecisionsRepo.page lists decisions newest first, narrowed to a type, a member, and what a viewer may see",
      () =>
        Effect.gen(function* () {
          const [decisions, reports] = [yield* DecisionsRepo, yield* ReportsRepo]
          const [ada, bob] = [yield* newUser(), yield* newUser()]
          const about = (id: UserId) => ({ target: { type: "user", id }, subjectId: id }) as const
          for (const subject of [ada, bob, ada]) yield* newDecision({ subjectId: subject })
          yield* newDecision(about(ada))
          const reported = newTarget()
          yield* newReport({ target: reported, reporterId: ada })
          yield* reports.close(reported, yield* newDecision({ target: reported, subjectId: bob }))
          for (const [filter, viewer, count] of [
            [{ userId: ada }, undefined, 3],
            [{ userId: ada, targetType: "user" }, undefined, 1],
            [{ userId: bob, targetType: "comment" }, undefined, 0],
            [{}, ada, 4],
            [{ targetType: "post" }, ada, 3],
            [{ userId: bob }, ada, 1],
            [{}, bob, 2]
          ] as ReadonlyArray<readonly [DecisionFilter, UserId | undefined, number]>) {
            const page = (window: PageSlice<DecisionKey>) =>
              Effect.map(decisions.page(filter, viewer, window), (found) => ({
                ...found,
                items: found.items.map(({ decision }) => decision)
              }))
            const ids = yield* checkPagesByKey(page)
            deepStrictEqual([ids.length, ids], [count, ids.toSorted((a, b) => b - a)])
          }
        })
    )

    it.effect(
      "DecisionsRepo.page lists decisions with an appeal without an outcome, to the member concerned and not to reporters",
      () =>
        Effect.gen(function* () {
          const [decisions, reports] = [yield* DecisionsRepo, yield* ReportsRepo]
          const [ada, bob, byId] = [yield* newUser(), yield* newUser(), yield* newUser({ role: "moderator" })]
          const target = newTarget()
          yield* newReport({ target, reporterId: bob })
          const open = yield* newDecision({ target, subjectId: ada })
          yield* reports.close(target, open)
          const [closed, other] = [yield* newDecision({ subjectId: ada }), yield* newDecision({ subjectId: bob })]
          yield* newDecision({ subjectId: ada })
          for (const id of [open, closed, other]) yield* decisions.addAppeal(id, "It does not.", moment)
          yield* decisions.setOutcome(closed, { outcome: "upheld", reason: "It does.", byId, at: later })
          const listed = (filter: DecisionFilter, viewerId: UserId | undefined) =>
            Effect.map(
              decisions.page({ ...filter, appeal: "open" }, viewerId, { offset: 0, limit: 100 }),
              ({ items, total }) => [total, items.map(({ decision }) => decision.id)]
            )
          deepStrictEqual(
            [
              yield* listed({ userId: ada }, undefined),
              yield* listed({}, ada),
              yield* listed({}, bob),
              yield* listed({ userId: ada }, bob)
            ],
            [
              [1, [open]],
              [1, [open]],
              [1, [other]],
              [0, []]
            ]
          )
          deepStrictEqual((yield* listed({}, undefined))[1], [other, open])
        })
    )

    it.effect("DecisionsRepo.last gives the last decision about a target that is one of some actions", () =>
      Effect.gen(function* () {
        const { last } = yield* DecisionsRepo
        const target = newTarget()
        const hidden = yield* newDecision({ target, action: "hide" })
        yield* newDecision({ target, action: "none" })
        yield* newDecision({ action: "hide" })
        deepStrictEqual(
          [yield* last(target, ["hide", "restore"]), yield* last(target, ["lock"])],
          [Option.some(hidden), Option.none()]
        )
      })
    )

    it.effect("DecisionsRepo.addAppeal and setOutcome store an appeal and its outcome once each, in this order", () =>
      Effect.gen(function* () {
        const decisions = yield* DecisionsRepo
        const [id, byId] = [yield* newDecision(), yield* newUser({ role: "moderator" })]
        const upheld = { outcome: "upheld", reason: "It does.", byId, at: later } as const
        deepStrictEqual(
          [
            yield* decisions.setOutcome(id, upheld),
            yield* decisions.addAppeal(id, "It does not.", moment),
            yield* decisions.addAppeal(id, "Once more.", later),
            yield* decisions.setOutcome(id, upheld),
            yield* decisions.setOutcome(id, { ...upheld, outcome: "reversed" })
          ],
          [false, true, false, true, false]
        )
        const { decision } = yield* Effect.flatten(decisions.find(id))
        deepStrictEqual<unknown>(decision.appeal, {
          text: "It does not.",
          createdAt: moment,
          outcome: "upheld",
          reason: "It does.",
          decidedAt: later
        })
      })
    )

    it.effect("DecisionsRepo.reverseAppeals and withdrawAppeals end the open appeals about a text or a member", () =>
      Effect.gen(function* () {
        const decisions = yield* DecisionsRepo
        const [ada, byId, target] = [yield* newUser(), yield* newUser({ role: "moderator" }), newTarget()]
        const about = { type: "user", id: ada } as const
        const appealed = (given: Parameters<typeof newDecision>[0]) =>
          Effect.tap(newDecision({ subjectId: ada, ...given }), (id) => decisions.addAppeal(id, "It does not.", moment))
        const [hidden, locked] = [yield* appealed({ target }), yield* appealed({ target, action: "lock" })]
        const [other, member] = [yield* appealed({}), yield* appealed({ target: about })]
        yield* appealed({ subjectId: gone })
        yield* newDecision({ subjectId: ada })
        const outcome = { reason: "It is fine.", byId, at: later }
        deepStrictEqual(yield* decisions.reverseAppeals(target, "hide", outcome), [hidden])
        const { decision } = yield* Effect.flatten(decisions.find(hidden))
        const sent = { text: "It does not.", createdAt: moment }
        deepStrictEqual<unknown>(decision.appeal, {
          ...sent,
          outcome: "reversed",
          reason: outcome.reason,
          decidedAt: later
        })
        deepStrictEqual(yield* decisions.withdrawAppeals(target), [locked])
        strictEqual((yield* Effect.flatten(decisions.find(locked))).decision.appeal, null)
        deepStrictEqual(yield* decisions.reverseAppeals(about, "hide", outcome), [other, member])
        deepStrictEqual(yield* decisions.withdrawAppeals(about), [])
      })
    )

    it.effect("DecisionsRepo.lock gives a target to one transaction at a time", () =>
      Effect.gen(function* () {
        const [decisions, { atomically }] = [yield* DecisionsRepo, yield* Transaction]
        const target = newTarget()
        const order: Array<string> = []
        const isLocked = yield* Deferred.make<void>()
        const first = Effect.gen(function* () {
          yield* decisions.lock(target)
          yield* Deferred.succeed(isLocked, undefined)
          yield* Effect.yieldNow()
          order.push("first")
        })
        const second = Effect.andThen(decisions.lock(target), () => order.push("second"))
        yield* Effect.all(
          [untilFree(atomically(first)), Effect.zipRight(Deferred.await(isLocked), untilFree(atomically(second)))],
          { concurrency: "unbounded" }
        )
        deepStrictEqual(order, ["first", "second"])
      })
    )

    it.effect("NotificationsRepo.addModeration notifies members of a decision, each once, and nobody who is gone", () =>
      Effect.gen(function* () {
        const [notifications, { atomically }] = [yield* NotificationsRepo, yield* Transaction]
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const decisionId = yield* newDecision()
        const added = yield* untilFree(
          atomically(notifications.addModeration(decisionId, [bob, gone, ada, bob], later))
        )
        deepStrictEqual(
          added.map(({ recipientId }) => recipientId),
          [ada, bob]
        )
        const { items } = yield* notifications.page(bob, true, { offset: 0, limit: 10 })
        deepStrictEqual(items, [
          {
            id: NotificationId.make(added[1]?.id ?? 0),
            type: "moderation",
            read: false,
            createdAt: later,
            actor: Option.none(),
            post: Option.none(),
            comment: Option.none(),
            toYou: Option.none(),
            news: Option.none(),
            decisionId: Option.some(decisionId),
            verification: Option.none(),
            report: Option.none(),
            appeal: Option.none(),
            message: "there is a decision about you, your texts or your reports"
          }
        ])
      })
    )
  })
