import { Effect } from "effect"
import { PostId, UserId } from "../../../src/domain/Ids.ts"
import type { Target } from "../../../src/domain/moderation/Target.ts"
import { DecisionsRepo, type DecisionToAdd } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { ReportsRepo, type ReportToAdd } from "../../../src/ports/moderation/ReportsRepo.ts"
import { moment } from "../newRows.ts"

let last = 1_000_000

/** A post that nobody has reported; only its id is stored. */
export const newTarget = (): Target => ({ type: "post", id: PostId.make(++last) })

/** A member who is gone. */
export const gone = UserId.make(2_000_000_000)

export const newDecision = (overrides: Partial<DecisionToAdd> = {}) =>
  Effect.flatMap(DecisionsRepo, (decisions) =>
    decisions.add({
      target: newTarget(),
      subjectId: gone,
      action: "hide",
      excerpt: "Buy this",
      rule: "No advertisements",
      reason: "It sells **pills**.",
      byId: gone,
      until: null,
      createdAt: moment,
      ...overrides
    })
  )

export const addReport = (overrides: Partial<ReportToAdd> = {}) =>
  Effect.flatMap(ReportsRepo, (reports) =>
    reports.add({
      reporterId: null,
      target: newTarget(),
      subjectId: gone,
      reason: "spam",
      text: "",
      createdAt: moment,
      alertAt: overrides.createdAt ?? moment,
      ...overrides
    })
  )

export const newReport = (overrides: Partial<ReportToAdd> = {}) => Effect.map(addReport(overrides), ({ id }) => id)
