import { DateTime, Effect } from "effect"
import type { DecisionId, UserId } from "../../domain/Ids.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { Changes } from "../Changes.ts"

/** Makes the function that notifies members of a decision or of the outcome of its appeal, but for who decided. */
export const makeDecisionNotices = Effect.gen(function* () {
  const notifications = yield* NotificationsRepo
  const changes = yield* Changes

  return Effect.fnUntraced(function* (id: DecisionId, recipients: ReadonlyArray<UserId>, byId: UserId) {
    const others = recipients.filter((recipient) => recipient !== byId)
    const stored = yield* notifications.addModeration(id, others, yield* DateTime.now)
    yield* changes.append(stored.map(({ id, recipientId }) => ({ kind: "notification", id, userId: recipientId })))
  })
})
