import { Effect, Option } from "effect"
import type { FollowTarget } from "../../../src/domain/follows/Follow.ts"
import type { DiseaseId, UserId } from "../../../src/domain/Ids.ts"
import type { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import type { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { FanOutRepo } from "../../../src/ports/follows/FanOutRepo.ts"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"
import type { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import { emptyDisease } from "../diseases/emptyDisease.ts"
import { moment, newUser, unique, untilFree } from "../newRows.ts"

/** The ports that tests of the fan-out need. */
export type Ports =
  | BlocksRepo
  | ChangesRepo
  | CommentsRepo
  | DiseasesRepo
  | FanOutRepo
  | FollowsRepo
  | HiddenTextsRepo
  | NotificationsRepo
  | PostsRepo
  | SettingsRepo
  | Transaction
  | UsersRepo

/** One call of `FanOutRepo.next` up to the end of the outbox. */
export const nextBatch = (limit = 100) =>
  Effect.gen(function* () {
    const { lowWatermark } = yield* ChangesRepo
    return yield* (yield* FanOutRepo).next(yield* lowWatermark, limit)
  })

/** Runs the fan-out to its end, and gives the sizes of its batches. */
export const drained = (limit = 100) =>
  Effect.gen(function* () {
    const sizes: Array<number> = []
    for (;;) {
      const { changes, hasMore } = yield* untilFree(nextBatch(limit))
      sizes.push(changes.length)
      if (!hasMore) return sizes
    }
  })

export const follow = (userId: UserId, target: FollowTarget) =>
  Effect.flatMap(FollowsRepo, (follows) => follows.add(userId, target, moment))

/** Adds members who follow a target, and gives their ids. */
export const followersOf = (target: FollowTarget, count: number) =>
  Effect.replicateEffect(
    Effect.tap(newUser(), (id) => follow(id, target)),
    count
  )

/** The types of a member's notifications, oldest first. */
export const toldTo = (userId: UserId) =>
  Effect.flatMap(NotificationsRepo, (repo) =>
    Effect.map(repo.after(userId, 0, 100), (items) => items.map(({ type }) => type))
  )

/** Adds a disease, and one that is its subtype; gives their ids. */
export const newFamily = Effect.gen(function* () {
  const diseases = yield* DiseasesRepo
  const [parent, child] = [unique(), unique()]
  yield* diseases.save([
    { ...emptyDisease, key: parent, name: parent },
    { ...emptyDisease, key: child, name: child, parents: [parent] }
  ])
  const known = yield* diseases.known
  const idOf = (key: string): Effect.Effect<DiseaseId> =>
    Effect.orDie(Option.fromNullable(known.find((one) => one.key === key)?.id))
  return { parentId: yield* idOf(parent), childId: yield* idOf(child) }
})
