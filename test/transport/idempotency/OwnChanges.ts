import { Effect } from "effect"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"

/** The number of changes until now, without the notifications: the fan-out adds those in its own time. */
export const ownChanges = Effect.gen(function* () {
  const { lowWatermark, within } = yield* ChangesRepo
  const { changes } = yield* within([{ after: 0, until: yield* lowWatermark }], 100_000)
  return changes.filter(({ kind }) => kind !== "notification").length
})
