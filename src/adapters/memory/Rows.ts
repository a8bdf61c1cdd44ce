import type { DateTime, HashMap, Option } from "effect"
import type { ApiKey } from "../../domain/accounts/Account.ts"
import type { CategoryId, CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../../domain/Ids.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { PostCategory } from "../../domain/posts/Post.ts"
import type { SessionToAdd } from "../../ports/CredentialsRepo.ts"
import type { DiseaseToSave } from "../../ports/DiseasesRepo.ts"
import type { NewsToSave } from "../../ports/NewsRepo.ts"
import type { AccountToAdd } from "../../ports/UsersRepo.ts"
import type { DiseaseNaming } from "../../search/posts/DiseaseNaming.ts"
import type { SearchIndex } from "./posts/SearchIndex.ts"

/** Where a member has logged in from. */
export interface AddressRow {
  readonly hash: string
  readonly usedAt: DateTime.Utc
}

/** A member, with their diseases in order and their addresses. */
export interface UserRow extends AccountToAdd {
  readonly id: UserId
  readonly activeAt: DateTime.Utc
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  readonly addresses: ReadonlyArray<AddressRow>
}

/** A session. */
export interface SessionRow extends SessionToAdd {
  readonly id: number
}

/** An API key, whose it is, and the hash of its secret. */
export interface ApiKeyRow {
  readonly userId: UserId
  readonly hash: string
  readonly key: ApiKey
}

/** A post, with the ids of its comments in order and who likes it since when: so nothing of it outlives it. */
export interface PostRow {
  readonly id: PostId
  readonly authorId: UserId
  readonly title: string
  readonly content: FilteredText
  readonly category: PostCategory
  readonly diseaseId: Option.Option<DiseaseId>
  readonly views: number
  readonly commentIds: ReadonlyArray<CommentId>
  readonly likedBy: HashMap.HashMap<UserId, DateTime.Utc>
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  /** What a search finds of the title and the content. */
  readonly index: SearchIndex
}

/** A comment. */
export interface CommentRow {
  readonly id: CommentId
  readonly postId: PostId
  readonly authorId: UserId
  readonly content: FilteredText
  readonly createdAt: DateTime.Utc
  readonly index: SearchIndex
}

/** A notification; of a like where it names no comment. */
export interface NotificationRow {
  readonly id: NotificationId
  readonly recipientId: UserId
  readonly actorId: UserId
  readonly postId: PostId
  readonly commentId: Option.Option<CommentId>
  readonly read: boolean
  readonly createdAt: DateTime.Utc
}

/** A category of diseases. */
export interface CategoryRow {
  readonly id: CategoryId
  readonly name: string
}

/** A disease, with what a search compares. */
export interface DiseaseRow extends Omit<DiseaseToSave, "categories" | "parents"> {
  readonly id: DiseaseId
  readonly version: number
  readonly retired: boolean
  /** Never one that has a successor of its own. */
  readonly successorId: DiseaseId | null
  readonly categoryIds: ReadonlyArray<CategoryId>
  readonly parentIds: ReadonlyArray<DiseaseId>
  /** Its name folded: its place in lists. */
  readonly sortKey: string
  /** Its names, synonyms and abbreviations, with the keys that they are found by. */
  readonly namings: ReadonlyArray<Pick<DiseaseNaming, "key" | "kind" | "name">>
  /** The keys of its own codes, and of those that lead to it. */
  readonly codeKeys: ReadonlyArray<string>
  readonly retiredCodeKeys: ReadonlyArray<string>
}

/** A news item, with those of its diseases that were known when it was stored. */
export interface NewsRow extends Omit<NewsToSave, "diseaseKeys"> {
  readonly id: NewsId
  readonly index: SearchIndex
}
