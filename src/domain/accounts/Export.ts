import { Schema } from "effect"
import { DiseaseName } from "../diseases/DiseaseName.ts"
import { exactOptional, openTo } from "../Fields.ts"
import { FollowType } from "../follows/Follow.ts"
import {
  ApiKeyId,
  CommentId,
  DecisionId,
  DiseaseId,
  InvitationId,
  NewsId,
  NotificationId,
  PasskeyId,
  PostId,
  PushSubscriptionId,
  ReportId,
  SessionId,
  UserId
} from "../Ids.ts"
import { Decision } from "../moderation/Decision.ts"
import { Report } from "../moderation/Report.ts"
import { Notification } from "../notifications/Notification.ts"
import { Audience } from "../posts/Audience.ts"
import { PostCategory } from "../posts/Post.ts"
import { AuditAction } from "./Audit.ts"
import { AccessScope } from "./Credential.ts"
import { Role } from "./CurrentUser.ts"
import { InvitationRole } from "./Invitation.ts"
import { BegunBy, SessionKind } from "./Session.ts"
import { Settings } from "./Settings.ts"
import { Suspension } from "./Suspension.ts"
import { DiseasesVisibleTo } from "./User.ts"
import { VerificationAnswer, VerificationRequest } from "./VerificationRequest.ts"

const time = Schema.DateTimeUtc
const member = Schema.Struct({ id: UserId, username: Schema.String })

const text = {
  content: Schema.String,
  language: Schema.String,
  byAgent: Schema.Boolean,
  hidden: Schema.Boolean,
  createdAt: time,
  updatedAt: time,
  editedAt: Schema.NullOr(time)
}

const profile = {
  id: UserId,
  username: Schema.String,
  email: Schema.String,
  role: Role,
  bio: Schema.NullOr(Schema.String),
  verifiedAs: Schema.NullOr(Schema.String),
  verifiedAt: Schema.NullOr(time),
  suspended: Schema.NullOr(Suspension),
  diseases: Schema.Array(DiseaseName),
  diseasesVisibleTo: DiseasesVisibleTo,
  settings: Settings,
  /** The times of the last sign-ins from each address, of which only a keyed hash is stored. */
  signInsFromAddresses: Schema.Array(time),
  activeAt: time,
  createdAt: time
}

const { by: _, reportIds: __, ...decision } = Decision.fields
const { automated: ___, decision: ____, openedAt: _____, reporter: ______, ...report } = Report.fields

const line = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

/** Something that is stored about a member: one line of an export. */
export const ExportLine = Schema.Union(
  line("profile", profile),
  line("post", {
    id: PostId,
    title: Schema.String,
    category: PostCategory,
    diseaseId: Schema.NullOr(DiseaseId),
    audience: Audience,
    locked: Schema.Boolean,
    ...text
  }),
  line("post_revision", {
    postId: PostId,
    title: Schema.NullOr(Schema.String),
    content: Schema.String,
    createdAt: time
  }),
  line("comment", {
    id: CommentId,
    postId: PostId,
    replyTo: Schema.NullOr(CommentId),
    helped: Schema.Boolean,
    ...text
  }),
  line("comment_revision", { commentId: CommentId, content: Schema.String, createdAt: time }),
  /** Of a post or of a comment. */
  line("like", { postId: exactOptional(PostId), commentId: exactOptional(CommentId), createdAt: time }),
  line("follow", { target: Schema.Struct({ type: FollowType, id: Schema.Int }), followedAt: time }),
  line("place", { postId: PostId, commentId: Schema.NullOr(CommentId), visitedAt: time }),
  line("block", { ...member.fields, blockedAt: time }),
  line("verification_request", VerificationRequest.fields),
  line("invitation", {
    id: InvitationId,
    role: InvitationRole,
    uses: Schema.Int,
    used: Schema.Int,
    note: Schema.NullOr(Schema.String),
    createdAt: time,
    expiresAt: time
  }),
  line("notification", {
    id: NotificationId,
    event: Notification.fields.type,
    read: Schema.Boolean,
    createdAt: time,
    actor: Schema.NullOr(member),
    postId: Schema.NullOr(PostId),
    commentId: Schema.NullOr(CommentId),
    newsId: Schema.NullOr(NewsId),
    decisionId: Schema.NullOr(DecisionId),
    reportId: Schema.NullOr(ReportId),
    verification: Schema.NullOr(VerificationAnswer)
  }),
  line("api_key", {
    id: ApiKeyId,
    name: Schema.String,
    prefix: Schema.String,
    scopes: Schema.Array(AccessScope),
    agent: Schema.Boolean,
    dailyWrites: Schema.NullOr(Schema.Int),
    createdAt: time,
    lastUsedAt: Schema.NullOr(time),
    expiresAt: Schema.NullOr(time)
  }),
  line("session", {
    id: SessionId,
    kind: SessionKind,
    by: BegunBy,
    createdAt: time,
    lastUsedAt: Schema.NullOr(time),
    expiresAt: time
  }),
  line("passkey", { id: PasskeyId, name: Schema.String, createdAt: time, lastUsedAt: Schema.NullOr(time) }),
  line("second_factor", { enabledAt: time, recoveryCodesLeft: Schema.Int }),
  line("device", {
    id: PushSubscriptionId,
    device: Schema.NullOr(Schema.String),
    pushService: Schema.String,
    createdAt: time,
    lastSentAt: Schema.NullOr(time)
  }),
  line("report", report),
  line("decision", decision),
  line("audit", {
    id: Schema.Int,
    at: time,
    action: openTo(AuditAction),
    byYourself: Schema.Boolean,
    targetId: Schema.NullOr(Schema.Int),
    detail: Schema.NullOr(Schema.String),
    reason: Schema.NullOr(Schema.String)
  })
).annotations({
  identifier: "ExportLine",
  description: "Something that is stored about the caller, without secrets and without the names of moderators."
})
export type ExportLine = typeof ExportLine.Type

/** The types of lines, in the order of an export. */
export const exportTypes = ExportLine.members.map(({ fields }) => fields.type.literals[0])

export type ExportType = ExportLine["type"]
