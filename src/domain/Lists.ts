import { Schema } from "effect"
import { type AuditFilter, AuditId } from "./accounts/Audit.ts"
import type { UserFilter } from "./accounts/User.ts"
import type { PhenotypeFilter } from "./diseases/Disease.ts"
import type { FollowFilter } from "./follows/Follow.ts"
import {
  CommentId,
  DecisionId,
  DiseaseId,
  InvitationId,
  NewsId,
  NotificationId,
  PostId,
  ReportId,
  UserId,
  VerificationRequestId
} from "./Ids.ts"
import type { DecisionFilter } from "./moderation/Decision.ts"
import type { ReportFilter } from "./moderation/Report.ts"
import type { NewsFilter } from "./news/News.ts"
import { cursorCodec } from "./Page.ts"
import type { PostFilter, PostSort } from "./posts/Post.ts"
import { text } from "./Text.ts"

// The keys and codecs of all lists with cursors.

/** The key of a list in the order of ids. */
interface IdKey<Id extends number> {
  readonly id: Id
}

const idCodec = <Id extends number>(id: Schema.Schema<Id, number>) =>
  cursorCodec<IdKey<Id>>(Schema.typeSchema(Schema.Struct({ id })))

/** `count` is that of the order, such as views; 0 by date. `related` posts come after all others. */
export const PostKey = Schema.typeSchema(
  Schema.Struct({
    count: Schema.Int.pipe(Schema.between(0, 2_147_483_647)),
    id: PostId,
    related: Schema.optional(Schema.Literal(true))
  })
)
export type PostKey = typeof PostKey.Type

const posts = cursorCodec(PostKey)

/** The filter of posts in a cursor. It leaves out `related` and the audience where absent: old cursors stay valid. */
const narrowedBy = ({
  answered,
  audience,
  authorId,
  authorKind,
  category,
  diseaseId,
  includeDescendants = false,
  includeRelated,
  language
}: PostFilter) => [
  ...[category, diseaseId, includeDescendants, authorId, authorKind, language, answered],
  ...(includeRelated === true ? ["related"] : []),
  ...(audience === undefined ? [] : [audience])
]

export const postList = (filter: PostFilter, sort: Exclude<PostSort, "relevance">) =>
  posts(`posts.${sort}`, ...narrowedBy(filter))

/** Results of a search in data that hardly change: an offset is enough. */
const searchCodec = cursorCodec(Schema.Null)

/** @internal A cursor of a search has so many posts: if the last ones are deleted, one before them shows the place. */
export const maxLast = 5

/**
 * The last posts of a page of a search, the last first: the next page begins behind the first of them that is found
 * again, or else at the offset. Null in cursors of earlier versions.
 */
export const FoundPostKey = Schema.typeSchema(Schema.NullOr(Schema.Array(PostId).pipe(Schema.maxItems(maxLast))))
export type FoundPostKey = typeof FoundPostKey.Type

const foundPosts = cursorCodec(FoundPostKey)

export const foundPostList = (search: string, { sort = "relevance", ...filter }: PostFilter) =>
  foundPosts(`found.${sort}`, search, ...narrowedBy(filter))

export type CommentKey = IdKey<CommentId>
const comments = idCodec(CommentId)

export const commentList = (postId: PostId) => comments("comments", postId)

/** @internal The times of the years 1 to 9999, in milliseconds. */
const [firstMillis, lastMillis] = [-62_135_596_800_000, 253_402_300_799_999]

/** `publishedAt` in milliseconds since 1970, of the years 1 to 9999. */
export const NewsKey = Schema.typeSchema(
  Schema.Struct({ publishedAt: Schema.Int.pipe(Schema.between(firstMillis, lastMillis)), id: NewsId })
)
export type NewsKey = typeof NewsKey.Type

const news = cursorCodec(NewsKey)

export const newsList = ({ category, diseaseId, search }: NewsFilter) => news("news", category, diseaseId, search)

/** @internal The longest name of a disease in a cursor. */
const maxNameKeyCharacters = 2_000

/** `name` as `nameKey` folds it. */
export const DiseaseKey = Schema.typeSchema(Schema.Struct({ name: text(maxNameKeyCharacters), id: DiseaseId }))
export type DiseaseKey = typeof DiseaseKey.Type

const diseases = cursorCodec(DiseaseKey)

export const diseaseList = (category: number | undefined) => diseases("diseases", category)

export const foundDiseaseList = (
  search: string,
  category: number | undefined,
  includeDescendants = false,
  lang?: string | undefined
) => searchCodec("found diseases", search, category, includeDescendants, lang)

/** The signs of a search as they were sent. */
export const diseasesBySignsList = (
  { excluded, phenotypes, symptoms }: PhenotypeFilter,
  category: number | undefined,
  lang?: string | undefined
) => searchCodec("signed diseases", symptoms, phenotypes?.join(), excluded?.join(), category, lang)

export const phenotypeList = (search: string | undefined) => searchCodec("phenotypes", search)

export type UserKey = IdKey<UserId>
const users = idCodec(UserId)

export const userList = ({ role, search, verified }: UserFilter) => users("users", role, search, verified)

const rowNumber = Schema.Int.pipe(Schema.between(1, 2_147_483_647))

export type BlockKey = IdKey<number>
const blocks = idCodec(rowNumber)

export const blockList = (userId: UserId) => blocks("blocks", userId)

export type FollowKey = IdKey<number>
const follows = idCodec(rowNumber)

export const followList = (userId: UserId, { type }: FollowFilter) => follows("follows", userId, type)

export type AuditKey = IdKey<typeof AuditId.Type>
const audit = idCodec(AuditId)

export const auditList = ({ action, userId }: AuditFilter) => audit("audit", action, userId)

export type VerificationRequestKey = IdKey<VerificationRequestId>
export const verificationRequestList = idCodec(VerificationRequestId)("verification requests")

export type InvitationKey = IdKey<InvitationId>
export const invitationList = idCodec(InvitationId)("invitations")

export type NotificationKey = IdKey<NotificationId>
const notifications = idCodec(NotificationId)

export const notificationList = (recipientId: UserId, unreadOnly: boolean) =>
  notifications("notifications", recipientId, unreadOnly)

/** `reporters` are those of the target whose reports have the same status. */
export const ReportKey = Schema.typeSchema(
  Schema.Struct({
    isDanger: Schema.Boolean,
    reporters: Schema.Int.pipe(Schema.between(0, 2_147_483_647)),
    id: ReportId
  })
)
export type ReportKey = typeof ReportKey.Type

const reports = cursorCodec(ReportKey)

export const reportList = ({ reporterId, status, target, targetType }: ReportFilter) =>
  reports("reports", reporterId, status, targetType, ...(target === undefined ? [] : [target.type, target.id]))

export type DecisionKey = IdKey<DecisionId>
const decisions = idCodec(DecisionId)

/** `viewerId` is a member who sees only some decisions. */
export const decisionList = ({ appeal, targetType, userId }: DecisionFilter, viewerId: UserId | undefined) =>
  decisions("decisions", targetType, userId, viewerId, appeal)
