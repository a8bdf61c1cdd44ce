import { Schema } from "effect"
import { count, named, oneOf } from "../Fields.ts"
import type { DiseaseId, PostId, UserId } from "../Ids.ts"
import { Page } from "../Page.ts"

/** The maximum number of targets that a member follows. */
export const maxFollows = 1_000

export const FollowType = oneOf("post", "disease", "user").annotations({ identifier: "FollowType" })
export type FollowType = typeof FollowType.Type

/** The target of a follow: a post, a disease with its subtypes, or a member. */
export type FollowTarget =
  | { readonly type: "post"; readonly id: PostId }
  | { readonly type: "disease"; readonly id: DiseaseId }
  | { readonly type: "user"; readonly id: UserId }

export const Follow = Schema.Struct({
  type: FollowType,
  id: count,
  name: Schema.String.annotations({ description: "The title of the post, or the name of the disease or the member." }),
  followedAt: Schema.DateTimeUtc
}).annotations(named("Follow", "A post, a disease or a member that the caller follows, since when."))
export type Follow = typeof Follow.Type

export const FollowPage = Page(Follow)
export type FollowPage = typeof FollowPage.Type

export interface FollowFilter {
  readonly type?: FollowType | undefined
}

export const FollowState = Schema.Struct({ following: Schema.Boolean }).annotations({
  identifier: "FollowState",
  description: "Whether the caller follows this now."
})
export type FollowState = typeof FollowState.Type

export class FollowingOneself extends Schema.TaggedError<FollowingOneself>()("FollowingOneself", {}) {
  override readonly message = "you cannot follow yourself: send the id of another member"
}

export class TooManyFollows extends Schema.TaggedError<TooManyFollows>()("TooManyFollows", {}) {
  override readonly message =
    `you follow ${maxFollows} posts, diseases and members, and more are not possible: end a follow first`
}
