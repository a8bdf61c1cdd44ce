import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { CommentId, ReportId } from "../../../src/domain/Ids.ts"
import type { ReportKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import type { DecisionsRepo } from "../../../src/ports/DecisionsRepo.ts"
import { ReportsRepo } from "../../../src/ports/ReportsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import type { UsersRepo } from "../../../src/ports/UsersRepo.ts"
import { authorAs, moment, newAccount, newUser } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"
import { gone, newDecision, newReport, newTarget } from "./newDecisions.ts"

type Ports = DecisionsRepo | ReportsRepo | Transaction | UsersRepo

/** The contract of `ReportsRepo`. */
export const reportsRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) => {
  layer(storage)(`${adapter}: ReportsRepo`, (it) => {
    it.effect("ReportsRepo.find gives a report in full, and the decision that closed it", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const account = newAccount()
        const reporterId = yield* newUser(account)
        const target = newTarget()
        const id = yield* newReport({ target, reporterId, reason: "danger", text: "A “dose”\nthat kills" })
        const report = {
          id,
          target,
          reason: "danger",
          text: "A “dose”\nthat kills",
          status: "open",
          createdAt: moment,
          decision: null,
          reporter: authorAs(reporterId, account.username, "user")
        }
        deepStrictEqual<unknown>(yield* reports.find(id), Option.some({ report, reporterId }))
        const decisionId = yield* newDecision({ target })
        yield* reports.close(target, decisionId)
        const found = (yield* Effect.flatten(reports.find(id))).report
        deepStrictEqual([found.status, found.decision?.id, found.decision?.reportIds], ["decided", decisionId, [id]])
        strictEqual(Option.isNone(yield* reports.find(ReportId.make(2_000_000_000))), true)
      })
    )

    it.effect("ReportsRepo.add stores one open report of a target by a member, and another one after a decision", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const target = newTarget()
        const added = (reporterId: typeof ada | null) => Effect.option(newReport({ target, reporterId }))
        const isStored = Effect.map(
          Effect.all([added(ada), added(ada), added(bob), added(null), added(null)]),
          Array.map(Option.isSome)
        )
        deepStrictEqual(yield* isStored, [true, false, true, true, true])
        yield* reports.close(target, yield* newDecision({ target }))
        deepStrictEqual(yield* isStored, [true, false, true, true, true])
      })
    )

    it.effect("ReportsRepo.add stores one of several reports that a member sends at once", () =>
      Effect.gen(function* () {
        const reporterId = yield* newUser()
        const target = newTarget()
        const added = yield* Effect.all(
          Array.makeBy(6, () => Effect.option(newReport({ target, reporterId }))),
          { concurrency: "unbounded" }
        )
        strictEqual(Array.getSomes(added).length, 1)
      })
    )

    it.effect("ReportsRepo.close closes the open reports of a target, and gives their reporters", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [target, other] = [newTarget(), newTarget()]
        const comment = { type: "comment", id: CommentId.make(target.id) } as const
        for (const reporterId of [bob, ada, null]) yield* newReport({ target, reporterId, subjectId: gone })
        for (const target of [other, comment]) yield* newReport({ target, reporterId: ada })
        deepStrictEqual(yield* reports.subjectOf(target), Option.some(gone))
        const close = Effect.flatMap(newDecision({ target }), (id) => reports.close(target, id))
        deepStrictEqual([yield* close, yield* close, yield* reports.subjectOf(target)], [[ada, bob], [], Option.none()])
        const open = yield* reports.page({ reporterId: ada, status: "open" }, { offset: 0, limit: 10 })
        deepStrictEqual(
          open.items.map((report) => report.target),
          [other, comment]
        )
      })
    )

    it.effect("ReportsRepo.closeTexts closes the open reports of a member's texts, and not those of the member", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
        const member = { type: "user", id: eve } as const
        for (const [target, subjectId] of [
          [newTarget(), eve],
          [newTarget(), eve],
          [newTarget(), bob],
          [member, eve]
        ] as const) {
          yield* newReport({ target, subjectId, reporterId: ada })
        }
        deepStrictEqual(yield* reports.closeTexts(eve, yield* newDecision({ target: member })), [ada])
        const open = yield* reports.page({ reporterId: ada, status: "open" }, { offset: 0, limit: 10 })
        deepStrictEqual([open.total, open.items[1]?.target], [2, member])
      })
    )
  })

  layer(storage)(`${adapter}: ReportsRepo.page`, (it) => {
    it.effect("ReportsRepo.page lists danger first, then the targets with most reporters, then the oldest", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
        const [once, twice, thrice, member] = [
          newTarget(),
          newTarget(),
          newTarget(),
          { type: "user", id: ada } as const
        ]
        const [a, b, c, d, e, f, g, h] = [
          yield* newReport({ target: once, reporterId: ada }),
          yield* newReport({ target: twice, reporterId: ada }),
          yield* newReport({ target: thrice, reporterId: ada }),
          yield* newReport({ target: thrice, reporterId: bob }),
          yield* newReport({ target: once }),
          yield* newReport({ target: member, reporterId: eve, reason: "danger" }),
          yield* newReport({ target: thrice, reporterId: eve, reason: "danger" }),
          yield* newReport({ target: twice, reporterId: eve })
        ]
        const listed = (filter: Parameters<typeof reports.page>[0]) =>
          checkPagesByKey((window: PageSlice<ReportKey>) => reports.page(filter, window))
        deepStrictEqual(yield* listed({}), [g, f, c, d, b, h, a, e])
        deepStrictEqual(yield* listed({ targetType: "user" }), [f])
        deepStrictEqual(yield* listed({ reporterId: ada }), [a, b, c])
        yield* reports.close(thrice, yield* newDecision({ target: thrice }))
        deepStrictEqual(yield* listed({ status: "open" }), [f, b, h, a, e])
        deepStrictEqual(yield* listed({ status: "decided", targetType: "post" }), [g, c, d])
        // A report after the decision counts apart from those before it.
        const again = yield* newReport({ target: thrice, reporterId: bob })
        deepStrictEqual(yield* listed({ status: "open" }), [f, b, h, a, e, again])
      })
    )
  })
}
