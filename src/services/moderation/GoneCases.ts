import { Effect } from "effect"
import type { DecisionId } from "../../domain/Ids.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { Changes } from "../Changes.ts"

/**
 * Closes the cases of texts that the caller's transaction has deleted: their first reviews, and these appeals, which it
 * has withdrawn. Moderators read nothing of them any more.
 */
export const closingGone = Effect.gen(function* () {
  const changes = yield* Changes
  const notifications = yield* NotificationsRepo
  const reports = yield* ReportsRepo

  return Effect.fnUntraced(function* (withdrawn: ReadonlyArray<DecisionId>) {
    for (const id of [...withdrawn, ...(yield* reports.closeGone)]) {
      yield* changes.append(yield* notifications.closeCases(id))
    }
  })
})
