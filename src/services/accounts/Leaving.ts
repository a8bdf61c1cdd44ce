import { Context, Effect, FiberSet, Layer, Option, Schedule } from "effect"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import { type ClientAddress, type CurrentUser, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { type Leaving as LeavingBody, type Left, type LeftPosts, left } from "../../domain/accounts/Leaving.ts"
import { ofPosts } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { ErasureRepo } from "../../ports/accounts/ErasureRepo.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { TranslationsRepo } from "../../ports/posts/TranslationsRepo.ts"
import { closingGone } from "../moderation/GoneCases.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { person, require, requireNotLastAdmin } from "./Policy.ts"
import { type StepFailures, StepUp } from "./StepUp.ts"

/** How members leave (contract, Own data): they are erased, and their texts go, or stay without their name. */
export class Leaving extends Context.Tag("services/accounts/Leaving")<
  Leaving,
  {
    /**
     * Erases the caller, at once and on every instance. Fails with `NotAllowed` for an agent's key and for the only
     * admin, with `WrongPassword` and `TooManyRequests` as a change of the password does, and with `NotSignedIn` for
     * one who has left.
     */
    readonly leave: (leaving: LeavingBody) => StorageEffect<typeof Left.Type, StepFailures, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.scoped(Leaving, withSpans("Leaving", Effect.gen(make)))
}

function* make() {
  const { afterCommit, users, write } = yield* writing
  const { prove } = yield* StepUp
  const erase = yield* erasing
  const scrub = yield* scrubbing

  const leave = Effect.fnUntraced(function* ({ posts, ...proof }: LeavingBody) {
    const user = yield* require(person("leave"))
    const { passwordHash } = yield* prove(user, proof)
    const leaving = Effect.gen(function* () {
      yield* users.lockRoles // before the member, as changes of roles and suspensions do
      yield* users.lock(user.id)
      const account = yield* users.byId(user.id)
      const isUnchanged = Option.exists(account, (own) => own.passwordHash === passwordHash)
      if (!isUnchanged) return yield* new WrongPassword({ field: "password" })
      yield* erase(user.id, posts, user.id)
      yield* afterCommit(scrub)
      return left
    })
    return yield* write(Effect.catchTag(leaving, "UserNotFound", () => new NotSignedIn()))
  })

  return { leave }
}

/**
 * Erases a member, for themselves (`actorId`) or the operator (null). A part of a transaction, which may be `Blocked`.
 */
export const erasing = Effect.gen(function* () {
  const repo = yield* ErasureRepo
  const translations = yield* TranslationsRepo
  const decisions = yield* DecisionsRepo
  const closeGone = yield* closingGone
  const { audit, changes, users } = yield* writing

  return Effect.fnUntraced(function* (id: UserId, posts: LeftPosts, actorId: UserId | null) {
    yield* requireNotLastAdmin(users, id, "leaveAsLastAdmin")
    yield* translations.removeOf(id)
    const withdrawn = yield* decisions.withdrawAppeals({ type: "user", id })
    const erased = yield* repo.erase(id, posts)
    yield* closeGone(withdrawn)
    yield* changes.publish(erased)
    yield* changes.append(ofPosts("post_removed", erased))
    yield* audit.record({ action: "erased", actorId, userId: id })
  })
})

/** The wait before the erasure of a member who left is tried again in the files of the database. */
const retryEvery = Schedule.spaced("1 minute")

/** Scrubs the files in the background, first what a crash left over; gives the effect that starts it again. */
const scrubbing = Effect.gen(function* () {
  const repo = yield* ErasureRepo
  const run = yield* FiberSet.makeRuntime<never>()
  const scrub = yield* coalescedRun(Effect.retry(repo.scrub, retryEvery))
  const start = Effect.sync(() => void run(scrub))
  yield* start
  return start
})
