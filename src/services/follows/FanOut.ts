import { Effect, Layer } from "effect"
import { inTurns } from "../../concurrency/BackgroundTasks.ts"
import { publishedKinds } from "../../domain/Change.ts"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { FanOutRepo } from "../../ports/follows/FanOutRepo.ts"
import { Changes } from "../Changes.ts"
import { lockRetry } from "../Writing.ts"
import { OutgoingWebhooks } from "../webhooks/OutgoingWebhooks.ts"

/** The maximum number of members who are notified in one transaction, which locks their inboxes. */
const maxBatchMembers = 250

/** The interval at which each instance looks for notifications of followers that another left when it ended. */
const idleInterval = "15 seconds"

const drain = Effect.gen(function* () {
  const repo = yield* FanOutRepo
  const { lowWatermark } = yield* ChangesRepo
  const changes = yield* Changes
  const { wakeNow } = yield* OutgoingWebhooks
  const withLockRetry = yield* lockRetry
  const batch = Effect.gen(function* () {
    const horizon = yield* lowWatermark
    const stored = yield* withLockRetry(repo.next(horizon, maxBatchMembers))
    yield* changes.publish(stored.changes)
    if (stored.toldWebhooks) yield* wakeNow
    return stored.hasMore
  })
  return Effect.repeat(batch, { while: (hasMore) => hasMore })
})

/**
 * Notifies members of what they follow (contract, Follows and mail). The write of a post, a comment or fresh news
 * appends one change to the outbox, whatever the number of members to notify; one instance at a time reads these in
 * order, and notifies in batches.
 *
 * | published                                       | notified                                                       |
 * | ----------------------------------------------- | -------------------------------------------------------------- |
 * | a post about a disease                          | who follows the disease or one of its supertypes, `new_post`   |
 * | a post                                          | who follows its author, `new_post`                             |
 * | a comment                                       | who follows the post, `reply`, but not the author of the post  |
 * | fresh news about a disease                      | who followed it or a supertype when it was published, `news`   |
 *
 * Each text notifies a member once, and nobody of their own texts, of texts by members whom they block, or against
 * their settings. A text that is hidden, deleted or given another disease before the fan-out reads it notifies only
 * whom it still concerns.
 *
 * After the members it tells webhooks (`WebhookSender`), also of reports, appeals, new members and removed posts:
 * decision 0042.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { subscribeAll } = yield* Changes
    const wake = yield* Effect.makeLatch(true)
    yield* subscribeAll(({ kind }) => {
      if (publishedKinds.has(kind)) wake.unsafeOpen()
    })
    const notifyAll = yield* drain
    const pause = Effect.timeoutOption(wake.await, idleInterval)
    yield* inTurns("notifying of what members follow", Effect.zipRight(wake.close, notifyAll), pause)
  })
)
