import { Effect } from "effect"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"

/** Makes something that requests leave as it is, such as a member who has as much as allowed, once for all worlds of a community. */
export const oncePerCommunity = <A, E, R>(make: Effect.Effect<A, E, R>) => {
  const made = new WeakMap<FollowsRepo["Type"], A>()
  return Effect.gen(function* () {
    const community = yield* FollowsRepo
    const known = made.get(community)
    if (known !== undefined) return known
    const first = yield* make
    made.set(community, first)
    return first
  })
}
