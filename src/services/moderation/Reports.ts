import { Context, DateTime, Effect, Layer, Option } from "effect"
import {
  actsAsModerator,
  CurrentUser,
  type NotAllowed,
  NotSignedIn,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import { caseOpened } from "../../domain/Change.ts"
import type { ReportId } from "../../domain/Ids.ts"
import { reportList } from "../../domain/Lists.ts"
import type { ModerationQueue } from "../../domain/moderation/Case.ts"
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
import { isHidden, type Target, TargetNotFound } from "../../domain/moderation/Target.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { HelpLinesFile } from "../../ports/ContentFiles.ts"
import { CaseAlertsRepo } from "../../ports/moderation/CaseAlertsRepo.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { moderator, require } from "../accounts/Policy.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { CaseAlerts } from "./CaseAlerts.ts"
import { Targets } from "./Targets.ts"
import { reportFor, seesReport } from "./Visibility.ts"

/** Reports to the moderators (contract, Reports and decisions). */
export class Reports extends Context.Tag("services/moderation/Reports")<
  Reports,
  {
    /** The lines to call in danger. */
    readonly helpLines: ReportSent["helpLines"] & {}

    /**
     * Reports a target; the answer to a report of danger has help lines. Fails with `TargetNotFound`, also for a hidden
     * one, with `OwnReport`, and with `ReportedAlready` while an earlier report of the caller is open; with
     * `NotSignedIn` for a caller who has just left.
     */
    readonly send: (
      report: NewReport
    ) => StorageEffect<ReportSent, LeakFound | NotSignedIn | OwnReport | ReportedAlready | TargetNotFound, CurrentUser>

    /**
     * Reports in the order of `ReportsRepo.page`: for moderators all but those that concern them, for others their own.
     * Fails with `InvalidCursor`.
     */
    readonly list: (
      request: PageRequest & Omit<ReportFilter, "reporterId">
    ) => StorageEffect<ReportPage, InvalidCursor, CurrentUser>

    /** The open reports, for moderators. Fails with `NotAllowed`, then `InvalidCursor`. */
    readonly queue: (request: PageRequest) => StorageEffect<ReportPage, NotAllowed | InvalidCursor, CurrentUser>

    /** Notes that a moderator who may decide on the open reports of a target opened them. Fails as `waiting` does. */
    readonly open: (target: Target) => StorageEffect<void, NotAllowed, CurrentUser>

    /** When moderators were told of each of these reports, which the caller sees. */
    readonly toldTimes: (reports: ReadonlyArray<Report>) => StorageEffect<ReadonlyMap<ReportId, DateTime.Utc>>

    /** The moderation queue, without cases that concern the caller. Fails with `NotAllowed` for all but moderators. */
    readonly waiting: StorageEffect<ModerationQueue, NotAllowed, CurrentUser>

    /**
     * A report that `list` gives the caller, else `ReportNotFound`. It counts as opened where the caller is a moderator
     * who may decide on it.
     */
    readonly get: (id: ReportId) => StorageEffect<Report, ReportNotFound, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Reports, withSpans("Reports", Effect.gen(make)))
}

function* make() {
  const reports = yield* ReportsRepo
  const helpLines = yield* Effect.flatMap(HelpLinesFile, (file) => file.read)
  const alerts = yield* CaseAlertsRepo

  const list = Effect.fnUntraced(function* ({ status, target, targetType, ...request }: PageRequest & ReportFilter) {
    const user = yield* CurrentUser
    const isModerator = actsAsModerator(user)
    const filter = { status, target, targetType, reporterId: isModerator ? undefined : user.id }
    const notAbout = isModerator ? user.id : undefined
    return yield* readPage(reportList(filter), request, (slice) =>
      Effect.map(reports.page({ ...filter, notAbout }, slice), (found) => ({
        ...found,
        items: found.items.map((report) => reportFor(user, report))
      }))
    )
  })

  const get = Effect.fnUntraced(function* (id: ReportId) {
    const user = yield* CurrentUser
    const found = Option.filter(yield* reports.find(id), (stored) => seesReport(user, stored))
    if (Option.isNone(found)) return yield* new ReportNotFound({ id })
    const { report } = found.value
    const now = yield* DateTime.now
    const isFirst =
      actsAsModerator(user) && report.status === "open" && report.openedAt === null
        ? yield* alerts.markOpened(report.target, user.id, now)
        : false
    return reportFor(user, isFirst ? { ...report, openedAt: now } : report)
  })

  const queue = (request: PageRequest) =>
    Effect.zipRight(require(moderator("decide")), list({ ...request, status: "open" }))

  const waiting = Effect.flatMap(require(moderator("decide")), ({ id }) => alerts.queue(Option.some(id)))

  const toldTimes = (shown: ReadonlyArray<Report>) => alerts.sentTimes(shown.map(({ id }) => id))

  const open = Effect.fnUntraced(function* (target: Target) {
    const { id } = yield* require(moderator("decide"))
    yield* alerts.markOpened(target, id, yield* DateTime.now)
  })

  return { helpLines, list, queue, waiting, open, get, send: yield* sending(helpLines), toldTimes }
}

const sending = Effect.fnUntraced(function* (helpLines: Reports["Type"]["helpLines"]) {
  const decisions = yield* DecisionsRepo
  const reports = yield* ReportsRepo
  const targets = yield* Targets
  const { changes, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const { wake } = yield* CaseAlerts

  const store = Effect.fnUntraced(function* (user: SignedInUser, { reason, target, text }: NewReport) {
    yield* decisions.lock(target)
    yield* Effect.catchTag(users.hold(user.id), "UserNotFound", () => new NotSignedIn())
    const { state, subjectId } = yield* targets.hold(target)
    if (isHidden(state)) return yield* new TargetNotFound(target)
    if (subjectId === user.id) return yield* new OwnReport()
    const createdAt = yield* DateTime.now
    const added = yield* reports.add({
      ...{ reporterId: user.id, target, subjectId, reason, text },
      createdAt,
      alertAt: createdAt
    })
    yield* changes.append(caseOpened(added))
    yield* users.touch(user.id, createdAt)
    yield* wake
    const { report } = yield* Effect.orDie(Effect.flatten(reports.find(added.id)))
    const { automated: _, content: __, openedAt: ___, postId: ____, subject: _____, ...sent } = reportFor(user, report)
    return reason === "danger" ? { ...sent, helpLines } : sent
  }, write)

  return Effect.fnUntraced(function* (report: NewReport) {
    const user = yield* CurrentUser
    yield* leaks.check("text", [report.text], Effect.succeed([]))
    return yield* store(user, report)
  })
})
