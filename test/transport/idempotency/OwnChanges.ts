import { Effect } from "effect"
import type { Change } from "../../../src/domain/Change.ts"
import type { UserId } from "../../../src/domain/Ids.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"

/**
 * The number of changes until now, without those that depend on when background work is done: the notifications that
 * the fan-out and the alerts of moderators add, and the moderators' notifications that become read with their case.
 */
export const ownChanges = (member: UserId) =>
  Effect.gen(function* () {
    const { lowWatermark, within } = yield* ChangesRepo
    const { changes } = yield* within([{ after: 0, until: yield* lowWatermark }], 100_000)
    const isOwn = ({ kind, userId }: Change) =>
      kind !== "notification" && (kind !== "notifications_read" || userId === member)
    return changes.filter(isOwn).length
  })
