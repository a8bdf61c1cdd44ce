import { Effect, Option } from "effect"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { NewDecision } from "../../domain/moderation/Decision.ts"
import type { Target, TargetNotFound } from "../../domain/moderation/Target.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { type FoundTarget, Targets } from "./Targets.ts"

/** The target of a decision. Of a member who has left, records keep the id alone: no words. */
export interface HeldTarget extends FoundTarget {
  readonly hasLeft?: boolean
}

/**
 * Gives the target, with its member held; or the remains of a reported text or member that is gone, whose reports can
 * still be closed.
 */
export const holding = Effect.gen(function* () {
  const reports = yield* ReportsRepo
  const users = yield* UsersRepo
  const targets = yield* Targets

  const goneOf = ({ type }: Target, subjectId: UserId) => {
    const gone: HeldTarget = { subjectId, state: type === "user" ? "active" : "hidden", content: "" }
    return Effect.as(users.hold(subjectId), gone).pipe(
      Effect.catchTag("UserNotFound", () => Effect.succeed<HeldTarget>({ ...gone, hasLeft: true }))
    )
  }

  return ({ action, target }: NewDecision): StorageEffect<HeldTarget, Blocked | TargetNotFound> =>
    Effect.catchTag(targets.hold(target), "TargetNotFound", (notFound) =>
      Effect.flatMap(
        action === "none" ? reports.subjectOf(target) : Effect.succeedNone,
        Option.match({
          onNone: (): StorageEffect<HeldTarget, TargetNotFound> => notFound,
          onSome: (subjectId): StorageEffect<HeldTarget, TargetNotFound> => goneOf(target, subjectId)
        })
      )
    )
})
