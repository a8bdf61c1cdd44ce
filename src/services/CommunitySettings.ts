import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { registration, reviewFirstPosts } from "../Config.ts"
import type { CurrentUser, NotAllowed } from "../domain/accounts/CurrentUser.ts"
import { communityChanged, unloggedAgeMillis } from "../domain/Change.ts"
import type { CommunitySettingsChange, CommunitySettings as SettingsOf } from "../domain/CommunitySettings.ts"
import type { Call } from "../domain/Unavailable.ts"
import { CommunitySettingsRepo } from "../ports/CommunitySettingsRepo.ts"
import { admin, require } from "./accounts/Policy.ts"
import { Changes } from "./Changes.ts"
import { withSpans } from "./Spans.ts"
import { writing } from "./Writing.ts"

/** What admins set for the whole community (contract, Steering by members and admins). */
export class CommunitySettings extends Context.Tag("services/CommunitySettings")<
  CommunitySettings,
  {
    /** The settings in force: what admins have set, else `REGISTRATION` and `REVIEW_FIRST_POSTS`. */
    readonly present: Call<SettingsOf>

    /** The same, for admins. Fails with `NotAllowed`. */
    readonly get: Call<SettingsOf, NotAllowed, CurrentUser>

    /**
     * Changes settings, as an admin, at once and on every instance; an entry of the audit log. Fails with `NotAllowed`.
     */
    readonly change: (change: CommunitySettingsChange) => Call<SettingsOf, NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(CommunitySettings, withSpans("CommunitySettings", Effect.gen(make)))
}

/** Such as `registration from open to closed`. */
const differenceOf = (before: SettingsOf, after: SettingsOf): ReadonlyArray<string> =>
  (["registration", "reviewFirstPosts"] as const).flatMap((name) =>
    before[name] === after[name] ? [] : [`${name} from ${before[name]} to ${after[name]}`]
  )

/** Makes the reading of settings that are kept until they change. */
const makePresent = (read: Call<SettingsOf>) =>
  Effect.gen(function* () {
    const { subscribeAll } = yield* Changes
    let kept: { readonly settings: SettingsOf; readonly until: number } | undefined
    let changes = 0
    yield* subscribeAll(({ kind }) => {
      if (kind !== "community" && kind !== "restart") return
      kept = undefined
      changes += 1
    })
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (kept !== undefined && now < kept.until) return Effect.succeed(kept.settings)
      const before = changes
      return Effect.tap(read, (settings) => {
        if (changes === before) kept = { settings, until: now + unloggedAgeMillis }
      })
    })
  })

function* make() {
  const repo = yield* CommunitySettingsRepo
  const { audit, changes, users, write } = yield* writing
  const variables: SettingsOf = { registration: yield* registration, reviewFirstPosts: yield* reviewFirstPosts }
  const withVariables = (stored: Partial<SettingsOf>): SettingsOf => ({ ...variables, ...stored })
  const read = Effect.map(repo.stored, withVariables)

  const change = Effect.fnUntraced(function* (sent: CommunitySettingsChange) {
    const { id } = yield* require(admin("setCommunity"))
    const stored = yield* repo.update(sent)
    const [before, after] = [withVariables(stored.before), withVariables(stored.after)]
    const difference = differenceOf(before, after)
    if (difference.length > 0) {
      yield* changes.append([communityChanged])
      yield* audit.record({ action: "community_changed", actorId: id, userId: id, detail: difference.join(", ") })
    }
    yield* users.touch(id, yield* DateTime.now)
    return after
  }, write)

  return { present: yield* makePresent(read), get: Effect.zipRight(require(admin("setCommunity")), read), change }
}
