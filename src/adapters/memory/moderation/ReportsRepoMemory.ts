import { Array, Effect, HashMap, Layer, Option, Order } from "effect"
import { type DecisionId, ReportId, type UserId } from "../../../domain/Ids.ts"
import type { ReportKey } from "../../../domain/Lists.ts"
import { type Report, ReportedAlready } from "../../../domain/moderation/Report.ts"
import { ReportsRepo } from "../../../ports/ReportsRepo.ts"
import { pageOf } from "../RowMapping.ts"
import type { ReportRow } from "../Rows.ts"
import { type Step, Store } from "../Store.ts"
import { referred, type Tables, withNew, withRow } from "../Tables.ts"
import { decisionOf, isOf, memberAs } from "./DecisionRecords.ts"

const reportOf = (tables: Tables, row: ReportRow): Report => {
  const { createdAt, decisionId, id, reason, reporterId, target, text } = row
  return {
    id,
    target,
    reason,
    text,
    status: decisionId === null ? "open" : "decided",
    createdAt,
    decision: decisionId === null ? null : decisionOf(tables, referred(tables.decisions, decisionId)),
    reporter: memberAs(tables, reporterId)
  }
}

const isOpen = ({ decisionId }: ReportRow) => decisionId === null

const byUrgency = Order.combineAll<ReportKey>([
  Order.mapInput(Order.reverse(Order.boolean), ({ isDanger }) => isDanger),
  Order.mapInput(Order.reverse(Order.number), ({ reporters }) => reporters),
  Order.mapInput(Order.number, ({ id }) => id)
])

const keysAmong =
  (rows: ReadonlyArray<ReportRow>) =>
  ({ decisionId, id, reason, target }: ReportRow): ReportKey => ({
    isDanger: reason === "danger",
    reporters: rows.filter((row) => row.reporterId !== null && row.decisionId === decisionId && isOf(row, target))
      .length,
    id
  })

/** Closes the open reports that match. */
const close = (
  tables: Tables,
  decisionId: DecisionId,
  matches: (row: ReportRow) => boolean
): Step<ReadonlyArray<UserId>> => {
  const closed = Array.filter(HashMap.values(tables.reports.rows), (row) => isOpen(row) && matches(row))
  const reports = closed.reduce((table, row) => withRow(table, row.id, { ...row, decisionId }), tables.reports)
  const reporters = closed.flatMap(({ reporterId }) => (reporterId === null ? [] : [reporterId]))
  return [Effect.succeed(Array.sort(new Set(reporters), Order.number)), { ...tables, reports }]
}

const make = Effect.map(Store, (store) =>
  ReportsRepo.of({
    add: (report) =>
      store.write((tables): Step<ReportId, ReportedAlready> => {
        const { reporterId, target } = report
        const isRepeated = HashMap.some(
          tables.reports.rows,
          (row) => reporterId !== null && row.reporterId === reporterId && isOpen(row) && isOf(row, target)
        )
        if (isRepeated) return [new ReportedAlready(), tables]
        const id = ReportId.make(tables.reports.lastId + 1)
        const row = { ...report, id, decisionId: null }
        return [Effect.succeed(id), { ...tables, reports: withNew(tables.reports, id, row) }]
      }),

    find: (id) =>
      Effect.map(store.tables, (tables) =>
        Option.map(HashMap.get(tables.reports.rows, id), (row) => ({
          report: reportOf(tables, row),
          reporterId: row.reporterId
        }))
      ),

    page: ({ reporterId, status, targetType }, window) =>
      Effect.map(store.tables, (tables) => {
        const listed = Array.filter(
          HashMap.values(tables.reports.rows),
          (row) =>
            (reporterId === undefined || row.reporterId === reporterId) &&
            (status === undefined || isOpen(row) === (status === "open")) &&
            (targetType === undefined || row.target.type === targetType)
        )
        const order = { keyOf: keysAmong(listed), order: byUrgency }
        return pageOf(listed, order, window, (row) => reportOf(tables, row))
      }),

    subjectOf: (target) =>
      Effect.map(store.tables, ({ reports }) =>
        Option.map(
          Array.findFirst(HashMap.values(reports.rows), (row) => isOpen(row) && isOf(row, target)),
          ({ subjectId }) => subjectId
        )
      ),

    close: (target, decisionId) => store.write((tables) => close(tables, decisionId, (row) => isOf(row, target))),

    closeTexts: (subjectId, decisionId) =>
      store.write((tables) =>
        close(tables, decisionId, (row) => row.subjectId === subjectId && row.target.type !== "user")
      )
  })
)

/** Reports in memory. */
export const layer = Layer.effect(ReportsRepo, make)
