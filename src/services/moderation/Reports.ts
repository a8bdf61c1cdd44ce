import { Context, DateTime, Effect, Layer, Option } from "effect"
import { actsAsModerator, CurrentUser, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import type { ReportId } from "../../domain/Ids.ts"
import type { LeakFound } from "../../domain/LeakFound.ts"
import { reportList } from "../../domain/Lists.ts"
import {
  type NewReport,
  OwnReport,
  type Report,
  type ReportedAlready,
  type ReportFilter,
  ReportNotFound,
  type ReportPage,
  type ReportSent
} from "../../domain/moderation/Report.ts"
import { TargetNotFound } from "../../domain/moderation/Target.ts"
import { type PageRequest, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { DecisionsRepo } from "../../ports/DecisionsRepo.ts"
import { HelpLinesFile } from "../../ports/HelpLinesFile.ts"
import { ReportsRepo } from "../../ports/ReportsRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { makeLockRetry } from "../LockRetry.ts"
import { withSpans } from "../Spans.ts"
import { makeTargets } from "./Targets.ts"
import { reportFor } from "./Views.ts"

/** Reports to the moderators (contract, Reports and decisions). */
export class Reports extends Context.Tag("services/moderation/Reports")<
  Reports,
  {
    /**
     * Reports a target; the answer to a report of danger has help lines. Fails with `TargetNotFound`, also for a hidden one,
     * with `OwnReport`, and with `ReportedAlready` while an earlier report of the caller is open.
     */
    readonly send: (
      report: NewReport
    ) => Effect.Effect<ReportSent, LeakFound | OwnReport | ReportedAlready | TargetNotFound | Unavailable, CurrentUser>

    /** Reports in the order of `ReportsRepo.page`: for moderators all, for others their own. Fails with `InvalidCursor`. */
    readonly list: (
      request: PageRequest & Omit<ReportFilter, "reporterId">
    ) => Effect.Effect<ReportPage, InvalidCursor | Unavailable, CurrentUser>

    /** A report that `list` gives the caller, else `ReportNotFound`. */
    readonly get: (id: ReportId) => Effect.Effect<Report, ReportNotFound | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Reports, withSpans("Reports", Effect.gen(make)))
}

function* make() {
  const reports = yield* ReportsRepo

  const list = Effect.fnUntraced(function* ({ status, targetType, ...request }: PageRequest & ReportFilter) {
    const user = yield* CurrentUser
    const filter = { status, targetType, reporterId: actsAsModerator(user) ? undefined : user.id }
    const list = reportList(filter)
    const window = yield* pageSliceOf(list, request)
    const found = yield* reports.page(filter, window)
    return pageOf(list, window, { ...found, items: found.items.map((report) => reportFor(user, report)) })
  })

  const get = Effect.fnUntraced(function* (id: ReportId) {
    const user = yield* CurrentUser
    const found = Option.filter(
      yield* reports.find(id),
      ({ reporterId }) => actsAsModerator(user) || reporterId === user.id
    )
    if (Option.isNone(found)) return yield* new ReportNotFound({ id })
    return reportFor(user, found.value.report)
  })

  return { list, get, send: yield* makeSend }
}

const makeSend = Effect.gen(function* () {
  const reports = yield* ReportsRepo
  const decisions = yield* DecisionsRepo
  const users = yield* UsersRepo
  const leaks = yield* LeakGuard
  const helpLines = yield* Effect.flatMap(HelpLinesFile, ({ read }) => read)
  const findTarget = yield* makeTargets
  const { atomically } = yield* Transaction
  const withLockRetry = yield* makeLockRetry

  const store = Effect.fnUntraced(
    function* (user: SignedInUser, { reason, target, text }: NewReport) {
      yield* decisions.lock(target)
      const { state, subjectId } = yield* findTarget(target)
      if (state === "hidden") return yield* new TargetNotFound(target)
      if (subjectId === user.id) return yield* new OwnReport()
      const createdAt = yield* DateTime.now
      const id = yield* reports.add({ reporterId: user.id, target, subjectId, reason, text, createdAt })
      yield* users.touch(user.id, createdAt)
      const { report } = yield* Effect.orDie(Effect.flatten(reports.find(id)))
      const sent: ReportSent = reportFor(user, report)
      return reason === "danger" ? { ...sent, helpLines } : sent
    },
    atomically,
    withLockRetry
  )

  return Effect.fnUntraced(function* (report: NewReport) {
    const user = yield* CurrentUser
    yield* leaks.check("text", [report.text], Effect.succeed([]))
    return yield* store(user, report)
  })
})
