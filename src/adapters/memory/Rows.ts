import type { DiseaseNaming } from "@rare-disease-community/names/texts/DiseaseNaming"
import { type DateTime, Option } from "effect"
import type { ApiKey } from "../../domain/accounts/ApiKey.ts"
import type { Invitation } from "../../domain/accounts/Invitation.ts"
import type { Passkey } from "../../domain/accounts/Passkey.ts"
import type { BegunBy, SessionKind } from "../../domain/accounts/Session.ts"
import type { Suspension } from "../../domain/accounts/Suspension.ts"
import type { AuthorKind, DiseasesVisibleTo } from "../../domain/accounts/User.ts"
import type { VerificationAnswer, VerificationRequest } from "../../domain/accounts/VerificationRequest.ts"
import type { FollowTarget } from "../../domain/follows/Follow.ts"
import type {
  CategoryId,
  CommentId,
  DecisionId,
  DiseaseId,
  NewsId,
  NotificationId,
  PostId,
  ReportId,
  SessionId,
  UserId
} from "../../domain/Ids.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { Notification } from "../../domain/notifications/Notification.ts"
import type { Audience } from "../../domain/posts/Audience.ts"
import type { Translation } from "../../domain/posts/Translation.ts"
import type { AuditToAdd } from "../../ports/accounts/AuditRepo.ts"
import type { SessionToAdd } from "../../ports/accounts/CredentialsRepo.ts"
import type { PasskeyToAdd } from "../../ports/accounts/PasskeysRepo.ts"
import type { AccountToAdd, VerificationToAdd } from "../../ports/accounts/UsersRepo.ts"
import type { DiseaseToSave } from "../../ports/diseases/DiseasesRepo.ts"
import type { AppealOutcomeToSet, DecisionToAdd } from "../../ports/moderation/DecisionsRepo.ts"
import type { ReportToAdd } from "../../ports/moderation/ReportsRepo.ts"
import type { FeedHistory, FeedPolled } from "../../ports/news/FeedsRepo.ts"
import type { NewsToSave } from "../../ports/news/NewsRepo.ts"
import type { CommentToAdd } from "../../ports/posts/CommentsRepo.ts"
import type { PostToAdd } from "../../ports/posts/PostsRepo.ts"
import type { SearchIndex } from "./posts/SearchIndex.ts"

/** An address that a member has logged in from. */
export interface AddressRow {
  readonly hash: string
  readonly usedAt: DateTime.Utc
}

/** A member, with their diseases in order and their addresses. */
export interface UserRow extends AccountToAdd {
  readonly id: UserId
  readonly activeAt: DateTime.Utc
  readonly verification: Option.Option<VerificationToAdd>
  readonly suspension: Option.Option<Suspension>
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  readonly diseasesVisibleTo: DiseasesVisibleTo
  readonly addresses: ReadonlyArray<AddressRow>
  /** When the member became a moderator or an admin. */
  readonly staffSince: Option.Option<DateTime.Utc>
}

/** The profile of a new member. */
export const newProfile = {
  verification: Option.none(),
  suspension: Option.none(),
  diseaseIds: [],
  diseasesVisibleTo: "members",
  addresses: [],
  staffSince: Option.none()
} satisfies Partial<UserRow>

/** A passkey, and how its signatures are checked. */
export interface PasskeyRow extends PasskeyToAdd, Passkey {}

/** A member who blocks another; `id` is the order of the list. */
export interface BlockRow {
  readonly id: number
  readonly userId: UserId
  readonly blockedId: UserId
  readonly blockedAt: DateTime.Utc
}

/** A target that a member follows; `id` is the order of the list. */
export interface FollowRow {
  readonly id: number
  readonly userId: UserId
  readonly target: FollowTarget
  readonly followedAt: DateTime.Utc
}

export interface VerificationRequestRow extends VerificationRequest {
  readonly userId: UserId
}

/** An invitation with the hash of its secret, and the admin who made it. */
export interface InvitationRow extends Invitation {
  readonly byId: UserId
  readonly hash: string
}

export interface SessionRow extends SessionToAdd {
  readonly id: SessionId
  readonly kind: SessionKind
  readonly by: BegunBy
  readonly lastUsedAt: Option.Option<DateTime.Utc>
  readonly tokenMadeAt: DateTime.Utc
  readonly salt: Option.Option<string>
  /** The token before the newest. */
  readonly previousHash: string | null
  readonly previousUntil: Option.Option<DateTime.Utc>
}

/** An API key with its member, and its secrets: the last one first, then the one before a rotation, with its end. */
export interface ApiKeyRow {
  readonly userId: UserId
  readonly budgetId: Option.Option<number>
  readonly secrets: ReadonlyArray<{
    readonly id: number
    readonly hash: string
    readonly expiresAt: Option.Option<DateTime.Utc>
  }>
  readonly key: ApiKey
}

