import type { Option } from "effect"
import type { CommentId, DecisionId, NewsId, PostId } from "../Ids.ts"

/** What a recipient has opened: a post with these of its comments, or what another notification is about. */
export type Opened =
  | { readonly kind: "post"; readonly id: PostId; readonly comments: ReadonlyArray<CommentId> }
  | { readonly kind: "decision"; readonly id: DecisionId }
  | { readonly kind: "news"; readonly id: NewsId }
  | { readonly kind: "verification" }

/** The types whose notifications about one post are groups: replies in its thread and its likes, read ones apart. */
export const groupedTypes = ["comment", "reply", "like"] as const

/** Such a group. */
export interface NotificationGroup {
  readonly postId: PostId
  readonly read: boolean
  readonly isOfLikes: boolean
  readonly count: number
  /** The number of different actors. */
  readonly people: number
  /** The oldest comment that they are about; none for likes. */
  readonly firstComment: Option.Option<CommentId>
}
