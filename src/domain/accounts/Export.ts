import { Schema, Struct } from "effect"
import { FollowType } from "../follows/Follow.ts"
import { ApiKeyId, CommentId, DecisionId, DiseaseId, NotificationId, PostId, SessionId, UserId } from "../Ids.ts"
import { Decision } from "../moderation/Decision.ts"
import { Report } from "../moderation/Report.ts"
import { Notification } from "../Notification.ts"
import { PostCategory } from "../posts/Post.ts"
import { AuditAction } from "./Audit.ts"
import { AccessScope } from "./Credential.ts"
import { Role } from "./Role.ts"
import { Settings } from "./Settings.ts"
import { Suspension } from "./Suspension.ts"
import { DiseaseName, DiseasesVisibleTo } from "./User.ts"

const time = Schema.DateTimeUtc
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.NullOr(schema)
const member = Schema.Struct({ id: UserId, username: Schema.String })

const text = {
  content: Schema.String,
  byAgent: Schema.Boolean,
  hidden: Schema.Boolean,
  createdAt: time,
  updatedAt: time,
  editedAt: maybe(time)
}

const profile = {
  id: UserId,
  username: Schema.String,
  email: Schema.String,
  role: Role,
  bio: maybe(Schema.String),
  verifiedAs: maybe(Schema.String),
  verifiedAt: maybe(time),
  suspended: maybe(Suspension),
  diseases: Schema.Array(DiseaseName),
  diseasesVisibleTo: DiseasesVisibleTo,
  settings: Settings,
  /** The times of the last sign-ins from each address, of which only a keyed hash is stored. */
  signInsFromAddresses: Schema.Array(time),
  activeAt: time,
  createdAt: time
}

const { by: _, reportIds: __, ...decision } = Decision.fields
const { decision: ___, reporter: ____, ...report } = Report.fields

/** The members of each type of line, but `type`. */
const lines = {
  profile,
  post: {
    id: PostId,
    title: Schema.String,
    category: PostCategory,
    diseaseId: maybe(DiseaseId),
    locked: Schema.Boolean,
    ...text
  },
  post_revision: { postId: PostId, title: maybe(Schema.String), content: Schema.String, createdAt: time },
  comment: { id: CommentId, postId: PostId, ...text },
  comment_revision: { commentId: CommentId, content: Schema.String, createdAt: time },
  like: { postId: PostId, createdAt: time },
  follow: { target: Schema.Struct({ type: FollowType, id: Schema.Int }), followedAt: time },
  block: { ...member.fields, blockedAt: time },
  notification: {
    id: NotificationId,
    event: Notification.fields.type,
    read: Schema.Boolean,
    createdAt: time,
    actor: maybe(member),
    postId: maybe(PostId),
    commentId: maybe(CommentId),
    decisionId: maybe(DecisionId)
  },
  api_key: {
    id: ApiKeyId,
    name: Schema.String,
    prefix: Schema.String,
    scopes: Schema.Array(AccessScope),
    agent: Schema.Boolean,
    dailyWrites: maybe(Schema.Int),
    createdAt: time,
    lastUsedAt: maybe(time),
    expiresAt: maybe(time)
  },
  session: { id: SessionId, createdAt: time, expiresAt: time },
  report,
  decision,
  audit: {
    id: Schema.Int,
    at: time,
    action: AuditAction,
    byYourself: Schema.Boolean,
    targetId: maybe(Schema.Int),
    detail: maybe(Schema.String),
    reason: maybe(Schema.String)
  }
} as const

export type ExportType = keyof typeof lines

/** The types of lines, in the order of an export. */
export const exportTypes = Struct.keys(lines)

const line = <const Type extends ExportType, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

/** Something that is stored about a member: one line of an export. */
export const ExportLine = Schema.Union(
  line("profile", lines.profile),
  line("post", lines.post),
  line("post_revision", lines.post_revision),
  line("comment", lines.comment),
  line("comment_revision", lines.comment_revision),
  line("like", lines.like),
  line("follow", lines.follow),
  line("block", lines.block),
  line("notification", lines.notification),
  line("api_key", lines.api_key),
  line("session", lines.session),
  line("report", lines.report),
  line("decision", lines.decision),
  line("audit", lines.audit)
).annotations({
  identifier: "ExportLine",
  description: "Something that is stored about the caller, without secrets and without the names of moderators."
})
export type ExportLine = typeof ExportLine.Type
