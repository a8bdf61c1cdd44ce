import { Context, type DateTime, type Option } from "effect"
import type { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { AuthorKind } from "../../domain/accounts/User.ts"
import type { BatchResult, Blocked } from "../../domain/BatchResult.ts"
import type { UnknownDiseases } from "../../domain/diseases/Disease.ts"
import type { DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import type { FoundPostKey, PostKey } from "../../domain/Lists.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { Audience, AudienceRefused } from "../../domain/posts/Audience.ts"
import type {
  Post,
  PostCategory,
  PostDetail,
  PostDocument,
  PostFilter,
  PostNotFound,
  PostSort,
  PostWithComments
} from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type { CountedWord } from "../../search/posts/CommunityWords.ts"
import type { FoundPosts, PostQuery, SearchPart } from "../../search/posts/PostQuery.ts"
import type { RelatedPost, RelatedRequest, WordCounts, WordLexemes } from "../../search/posts/Similarity.ts"

/** The newest posts whose words `wordCounts` counts. */
export const maxCountedPosts = 300

export interface PostToAdd {
  readonly authorId: UserId
  readonly authorKind: AuthorKind
  readonly title: string
  readonly content: FilteredText
  readonly language: string
  readonly category: PostCategory
  /** Everyone, unless said. */
  readonly audience?: Audience
  readonly diseaseId: Option.Option<DiseaseId>
  readonly createdAt: DateTime.Utc
}

/** The changes of a post; absent fields are unchanged. `updatedAt` is always set. */
export interface PostUpdate {
  readonly title: Option.Option<string>
  readonly content: Option.Option<FilteredText>
  readonly language: Option.Option<string>
  readonly category: Option.Option<PostCategory>
  readonly audience?: Audience | undefined
  readonly diseaseId: Option.Option<Option.Option<DiseaseId>>
  /** `agent` marks the post as an agent's; `human` leaves the mark as it is. */
  readonly authorKind: AuthorKind
  readonly updatedAt: DateTime.Utc
}

export interface PostListing extends Omit<PostFilter, "search" | "sort"> {
  readonly sort?: Exclude<PostSort, "relevance"> | undefined
}

export interface PostInList extends Post {
  /** It is about the families of the disease of the list, not about the disease. */
  readonly related?: true
}

/** The number of views of a post, or the number to add. */
export interface PostViews {
  readonly id: PostId
  readonly views: number
}

/** The part of a post that the rules of changes need. */
export interface PostOwnership {
  readonly authorId: UserId
  readonly title: string
  readonly content: string
  readonly diseaseId: Option.Option<DiseaseId>
  readonly audience: Audience
}

/**
 * The store of posts. Reads show what the reader of the request may read (`PostReader`): to them a post that is not for
 * them does not exist. Counts are exact under parallel writes. `liked` is the viewer's; none for an anonymous one.
 */
export class PostsRepo extends Context.Tag("ports/posts/PostsRepo")<
  PostsRepo,
  {
    /**
     * Stores posts under the next ids, in their order; their authors are active (`UsersRepo.touch`). Appends a `post`
     * change of each, which concerns its author. An unknown or retired disease is `UnknownDiseases`, an author who has
     * left `NotSignedIn`, a post that is not for everyone while audiences are off `AudienceRefused`, and nothing is
     * written. Until the end of the transaction audiences are not turned off.
     */
    readonly addAll: (
      posts: ReadonlyArray<PostToAdd>
    ) => StorageEffect<BatchResult<PostDetail, UnknownDiseases | NotSignedIn | AudienceRefused>>

    /** The author and text of a post. Fails with `PostNotFound`. */
    readonly ownership: (id: PostId) => StorageEffect<PostOwnership, PostNotFound>

    /** `ownership`, and a lock of the post until the commit. Fails with `Blocked` while another transaction has it. */
    readonly lock: (id: PostId) => StorageEffect<PostOwnership, Blocked | PostNotFound>

    /** The post with its first comments (`commentsShown`, oldest first), encoded. Fails with `PostNotFound`. */
    readonly document: (id: PostId, viewer: Option.Option<UserId>) => StorageEffect<PostDocument, PostNotFound>

    /** `document` without its comments. */
    readonly head: (id: PostId, viewer: Option.Option<UserId>) => StorageEffect<PostDocument, PostNotFound>

    /** `document`, decoded. */
    readonly get: (id: PostId, viewer: Option.Option<UserId>) => StorageEffect<PostWithComments, PostNotFound>

    /**
     * Adds views to posts, hidden ones too, all or none, and gives the number that each has then. Ids of no post are
     * ignored; no id may be given twice. Concurrent calls with ascending ids never deadlock.
     */
    readonly addViews: (added: ReadonlyArray<PostViews>) => StorageEffect<ReadonlyArray<PostViews>>

    /** Changes a post, and gives it as `viewer` sees it. A replaced text is a revision. Fails with `PostNotFound`. */
    readonly update: (id: PostId, change: PostUpdate, viewer: UserId) => StorageEffect<PostDetail, PostNotFound>

    /**
     * True while there is a post, shown or hidden, that is not for everyone. An adapter may answer as it was within the
     * last second, but knows its own at once.
     */
    readonly hasRestricted: StorageEffect<boolean>

    /** `hasRestricted` as it is now. */
    readonly restrictedExists: StorageEffect<boolean>

    /** True once others than its author have commented on a post, shown or hidden, whatever became of the comments. */
    readonly othersCommented: (id: PostId) => StorageEffect<boolean>

    /** Locks or unlocks the comments of a locked post; true if that changed something. Fails with `PostNotFound`. */
    readonly setLocked: (id: PostId, locked: boolean) => StorageEffect<boolean, PostNotFound>

    /**
     * Deletes a post with its comments, likes, views and the notifications about it, and returns the recipients of
     * these notifications. Fails with `PostNotFound`, also for the second of two concurrent calls.
     */
    readonly remove: (id: PostId) => StorageEffect<ReadonlyArray<UserId>, PostNotFound>

    /**
     * Posts by `filter.sort`, descending, the greater id first among equals, and their total. With a disease and
     * `includeRelated` those about the disease and its subtypes come first, then those about its families, each
     * `related`, in the same order.
     */
    readonly page: (filter: PostListing, window: PageSlice<PostKey>) => StorageEffect<PageResult<PostInList, PostKey>>

    /**
     * The posts that have every part of one alternative, each part anywhere in title, content and comments or by the
     * disease that they are filed under, and no unwanted term. A search without parts finds nothing.
     *
     * By relevance each part counts `placeScores` of the best place where it is found, times its words; `wholeScores`
     * are added if the post has the whole search as a phrase. The best alternative counts, and the newer post comes
     * first among equals. At most `maxPostsFound` are found. If more posts match, an adapter may search only the newest
     * that have all parts in one text (title and content, or one comment). It may rank only the newest matches of any
     * search.
     */
    readonly search: (search: PostQuery, window: PageSlice<FoundPostKey>) => StorageEffect<FoundPosts>

    /** The document frequency of words in the titles and contents of the newest `maxCountedPosts` posts. */
    readonly wordCounts: (words: ReadonlyArray<WordLexemes>) => StorageEffect<WordCounts>

    /** The most frequent words in titles, contents and comments; of very many texts an adapter may read the newest. */
    readonly countedWords: StorageEffect<ReadonlyArray<CountedWord>>

    /** For each term: true if a title, a content or a comment has it. */
    readonly heldTerms: (terms: SearchPart["terms"]) => StorageEffect<ReadonlyArray<boolean>>

    /**
     * At most `limit` posts, never `except`, that are filed under one of the diseases, or name one of them in title or
     * content, or have one of the words: any in title or content, the first `wordsInComments` in comments too. Ordered
     * by weight, then the newer first; the weight of a post is the sum of its words, each counted once, and the
     * greatest of the diseases that it is filed under or names. Of very many posts an adapter may compare only some.
     */
    readonly related: (request: RelatedRequest) => StorageEffect<ReadonlyArray<RelatedPost>>
  }
>() {}
