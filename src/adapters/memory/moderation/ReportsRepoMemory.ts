import { Array, DateTime, Either, Option, Order } from "effect"
import { formerMember } from "../../../domain/accounts/Leaving.ts"
import { type DecisionId, ReportId, type UserId } from "../../../domain/Ids.ts"
import type { ReportKey } from "../../../domain/Lists.ts"
import { type Report, ReportedAlready } from "../../../domain/moderation/Report.ts"
import type { Target } from "../../../domain/moderation/Target.ts"
import { ReportsRepo, type ReportToAdd } from "../../../ports/moderation/ReportsRepo.ts"
import { readsAbout, readsText } from "../Readable.ts"
import type { ReportRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { newestFirst, pageOf } from "../Views.ts"
import { isOf } from "../Writes.ts"
import { isHeld, isOpenReport as isOpen } from "./CaseAlertsRepoMemory.ts"
import { decisionOf, memberAs } from "./DecisionsRepoMemory.ts"

/** The present content of a target, shown or hidden, and the post of a comment; null for a target that is gone. */
const contentOf = (tables: Tables, { id, type }: Target): Pick<Report, "content" | "postId"> => {
  const { comments, hiddenComments, hiddenPosts, posts, users } = tables
  if (type === "user") return { content: (id === formerMember.id ? undefined : users.get(id)?.username) ?? null }
  if (type === "post") {
    const post = posts.get(id) ?? hiddenPosts.get(id)?.post
    return { content: post === undefined ? null : `${post.title}: ${post.content.excerpt}` }
  }
  const comment = comments.get(id) ?? hiddenComments.get(id)?.comment
  return comment === undefined ? { content: null } : { content: comment.content.content, postId: comment.postId }
}

const reportOf = (tables: Tables, row: ReportRow): Report => {
  const { createdAt, decisionId, id, openedAt, reason, reporterId, subjectId, target, text } = row
  return {
    id,
    target,
    reason,
    text,
    status: decisionId === null ? "open" : "decided",
    createdAt,
    openedAt,
    decision: decisionId === null ? null : decisionOf(tables, tables.decisions.referred(decisionId)),
    automated: reporterId === null,
    reporter: memberAs(tables, reporterId),
    subject: memberAs(tables, subjectId),
    ...contentOf(tables, target)
  }
}

const byUrgency = Order.combineAll<ReportKey>([
  Order.mapInput(Order.reverse(Order.boolean), ({ isDanger }) => isDanger),
  Order.mapInput(Order.reverse(Order.number), ({ reporters }) => reporters),
  Order.mapInput(Order.number, ({ id }) => id)
])

const keysAmong =
  (rows: ReadonlyArray<ReportRow>) =>
  ({ decisionId, id, reason, target }: ReportRow): ReportKey => ({
    isDanger: reason === "danger",
    reporters: rows.filter((row) => row.reporterId !== null && row.decisionId === decisionId && isOf(target)(row))
      .length,
    id
  })

/** Alerts the moderators, unless another open report of the target has: of danger, where this one is of danger. */
const alertOf = ({ alertAt, reason }: ReportToAdd, open: ReadonlyArray<ReportRow>) => {
  const told = open.filter((row) => (reason === "danger" ? row.reason === "danger" && !isHeld(row) : true))
  const [first] = Array.sort(
    told.flatMap(({ alertedAt }) => alertedAt ?? []),
    DateTime.Order
  )
  return { alertDueAt: told.length === 0 ? alertAt : null, alertedAt: first ?? null, urgentAt: null }
}

/** Closes the open reports that match, and gives their reporters. */
const close = ({ decisions, reports }: Tables, decisionId: DecisionId, matches: (row: ReportRow) => boolean) => {
  const closed = reports.where((row) => isOpen(row) && matches(row))
  const { createdAt } = decisions.referred(decisionId)
  for (const row of closed) reports.set(row.id, { ...row, decisionId, openedAt: row.openedAt ?? createdAt })
  return Array.sort(new Set<UserId>(closed.flatMap(({ reporterId }) => reporterId ?? [])), Order.number)
}

/** See `ReportsRepo.closeGone`. */
const closeGone = (tables: Tables): ReadonlyArray<DecisionId> => {
  const { decisions, reports } = tables
  const isGone = ({ reason, reporterId, target }: ReportRow) =>
    reporterId === null && reason === "review" && !readsText(tables, target)
  const closed = reports
    .where((row) => isOpen(row) && isGone(row))
    .flatMap((row) => {
      const hiding = decisions.where((decision) => decision.byId === null && isOf(row.target)(decision))
      const last = hiding.sort(newestFirst)[0]
      if (last !== undefined) reports.set(row.id, { ...row, decisionId: last.id })
      return last?.id ?? []
    })
  return Array.sort(closed, Order.number)
}

export const layer = inMemory(ReportsRepo, ({ attempt, read, write }) => ({
  add: (report) =>
    attempt(({ reports }) => {
      const { alertAt: _, ...row } = report
      const { reporterId, target } = report
      const open = reports.where((row) => isOpen(row) && isOf(target)(row))
      const isRepeated = reporterId !== null && open.some((row) => row.reporterId === reporterId)
      if (isRepeated) return Either.left(new ReportedAlready())
      const id = ReportId.make(++reports.lastId)
      reports.set(id, { ...row, id, decisionId: null, openedAt: null, ...alertOf(report, open) })
      const isFirstOfDanger = report.reason === "danger" && open.every(({ reason }) => reason !== "danger")
      return Either.right({ id, isFirst: open.length === 0, isFirstOfDanger })
    }),

  find: (id) =>
    read((tables) =>
      Option.map(
        Option.filter(tables.reports.find(id), ({ target }) => readsAbout(tables, target)),
        (row) => ({
          report: reportOf(tables, row),
          reporterId: row.reporterId
        })
      )
    ),

  page: ({ notAbout, reporterId, status, target, targetType }, window) =>
    read((tables) => {
      const listed = tables.reports.where(
        (row) =>
          readsAbout(tables, row.target) &&
          (reporterId === undefined || row.reporterId === reporterId) &&
          row.subjectId !== notAbout &&
          (status === undefined || isOpen(row) === (status === "open")) &&
          (targetType === undefined || row.target.type === targetType) &&
          (target === undefined || isOf(target)(row))
      )
      const order = { keyOf: keysAmong(listed), order: byUrgency }
      return pageOf(listed, order, window, (row) => reportOf(tables, row))
    }),

  subjectOf: (target) =>
    read(({ reports }) => {
      const open = reports.where((row) => isOpen(row) && isOf(target)(row))
      return Option.map(Array.head(open), ({ subjectId }) => subjectId)
    }),

  close: (target, decisionId) => write((tables) => close(tables, decisionId, isOf(target))),

  closeAutomatic: (target, decisionId) =>
    write(({ reports }) =>
      reports.changeWhere(
        (row) => isOpen(row) && row.reporterId === null && isOf(target)(row),
        (row) => ({ ...row, decisionId })
      )
    ),

  closeTexts: (subjectId, decisionId) =>
    write((tables) => close(tables, decisionId, (row) => row.subjectId === subjectId && row.target.type !== "user")),

  closeGone: write(closeGone)
}))
