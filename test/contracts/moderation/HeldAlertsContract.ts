import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, type Layer, Option } from "effect"
import { CaseAlertsRepo } from "../../../src/ports/moderation/CaseAlertsRepo.ts"
import { moment, newUser } from "../newRows.ts"
import { cleared, later, muchLater, type Ports, sentAt } from "./CaseAlertsRepoContract.ts"
import { newReport, newTarget } from "./newDecisions.ts"

/** The contract of `CaseAlertsRepo` for reports of danger by one member that are told together. */
export const heldAlertsContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) => {
  layer(storage)(`${adapter}: CaseAlertsRepo`, (it) => {
    it.effect(
      "together gives the held alerts of a reporter, but not those of a case of which another one alerted",
      () =>
        Effect.gen(function* () {
          yield* cleared
          const { claim, together, urgentTimes } = yield* CaseAlertsRepo
          const [ada, bob] = [yield* newUser(), yield* newUser()]
          const target = newTarget()
          const danger = (reporterId: typeof ada, about = newTarget()) =>
            newReport({ target: about, reporterId, reason: "danger" })
          yield* danger(ada)
          yield* sentAt(moment, Option.some(muchLater))
          const held = [yield* danger(ada), yield* danger(ada), yield* danger(ada, target)]
          for (const _ of held) yield* sentAt(moment, Option.some(later), false)
          deepStrictEqual(yield* claim(moment), Option.none())
          deepStrictEqual(yield* urgentTimes(ada, DateTime.subtract(moment, { minutes: 10 })), [moment])
          deepStrictEqual(yield* urgentTimes(ada, moment), [])
          const other = yield* danger(bob, target)
          const alert = yield* sentAt(moment, Option.some(muchLater))
          deepStrictEqual(alert && "isHeld" in alert && [alert.id, alert.isHeld, alert.isRepeat], [other, false, false])
          const first = yield* Effect.flatten(claim(later))
          const all = first.kind === "report" ? [first, ...(yield* together(first, later))] : []
          deepStrictEqual(
            all.map(({ id, isHeld, isRepeat }) => [id, isHeld, isRepeat]),
            held.slice(0, 2).map((id) => [id, true, false])
          )
        })
    )
  })
}
