import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { DiseaseId, PostId, UserId } from "../domain/Ids.ts"
import type { Filtered } from "../domain/Markdown.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { Post, PostCategory, PostDetail, PostFilter, PostNotFound, PostWithComments } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A post to store. The disease must exist. */
export interface PostToAdd {
  readonly authorId: UserId
  readonly title: string
  readonly content: Filtered
  readonly category: PostCategory
  readonly diseaseId: Option.Option<DiseaseId>
  readonly createdAt: DateTime.Utc
}

/** What changes of a post; none stays. `updatedAt` is set in any case. */
export interface PostUpdate {
  readonly title: Option.Option<string>
  readonly content: Option.Option<Filtered>
  readonly category: Option.Option<PostCategory>
  readonly diseaseId: Option.Option<Option.Option<DiseaseId>>
  readonly updatedAt: DateTime.Utc
}

/** What a rule about a post needs to know of it. */
export interface PostOwnership {
  readonly authorId: UserId
  readonly title: string
  readonly content: string
}

/** What posts are looked for by: what stands in them, and what they are about. */
export interface RelatedRequest {
  /** Each once, as `lexemesOf` of `domain/SearchText.ts` makes them; a stem stands for all its words. */
  readonly lexemes: ReadonlyArray<string>
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  readonly except: Option.Option<PostId>
  readonly limit: number
}

/** A post, and those of the lexemes that it has: anywhere, and in its title; in the order in which they were asked for. */
export interface RelatedPost {
  readonly post: Post
  readonly shared: ReadonlyArray<string>
  readonly inTitle: ReadonlyArray<string>
}

/**
 * Where posts are stored and found. Counts (`viewCount`, `replyCount`, `likeCount`) are exact under parallel writes.
 * `viewer` is whose `liked` is told; none for nobody signed in.
 */
export class PostsRepo extends Context.Tag("repositories/PostsRepo")<
  PostsRepo,
  {
    /** Stores a post under the next id; its author has not liked it. */
    readonly add: (post: PostToAdd) => Effect.Effect<PostDetail, Unavailable>

    /** Whose post it is, and its text. Fails with `PostNotFound`. */
    readonly ownership: (id: PostId) => Effect.Effect<PostOwnership, PostNotFound | Unavailable>

    /** The same, and other transactions that lock or change this post wait for the end of this one. */
    readonly lock: (id: PostId) => Effect.Effect<PostOwnership, PostNotFound | Unavailable>

    /** The post with its first comments (`commentsShown`, oldest first), counting this read as a view. Fails with `PostNotFound`. */
    readonly view: (
      id: PostId,
      viewer: Option.Option<UserId>
    ) => Effect.Effect<PostWithComments, PostNotFound | Unavailable>

    /** The same without counting a view. */
    readonly peek: (
      id: PostId,
      viewer: Option.Option<UserId>
    ) => Effect.Effect<PostWithComments, PostNotFound | Unavailable>

    /** Changes a post; `viewer` is told whether they like it. Fails with `PostNotFound`. */
    readonly update: (
      id: PostId,
      change: PostUpdate,
      viewer: UserId
    ) => Effect.Effect<PostDetail, PostNotFound | Unavailable>

    /** Removes a post with its comments, likes, views and the notifications about it. Fails with `PostNotFound`, also for the second of two who remove it at once. */
    readonly remove: (id: PostId) => Effect.Effect<void, PostNotFound | Unavailable>

    /**
     * Posts by `filter.sort`, descending, the greater id first among equals, and how many there are in all.
     * With `search` those whose title, content and comments together hold every term of `queryOf(search)`
     * (`domain/SearchText.ts`), each term anywhere in them; a search of no terms finds nothing.
     */
    readonly page: (filter: PostFilter, window: Window) => Effect.Effect<Found<Post>, Unavailable>

    /**
     * At most `limit` posts, never `except`, that are filed under one of the diseases or have one of the lexemes in their
     * title, content or comments. First those filed under one of the diseases, then those that share more lexemes, then
     * the newer ones. Of very many only the newest are looked at: an adapter says how many.
     */
    readonly related: (request: RelatedRequest) => Effect.Effect<ReadonlyArray<RelatedPost>, Unavailable>
  }
>() {}
