import { type DateTime, Effect } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { NewDecision } from "../../domain/moderation/Decision.ts"
import { takenBackBy } from "../../domain/moderation/Target.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { writing } from "../Writing.ts"
import { Enforcement } from "./Enforcement.ts"

/** A decision that was just stored. */
interface Decided {
  readonly subjectId: UserId
  readonly reason: string
  readonly byId: UserId
  readonly createdAt: DateTime.Utc
}

/** Reverses the open appeals against what a decision takes back: nobody upholds what is not in force. */
export const granting = Effect.gen(function* () {
  const decisions = yield* DecisionsRepo
  const { audit } = yield* writing
  const { closeCases } = yield* Enforcement

  return Effect.fnUntraced(function* (
    { action, target }: NewDecision,
    { byId, createdAt: at, reason, subjectId }: Decided
  ) {
    const taken = takenBackBy(action)
    if (taken === undefined) return
    for (const id of yield* decisions.reverseAppeals(target, taken, { reason, byId, at })) {
      yield* closeCases(id)
      const audited = { actorId: byId, userId: subjectId, targetId: id, detail: "reversed", reason: reason || null }
      yield* audit.record({ action: "appeal_decided", ...audited })
    }
  })
})
