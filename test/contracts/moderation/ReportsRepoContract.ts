import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { formerMember } from "../../../src/domain/accounts/Leaving.ts"
import { CommentId, DecisionId, ReportId } from "../../../src/domain/Ids.ts"
import type { ReportKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import { authorAs, filtered, moment, newAccount, newComment, newPost, newUser } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"
import { addReport, gone, newDecision, newReport, newTarget } from "./newDecisions.ts"

type Ports = CommentsRepo | DecisionsRepo | HiddenTextsRepo | PostsRepo | ReportsRepo | Transaction | UsersRepo

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
          automated: false,
          text: "A “dose”\nthat kills",
          status: "open",
          createdAt: moment,
          openedAt: null,
          decision: null,
          reporter: authorAs(reporterId, account.username, "user"),
          subject: null,
          content: null
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

    it.effect("ReportsRepo.add says which report opens a case, and which makes it one of danger", () =>
      Effect.gen(function* () {
        const target = newTarget()
        const added = yield* Effect.forEach(["spam", "danger", "danger", "abuse"] as const, (reason) =>
          Effect.map(
            Effect.flatMap(newUser(), (reporterId) => addReport({ target, reason, reporterId })),
            ({ isFirst, isFirstOfDanger }) => [isFirst, isFirstOfDanger]
          )
        )
        deepStrictEqual(added, [
          [true, false],
          [false, true],
          [false, false],
          [false, false]
        ])
        const { isFirst, isFirstOfDanger } = yield* addReport({ reason: "danger" })
        deepStrictEqual([isFirst, isFirstOfDanger], [true, true])
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

    it.effect("ReportsRepo.page leaves out the reports that concern a member, if it is told to", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const [reporterId, subjectId, other] = [yield* newUser(), yield* newUser(), yield* newUser()]
        yield* newReport({ target: newTarget(), reporterId, subjectId })
        const id = yield* newReport({ target: newTarget(), reporterId, subjectId: other })
        const page = yield* reports.page({ reporterId, notAbout: subjectId }, { offset: 0, limit: 10 })
        deepStrictEqual([page.total, page.items.map((report) => report.id)], [1, [id]])
      })
    )

    it.effect("ReportsRepo.closeAutomatic closes the open automatic reports of a target, and no member's", () =>
      Effect.gen(function* () {
        const reports = yield* ReportsRepo
        const [target, other] = [newTarget(), newTarget()]
        const reporterId = yield* newUser()
        const sent = [
          yield* newReport({ target }),
          yield* newReport({ target, reporterId }),
          yield* newReport({ target: other })
        ]
        const decisionId = yield* newDecision({ target })
        yield* reports.closeAutomatic(target, decisionId)
        yield* reports.closeAutomatic(target, yield* newDecision({ target }))
        const found = yield* Effect.forEach(sent, (id) => Effect.flatten(reports.find(id)))
        deepStrictEqual(
          found.map(({ report }) => report.decision?.id),
          [decisionId, undefined, undefined]
        )
      })
    )

    it.effect(
      "ReportsRepo.find and page give what and whom a report is about as it is now, hidden too; null where it is gone",
      () =>
        Effect.gen(function* () {
          const [reports, hidden, users] = [yield* ReportsRepo, yield* HiddenTextsRepo, yield* UsersRepo]
          const [author, reporterId] = [yield* newUser(), yield* newUser()]
          const post = yield* newPost({ authorId: author, title: "Pills “for” all", content: filtered("Buy\nthis") })
          const [comment, hiddenComment] = [yield* newComment(post.id, author), yield* newComment(post.id, author)]
          const hiddenPost = yield* newPost({ title: "Hidden", content: filtered("words") })
          const under = yield* newComment(hiddenPost.id, author)
          yield* hidden.hideComment(hiddenComment.id, DecisionId.make(7))
          yield* hidden.hidePost(hiddenPost.id, DecisionId.make(7))
          const { username } = yield* users.detail(author)
          const expected = [
            [{ type: "post", id: post.id }, "Pills “for” all: Buy\nthis", undefined],
            [{ type: "post", id: hiddenPost.id }, "Hidden: words", undefined],
            [newTarget(), null, undefined],
            [{ type: "comment", id: comment.id }, comment.content, post.id],
            [{ type: "comment", id: hiddenComment.id }, hiddenComment.content, post.id],
            [{ type: "comment", id: under.id }, under.content, hiddenPost.id],
            [{ type: "comment", id: CommentId.make(2_000_000_000) }, null, undefined],
            [{ type: "user", id: author }, username, undefined],
            [{ type: "user", id: gone }, null, undefined],
            [{ type: "user", id: formerMember.id }, null, undefined]
          ] as const
          const subjects = expected.map((_, index) => (index % 2 === 0 ? author : gone))
          const ids = yield* Effect.forEach(expected, ([target], index) =>
            newReport({ target, reporterId, subjectId: subjects[index] ?? gone })
          )
          const found = yield* Effect.forEach(ids, (id) => Effect.flatten(reports.find(id)))
          const { items } = yield* reports.page({ reporterId }, { offset: 0, limit: 20 })
          deepStrictEqual(
            items,
            found.map(({ report }) => report)
          )
          deepStrictEqual<unknown>(
            items.map((report) => [report.target, report.content, report.postId, Object.hasOwn(report, "postId")]),
            expected.map(([target, content, postId]) => [target, content, postId, postId !== undefined])
          )
          deepStrictEqual(
            items.map(({ subject }) => subject?.username ?? null),
            subjects.map((id) => (id === author ? username : null))
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

  layer(storage)(`${adapter}: ReportsRepo.closeGone`, (it) => {
    it.effect("ReportsRepo.closeGone closes the reviews of texts that are gone, by the decisions that hid them", () =>
      Effect.gen(function* () {
        const [reports, hidden] = [yield* ReportsRepo, yield* HiddenTextsRepo]
        const waiting = { type: "post", id: (yield* newPost()).id } as const
        const targets = [newTarget(), newTarget(), newTarget(), waiting] as const
        const ids = yield* Effect.forEach(targets, (target) => newDecision({ target, byId: null }))
        yield* hidden.hidePost(waiting.id, ids[3] ?? DecisionId.make(1))
        const [review, danger, reported] = targets
        for (const target of [review, waiting]) yield* newReport({ target, reason: "review" })
        yield* newReport({ target: danger, reason: "danger" })
        yield* newReport({ target: reported, reporterId: yield* newUser() })
        deepStrictEqual(yield* reports.closeGone, [ids[0]])
        const { items } = yield* reports.page({ status: "open" }, { offset: 0, limit: 10 })
        deepStrictEqual(new Set(items.map(({ target }) => target.id)), new Set([danger.id, reported.id, waiting.id]))
        deepStrictEqual(yield* reports.closeGone, [])
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
        deepStrictEqual(yield* listed({ target: thrice }), [g, c, d])
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
