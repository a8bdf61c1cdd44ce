import { Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, type NotSignedIn, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { DiseaseNotFound, DiseaseRef } from "../../domain/diseases/Disease.ts"
import {
  type FollowFilter,
  FollowingOneself,
  type FollowPage,
  type FollowState,
  type FollowTarget,
  type TooManyFollows
} from "../../domain/follows/Follow.ts"
import type { PostId, UserId } from "../../domain/Ids.ts"
import { followList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { FollowsRepo } from "../../ports/follows/FollowsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

type Follow<E> = StorageEffect<FollowState, E | TooManyFollows | NotSignedIn, CurrentUser>
type Unfollow<E> = StorageEffect<FollowState, E, CurrentUser>

/**
 * Follows (contract, Follows and mail) of posts, of diseases with their subtypes, and of members. Following a
 * target again changes nothing, and neither does ending a follow that does not exist. Both fail where there is no such
 * target; to follow one also fails with `TooManyFollows` at `maxFollows`, and with `NotSignedIn` for a caller who has
 * just left.
 */
export class Follows extends Context.Tag("services/follows/Follows")<
  Follows,
  {
    readonly followPost: (id: PostId) => Follow<PostNotFound>
    readonly unfollowPost: (id: PostId) => Unfollow<PostNotFound>

    /** A code, and the id of a retired disease, mean the disease to which they lead. */
    readonly followDisease: (ref: DiseaseRef) => Follow<DiseaseNotFound>
    readonly unfollowDisease: (ref: DiseaseRef) => Unfollow<DiseaseNotFound>

    /** Fails with `FollowingOneself` first. */
    readonly followUser: (id: UserId) => Follow<FollowingOneself | UserNotFound>
    readonly unfollowUser: (id: UserId) => Unfollow<FollowingOneself | UserNotFound>

    /** True if the viewer follows a target, hidden or not. */
    readonly isFollowing: (target: FollowTarget) => StorageEffect<boolean, never, Viewer>

    /** One page of what the caller follows, the latest first. Fails with `InvalidCursor`. */
    readonly list: (request: PageRequest & FollowFilter) => StorageEffect<FollowPage, InvalidCursor, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Follows, withSpans("Follows", Effect.gen(make)))
}

function* make() {
  const repo = yield* FollowsRepo
  const [diseases, posts, users] = [yield* DiseasesRepo, yield* PostsRepo, yield* UsersRepo]
  const { write } = yield* writing

  const post = (id: PostId) => Effect.as(posts.ownership(id), { type: "post", id } as const)

  /** A post that cannot be deleted before the commit: no follow outlives its post. */
  const lockedPost = (id: PostId) => Effect.as(posts.lock(id), { type: "post", id } as const)

  const disease = (ref: DiseaseRef) => Effect.map(diseases.get(ref), ({ id }) => ({ type: "disease", id }) as const)

  /** A member, who is held until the commit to be followed: no follow outlives its member either. */
  const user = Effect.fnUntraced(function* (id: UserId, find: (id: UserId) => StorageEffect<unknown, UserNotFound>) {
    if ((yield* CurrentUser).id === id) return yield* new FollowingOneself()
    yield* find(id)
    return { type: "user", id } as const
  })

  const follow = Effect.fnUntraced(function* <E, R>(target: Effect.Effect<FollowTarget, E, R>) {
    const { id } = yield* CurrentUser
    const at = yield* DateTime.now
    yield* repo.add(id, yield* target, at)
    yield* users.touch(id, at)
    return { following: true }
  }, write)

  const unfollow = Effect.fnUntraced(function* <E, R>(target: Effect.Effect<FollowTarget, E, R>) {
    const { id } = yield* CurrentUser
    yield* repo.remove(id, yield* target)
    yield* users.touch(id, yield* DateTime.now)
    return { following: false }
  }, write)

  const list = (request: PageRequest & FollowFilter) =>
    Effect.flatMap(CurrentUser, ({ id }) =>
      readPage(followList(id, request), request, (slice) => repo.page(id, request, slice))
    )

  const isFollowing = (target: FollowTarget) =>
    Effect.flatMap(
      Viewer,
      Option.match({ onNone: () => Effect.succeed(false), onSome: ({ id }) => repo.has(id, target) })
    )

  return {
    followPost: (id: PostId) => follow(lockedPost(id)),
    unfollowPost: (id: PostId) => unfollow(post(id)),
    followDisease: (ref: DiseaseRef) => follow(disease(ref)),
    unfollowDisease: (ref: DiseaseRef) => unfollow(disease(ref)),
    followUser: (id: UserId) => follow(user(id, users.hold)),
    unfollowUser: (id: UserId) => unfollow(user(id, users.detail)),
    isFollowing,
    list
  }
}
