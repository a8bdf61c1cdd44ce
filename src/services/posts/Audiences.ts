import { Context, Effect, Layer, Option } from "effect"
import { CurrentUser, type MissingScope, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { type Change, notificationsRemoved, ofPosts } from "../../domain/Change.ts"
import { usualAudiences } from "../../domain/CommunitySettings.ts"
import type { DiseaseId, PostId } from "../../domain/Ids.ts"
import { type Audience, AudienceFixed, AudienceRefused, isWidened } from "../../domain/posts/Audience.ts"
import type { PostChange } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CommunitySettingsRepo } from "../../ports/CommunitySettingsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { type PostOwnership, PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { missingScope } from "../accounts/Policy.ts"
import { CommunitySettings } from "../CommunitySettings.ts"

type Refusal = AudienceRefused | MissingScope

interface Wanted {
  readonly audience: Audience
  readonly diseaseId: Option.Option<DiseaseId>
}

/** The audiences that authors may give their posts (contract, Audiences). */
export class Audiences extends Context.Tag("services/posts/Audiences")<
  Audiences,
  {
    /**
     * Refuses an audience other than everyone: one of a disease without a disease, that of a key without the scope
     * `members`, and any while audiences are off.
     */
    readonly require: (wanted: Wanted) => StorageEffect<void, Refusal, CurrentUser>

    /**
     * The audience of a locked post after a change. Fails as `require` does, and with `AudienceFixed` where more people
     * would read it than those for whom others have commented.
     */
    readonly afterChange: (
      id: PostId,
      before: PostOwnership,
      change: PostChange
    ) => StorageEffect<Audience, Refusal | AudienceFixed, CurrentUser>

    /**
     * The changes that hide the post from members who may not read it any more: readers of the thread and of
     * notifications about it read again, and webhooks are told where it is for everyone no longer, or from now on.
     */
    readonly changesOf: (id: PostId, stored: PostOwnership, audience: Audience) => StorageEffect<ReadonlyArray<Change>>
  }
>() {
  static readonly layer = Layer.effect(Audiences, Effect.gen(make))
}

/**
 * Fails with `MissingScope` for an API key without the scope `members` that asks for posts that are not for everyone. A
 * visitor who asks for them is shown nothing.
 */
export const requireScopeFor = (audience: Audience | undefined): Effect.Effect<void, MissingScope, Viewer> =>
  audience === undefined || audience === "everyone"
    ? Effect.void
    : Effect.flatMap(Viewer, (viewer) =>
        Option.match(
          Option.flatMap(viewer, (user) => missingScope("members", user)),
          { onNone: () => Effect.void, onSome: Effect.fail }
        )
      )

function* make() {
  const { present } = yield* CommunitySettings
  const { held } = yield* CommunitySettingsRepo
  const posts = yield* PostsRepo
  const notifications = yield* NotificationsRepo

  const require = Effect.fnUntraced(function* ({ audience, diseaseId }: Wanted) {
    if (audience === "everyone") return
    if (audience === "disease" && Option.isNone(diseaseId)) return yield* new AudienceRefused({ reason: "noDisease" })
    const missing = missingScope("members", yield* CurrentUser)
    if (Option.isSome(missing)) return yield* missing.value
    const { audiences } = yield* present
    if (!audiences) return yield* new AudienceRefused({ reason: "off" })
  })

  const afterChange = Effect.fnUntraced(function* (id: PostId, before: PostOwnership, change: PostChange) {
    const audience = Option.getOrElse(change.audience, () => before.audience)
    const diseaseId = Option.getOrElse(change.diseaseId, () => before.diseaseId)
    if (audience === before.audience && audience !== "disease") return audience
    yield* require({ audience, diseaseId })
    const { audiences = usualAudiences.audiences } = audience === "everyone" ? {} : yield* held
    if (!audiences) return yield* new AudienceRefused({ reason: "off" })
    const isWider = isWidened(before, { audience, diseaseId })
    return isWider && (yield* posts.othersCommented(id)) ? yield* new AudienceFixed() : audience
  })

  const changesOf = Effect.fnUntraced(function* (id: PostId, stored: PostOwnership, audience: Audience) {
    const kind = audience === "everyone" ? "post_restored" : "post_removed"
    const isTold = audience === "everyone" || stored.audience === "everyone"
    return [
      ...(isTold ? ofPosts(kind, [{ kind: "post", id, userId: stored.authorId }]) : []),
      ...notificationsRemoved(id, yield* notifications.recipientsAbout(id))
    ]
  })

  return { require, afterChange, changesOf }
}
