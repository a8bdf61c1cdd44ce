import { Array, HashMap } from "effect"
import type { Author } from "../../../domain/accounts/User.ts"
import type { DecisionId, UserId } from "../../../domain/Ids.ts"
import type { Decision } from "../../../domain/moderation/Decision.ts"
import type { Target } from "../../../domain/moderation/Target.ts"
import { authorAs, oldestFirst } from "../RowMapping.ts"
import type { DecisionRow, ReportRow } from "../Rows.ts"
import type { Tables } from "../Tables.ts"

/** A member as an author; null for one who is gone. */
export const memberAs = (tables: Tables, id: UserId | null): Author | null =>
  id !== null && HashMap.has(tables.users.rows, id) ? authorAs(tables, id, "human") : null

/** The reports that a decision closed, oldest first. */
export const closedBy = ({ reports }: Tables, id: DecisionId): ReadonlyArray<ReportRow> =>
  Array.sort(
    Array.filter(HashMap.values(reports.rows), ({ decisionId }) => decisionId === id),
    oldestFirst
  )

/** A decision with all members that moderators see. */
export const decisionOf = (tables: Tables, row: DecisionRow): Decision => {
  const { action, appeal, byId, createdAt, excerpt, id, outcome, reason, rule, target, until } = row
  return {
    id,
    target,
    action,
    excerpt,
    rule,
    reason,
    automated: byId === null,
    until,
    createdAt,
    appeal: appeal && {
      text: appeal.text,
      createdAt: appeal.at,
      outcome: outcome?.outcome ?? null,
      reason: outcome?.reason ?? null,
      decidedAt: outcome?.at ?? null
    },
    by: memberAs(tables, byId),
    reportIds: closedBy(tables, id).map((report) => report.id)
  }
}

export const isOf = (row: { readonly target: Target }, { id, type }: Target) =>
  row.target.type === type && row.target.id === id