export interface PostRow extends PostToAdd {
  readonly id: PostId
  readonly audience: Audience
  /** Others than its author have commented on it, whatever became of the comments. */
  readonly hasOthers: boolean
  /** It was given another disease than it was published with. */
  readonly isRefiled: boolean
  readonly views: number
  readonly updatedAt: DateTime.Utc
  readonly editedAt: Option.Option<DateTime.Utc>
  readonly locked: boolean
  /** The members whom it has mentioned, whatever became of the links. */
  readonly mentioned: ReadonlyArray<UserId>
  /** The index of title and content. */
  readonly index: SearchIndex
}

export interface CommentRow extends CommentToAdd {
  readonly id: CommentId
  /** The author of the post says that it helped. */
  readonly helped: boolean
  /** The members whom it has mentioned, whatever became of the links. */
  readonly mentioned: ReadonlyArray<UserId>
  readonly updatedAt: DateTime.Utc
  readonly editedAt: Option.Option<DateTime.Utc>
  readonly index: SearchIndex
}

/** A like of a post, which may be hidden. */
export interface LikeRow {
  readonly postId: PostId
  readonly userId: UserId
  readonly createdAt: DateTime.Utc
}

/** A like of a comment, which may be hidden. */
export interface CommentLikeRow {
  readonly commentId: CommentId
  readonly userId: UserId
  readonly createdAt: DateTime.Utc
}

/** How far a member has read a thread: the last comment, 0 for none. */
export interface PlaceRow {
  readonly userId: UserId
  readonly postId: PostId
  readonly commentId: number
  readonly visitedAt: DateTime.Utc
}

/** An earlier text of a post or a comment, and who replaced it. */
export interface RevisionRow {
  readonly id: number
  readonly target: TextTarget
  readonly title: Option.Option<string>
  readonly content: string
  readonly createdAt: DateTime.Utc
  readonly byId: UserId
  readonly replacedById: UserId
}

/** A hidden post; its comments are rows of their own. */
export interface HiddenPostRow {
  readonly post: PostRow
  readonly decisionId: DecisionId
  /** True while nobody has been told of it, since it waits for its first review. */
  readonly isUntold?: boolean
}

/** A hidden comment; without a decision it is hidden with its post, which has its id. */
export interface HiddenCommentRow {
  readonly comment: CommentRow
  readonly decisionId: Option.Option<DecisionId>
  readonly isUntold?: boolean
}

/** A notification; of a decision, an answer, news or a case without an actor and a post. */
export interface NotificationRow {
  readonly id: NotificationId
  readonly type: Notification["type"]
  readonly recipientId: UserId
  readonly actorId: Option.Option<UserId>
  readonly actorKind: AuthorKind
  readonly postId: Option.Option<PostId>
  readonly commentId: Option.Option<CommentId>
  readonly reportId: Option.Option<ReportId>
  /** Of a `reply` to a comment of the recipient. */
  readonly toYou: Option.Option<true>
  readonly newsId: Option.Option<NewsId>
  readonly decisionId: Option.Option<DecisionId>
  readonly verification: Option.Option<VerificationAnswer>
  readonly read: boolean
  readonly createdAt: DateTime.Utc
}

export interface AuditRow extends AuditToAdd {
  readonly id: number
}

export interface ReportRow extends Omit<ReportToAdd, "alertAt"> {
  readonly id: ReportId
  readonly decisionId: DecisionId | null
  readonly alertDueAt: DateTime.Utc | null
  readonly alertedAt: DateTime.Utc | null
  readonly urgentAt: DateTime.Utc | null
  readonly openedAt: DateTime.Utc | null
}

export interface DecisionRow extends DecisionToAdd {
  readonly id: DecisionId
  readonly appeal: { readonly text: string; readonly at: DateTime.Utc } | null
  readonly outcome: AppealOutcomeToSet | null
  readonly alertDueAt: DateTime.Utc | null
}

export interface CategoryRow {
  readonly id: CategoryId
  readonly name: string
}

/** A disease with the keys of its names and codes. */
export interface DiseaseRow extends Omit<DiseaseToSave, "categories" | "parents"> {
  readonly id: DiseaseId
  readonly version: number
  readonly retired: boolean
  /** Never a disease with a successor of its own. */
  readonly successorId: DiseaseId | null
  readonly categoryIds: ReadonlyArray<CategoryId>
  readonly parentIds: ReadonlyArray<DiseaseId>
  /** The folded name, by which lists are ordered. */
  readonly sortKey: string
  /** Its names, synonyms and abbreviations with their keys. */
  readonly namings: ReadonlyArray<Pick<DiseaseNaming, "key" | "kind" | "name">>
  /** The keys of its own codes, and of retired codes that lead to it. */
  readonly codeKeys: ReadonlyArray<string>
  readonly retiredCodeKeys: ReadonlyArray<string>
}

export interface FeedRow extends FeedPolled, FeedHistory {}

/** A news item with the diseases that were known when it was stored. */
export interface NewsRow extends Omit<NewsToSave, "diseaseKeys"> {
  readonly id: NewsId
  readonly index: SearchIndex
}

/** The translation of a revision of a text. */
export interface TranslationRow {
  readonly target: TextTarget
  readonly revision: string
  readonly translation: Translation
}
