import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { UnknownDiseases } from "../domain/Disease.ts"
import type { DiseaseId, PostId, UserId } from "../domain/Ids.ts"
import type { PostKey } from "../domain/Lists.ts"
import type { Filtered } from "../domain/Markdown.ts"
import type { Found, Window } from "../domain/Page.ts"
import type {
  Post,
  PostCategory,
  PostDetail,
  PostFilter,
  PostNotFound,
  PostSort,
  PostWithComments
} from "../domain/Post.ts"
import type { PostDocument } from "../domain/PostDocument.ts"
import type { FoundPosts, PostSearch } from "../domain/PostSearch.ts"
import type { RelatedPost, RelatedRequest, WordCounts, WordLexemes } from "../domain/RelatedPosts.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { Blocked, Written } from "../domain/Written.ts"

/** A post to store. */
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

/** What a list without a search is narrowed to, and its order. */
export interface PostListing extends Omit<PostFilter, "search" | "sort"> {
  readonly sort?: Exclude<PostSort, "relevance"> | undefined
}

/** Views of a post: how many it has, or how many are to be added. */
export interface PostViews {
  readonly id: PostId
  readonly views: number
}

/** What a rule about a post needs to know of it. */
export interface PostOwnership {
  readonly authorId: UserId
  readonly title: string
  readonly content: string
}

/**
 * Where posts are stored and found. Counts (`viewCount`, `replyCount`, `likeCount`) are exact under parallel writes.
 * `viewer` is whose `liked` is told; none for nobody signed in.
 */
export class PostsRepo extends Context.Tag("repositories/PostsRepo")<
  PostsRepo,
  {
    /**
     * Stores posts under the next ids, in their order; their authors have not liked them, and are active
     * (`UsersRepo.touch`). The changes are written down: a `post` of each, which concerns its author. A disease that there
     * is not, or no longer, is `UnknownDiseases`, and nothing of that.
     */
    readonly addAll: (
      posts: ReadonlyArray<PostToAdd>
    ) => Effect.Effect<Written<PostDetail, UnknownDiseases>, Unavailable>

    /** Whose post it is, and its text. Fails with `PostNotFound`. */
    readonly ownership: (id: PostId) => Effect.Effect<PostOwnership, PostNotFound | Unavailable>

    /**
     * The same, and nobody else locks or changes this post until the end of the transaction. It does not wait: fails with
     * `Blocked` while others hold the post.
     */
    readonly lock: (id: PostId) => Effect.Effect<PostOwnership, Blocked | PostNotFound | Unavailable>

    /** The post with its first comments (`commentsShown`, oldest first) as JSON. Fails with `PostNotFound`. */
    readonly document: (
      id: PostId,
      viewer: Option.Option<UserId>
    ) => Effect.Effect<PostDocument, PostNotFound | Unavailable>

    /** The same, decoded. */
    readonly peek: (
      id: PostId,
      viewer: Option.Option<UserId>
    ) => Effect.Effect<PostWithComments, PostNotFound | Unavailable>

    /**
     * Adds views to posts, all or none; how many each has now. Ids of no post are left out, and no id is given twice. Many
     * who add to the same posts do not wait for each other in a circle, if all name them by ascending id.
     */
    readonly addViews: (added: ReadonlyArray<PostViews>) => Effect.Effect<ReadonlyArray<PostViews>, Unavailable>

    /** Changes a post; `viewer` is told whether they like it. Fails with `PostNotFound`. */
    readonly update: (
      id: PostId,
      change: PostUpdate,
      viewer: UserId
    ) => Effect.Effect<PostDetail, PostNotFound | Unavailable>

    /**
     * Removes a post with its comments, likes, views and the notifications about it, and gives the members whose
     * notifications these were. Fails with `PostNotFound`, also for the second of two who remove it at once.
     */
    readonly remove: (id: PostId) => Effect.Effect<ReadonlyArray<UserId>, PostNotFound | Unavailable>

    /** Posts by `filter.sort`, descending, the greater id first among equals, and how many there are in all. */
    readonly page: (filter: PostListing, window: Window<PostKey>) => Effect.Effect<Found<Post, PostKey>, Unavailable>

    /**
     * The posts that have every part of one of the readings, each part anywhere in title, content and comments or by the
     * disease that they are filed under, and that hold nothing unwanted; a search of no parts finds nothing.
     *
     * By relevance each part counts `placeScores` of the best place where it is found, times its words; `wholeScores` are
     * added where the whole search stands as a phrase. The reading that counts most is taken, the newer post comes first
     * among equals. At most `maxFound` are found. Of a search that more posts answer an adapter may look at the newest
     * that have all parts in one text (title and content, or one comment), and may rank the newest of any search: it says
     * how many.
     */
    readonly search: (search: PostSearch, window: Window) => Effect.Effect<FoundPosts, Unavailable>

    /** How common words are in the titles and contents of the newest 300 posts. */
    readonly wordCounts: (words: ReadonlyArray<WordLexemes>) => Effect.Effect<WordCounts, Unavailable>

    /**
     * At most `limit` posts, never `except`, that are filed under one of the diseases, or name one of them in title or
     * content, or have one of the words: any in title or content, the first `wordsInComments` in comments too. Those that
     * weigh more first, then the newer ones: the sum of the words, each counted once, and the greatest of the diseases
     * that the post is filed under or names. Of very many only some are looked at: an adapter says which.
     */
    readonly related: (request: RelatedRequest) => Effect.Effect<ReadonlyArray<RelatedPost>, Unavailable>
  }
>() {}
