import { DateTime, Effect } from "effect"
import type { DecisionId, UserId } from "../../domain/Ids.ts"
import type { Target } from "../../domain/moderation/Target.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { DecisionsRepo } from "../../ports/DecisionsRepo.ts"
import { ReportsRepo } from "../../ports/ReportsRepo.ts"

/** A text that a rule of the server hides. */
export interface AutomaticallyHidden {
  readonly target: Target
  readonly authorId: UserId
  /** The beginning of the text, as `Decision.excerpt`. */
  readonly excerpt: string
  readonly rule: string
  readonly reason: string
}

/**
 * Makes the function that stores an automated decision to hide a text, and an automatic report of the text, which is open
 * until a moderator decides. It is a part of the transaction of the caller, who hides the text under the id that it gives:
 *
 *     (hidden: AutomaticallyHidden) => Effect<DecisionId, Unavailable>
 */
export const makeAutomatedHiding = Effect.gen(function* () {
  const decisions = yield* DecisionsRepo
  const reports = yield* ReportsRepo

  return Effect.fnUntraced(function* (hidden: AutomaticallyHidden): Effect.fn.Return<DecisionId, Unavailable> {
    const { authorId: subjectId, excerpt, reason, rule, target } = hidden
    const createdAt = yield* DateTime.now
    const automatic = { byId: null, until: null, createdAt }
    const id = yield* decisions.add({ target, subjectId, action: "hide", excerpt, rule, reason, ...automatic })
    const report = { reporterId: null, target, subjectId, reason: "other", text: rule, createdAt } as const
    yield* Effect.catchTag(reports.add(report), "ReportedAlready", Effect.die)
    return id
  })
})
