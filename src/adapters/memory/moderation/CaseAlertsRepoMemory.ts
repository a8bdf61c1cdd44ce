import { Array, DateTime, Option, Order } from "effect"
import type { UserId } from "../../../domain/Ids.ts"
import { type CaseAlert, CaseAlertsRepo, type ReportAlert } from "../../../ports/moderation/CaseAlertsRepo.ts"
import { readsAbout } from "../Readable.ts"
import type { DecisionRow, ReportRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { isOf } from "../Writes.ts"

export const isOpenReport = ({ decisionId }: ReportRow) => decisionId === null

/** A report of danger of which moderators were told in their lists, and are yet to be told by mail and push. */
export const isHeld = ({ alertDueAt, alertedAt, reason, urgentAt }: ReportRow): boolean =>
  reason === "danger" && alertDueAt !== null && alertedAt !== null && urgentAt === null

export const isOpenAppeal = ({ appeal, outcome }: DecisionRow): boolean => appeal !== null && outcome === null

interface WithAlert {
  readonly at: DateTime.Utc
  readonly row: { readonly id: number }
}

const byAlert = Order.combine(
  Order.mapInput(DateTime.Order, ({ at }: WithAlert) => at),
  Order.mapInput(Order.number, ({ row }: WithAlert) => row.id)
)
/** The rows with an alert, the one that is due first at the beginning. */
const withAlert = <Row extends ReportRow | DecisionRow>(rows: ReadonlyArray<Row>) =>
  rows.flatMap((row) => (row.alertDueAt === null ? [] : [{ row, at: row.alertDueAt }])).sort(byAlert)

const reportAlert = ({ reports }: Tables, row: ReportRow): ReportAlert => {
  const { alertedAt, id, openedAt, reason, reporterId, subjectId, target } = row
  const open = reports.where((other) => isOpenReport(other) && isOf(target)(other))
  return {
    kind: "report",
    id,
    target,
    reason,
    subjectId,
    reporterId,
    reporterIds: open.flatMap(({ reporterId }) => reporterId ?? []),
    isHeld: isHeld(row),
    isRepeat: alertedAt !== null && !isHeld(row),
    isOpened: openedAt !== null,
    isOpen: isOpenReport(row)
  }
}

const appealAlert = (row: DecisionRow): CaseAlert => ({
  kind: "appeal",
  id: row.id,
  subjectId: row.subjectId,
  byId: row.byId,
  isOpen: isOpenAppeal(row)
})

const claim = (tables: Tables, now: DateTime.Utc): Option.Option<CaseAlert> => {
  const isDue = ({ at }: { readonly at: DateTime.Utc }) => DateTime.lessThanOrEqualTo(at, now)
  const [report] = withAlert(tables.reports.where(() => true)).filter(isDue)
  if (report !== undefined) return Option.some(reportAlert(tables, report.row))
  const [appeal] = withAlert(tables.decisions.where(() => true)).filter(isDue)
  return Option.map(Option.fromNullable(appeal), ({ row }) => appealAlert(row))
}

const setAlert = ({ decisions, reports }: Tables, { id, kind }: CaseAlert, alertDueAt: DateTime.Utc | null): void => {
  if (kind === "report") reports.change(id, (row) => ({ ...row, alertDueAt }))
  else decisions.change(id, (row) => ({ ...row, alertDueAt }))
}

const noteSent = ({ reports }: Tables, { id, target }: ReportAlert, at: DateTime.Utc, isUrgent: boolean): void => {
  const isTold = (row: ReportRow) =>
    isOpenReport(row) && isOf(target)(row) && (row.alertDueAt === null || (isUrgent && isHeld(row)))
  reports.changeWhere(
    (row) => row.id === id || isTold(row),
    (row) => ({
      ...row,
      alertedAt: row.alertedAt ?? at,
      urgentAt: isUrgent && row.id === id ? at : row.urgentAt,
      alertDueAt: row.id === id ? row.alertDueAt : null
    })
  )
}

/** See `CaseAlertsRepo.together`. */
const together = (tables: Tables, alert: ReportAlert, now: DateTime.Utc): ReadonlyArray<ReportAlert> => {
  const isRepeat = ({ alertDueAt, urgentAt }: ReportRow) =>
    urgentAt !== null && alertDueAt !== null && DateTime.lessThanOrEqualTo(alertDueAt, now)
  const isAlike = (row: ReportRow) => row.reason === "danger" && (alert.isHeld ? isHeld(row) : isRepeat(row))
  return tables.reports
    .where((row) => row.reporterId !== null && row.reporterId === alert.reporterId && row.id !== alert.id)
    .filter(isAlike)
    .map((row) => reportAlert(tables, row))
}

const earliest = (times: ReadonlyArray<DateTime.Utc>): DateTime.Utc | null =>
  Array.isNonEmptyReadonlyArray(times) ? Array.min(times, DateTime.Order) : null

const queueOf = (tables: Tables, notAbout: Option.Option<UserId>) => {
  const { decisions, reports, verificationRequests } = tables
  const open = reports.where(
    (row) => isOpenReport(row) && !Option.contains(notAbout, row.subjectId) && readsAbout(tables, row.target)
  )
  const casesOf = (rows: ReadonlyArray<ReportRow>) =>
    new Set(rows.map(({ target }) => `${target.type} ${target.id}`)).size
  const appealed = decisions.where((row) => isOpenAppeal(row) && readsAbout(tables, row.target))
  const appeals = appealed.flatMap(({ appeal }) => appeal?.at ?? [])
  const requests = verificationRequests.where(() => true)
  return {
    reports: casesOf(open),
    danger: casesOf(open.filter(({ reason }) => reason === "danger")),
    appeals: appeals.length,
    verificationRequests: requests.length,
    oldestAt: earliest([
      ...open.map(({ createdAt }) => createdAt),
      ...appeals,
      ...requests.map(({ createdAt }) => createdAt)
    ])
  }
}

export const layer = inMemory(CaseAlertsRepo, ({ read, write }) => ({
  claim: (now) => read((tables) => claim(tables, now)),

  sent: (alert, at, { isUrgent, next }) =>
    write((tables) => {
      if (alert.kind === "report") noteSent(tables, alert, at, isUrgent)
      setAlert(tables, alert, Option.getOrNull(next))
    }),

  urgentTimes: (reporterId, since) =>
    read(({ reports }) =>
      Array.sort(
        reports.where((row) => row.reporterId === reporterId).flatMap(({ urgentAt }) => urgentAt ?? []),
        DateTime.Order
      ).filter((at) => DateTime.greaterThan(at, since))
    ),

  together: (alert, now) => read((tables) => together(tables, alert, now)),

  drop: (alert) => write((tables) => setAlert(tables, alert, null)),

  sentTimes: (ids) =>
    read(({ reports }) => {
      const sent = Array.filterMap(ids, (id) => reports.find(id))
      return new Map(sent.flatMap(({ alertedAt, id }) => (alertedAt === null ? [] : [[id, alertedAt]])))
    }),

  nextDue: read(({ decisions, reports }) => {
    const due = [...withAlert(reports.where(() => true)), ...withAlert(decisions.where(() => true))]
    return Option.fromNullable(earliest(due.map(({ at }) => at)))
  }),

  markOpened: (target, openerId, at) =>
    write(({ reports }) => {
      const open = reports.where((row) => isOpenReport(row) && isOf(target)(row))
      const mayOpen = open.every(({ reporterId, subjectId }) => reporterId !== openerId && subjectId !== openerId)
      const opened = open.filter(({ openedAt }) => mayOpen && openedAt === null)
      for (const row of opened) reports.set(row.id, { ...row, openedAt: at })
      return opened.length > 0
    }),

  queue: (notAbout) => read((tables) => queueOf(tables, notAbout))
}))
