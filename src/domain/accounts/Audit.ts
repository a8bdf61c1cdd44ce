import { Schema } from "effect"
import { named, oneOf, openTo } from "../Fields.ts"
import { ApiKeyId, UserId } from "../Ids.ts"
import { Page } from "../Page.ts"

export const AuditAction = oneOf(
  "password_changed",
  "password_link_created",
  "email_changed",
  "sessions_ended",
  "key_created",
  "key_rotated",
  "key_revoked",
  "role_changed",
  "profile_changed",
  "first_admin",
  "verified",
  "unverified",
  "verification_refused",
  "post_changed",
  "post_deleted",
  "comment_changed",
  "comment_deleted",
  "credentials_revoked",
  "suspended",
  "unsuspended",
  "decided",
  "appeal_decided",
  "community_changed",
  "news_written",
  "news_changed",
  "news_deleted",
  "invitation_created",
  "invitation_ended",
  "webhook_created",
  "webhook_changed",
  "webhook_deleted",
  "passkey_added",
  "passkey_removed",
  "second_factor_added",
  "second_factor_removed",
  "recovery_codes_renewed",
  "factors_reset",
  "erased"
).annotations({
  identifier: "AuditAction",
  description:
    "The action. Posts, comments, and names and bios (`profile_changed`) appear when an admin changes those of another member."
})
export type AuditAction = typeof AuditAction.Type

const Member = Schema.Struct({
  id: UserId,
  username: Schema.NullOr(Schema.String).annotations({
    description: "The present name; null for a member who is gone."
  })
})

/** The id of an entry. Entries that are written at once may be committed in another order. */
export const AuditId = Schema.Int.pipe(Schema.between(1, 2_147_483_647))

export const AuditEntry = Schema.Struct({
  id: AuditId,
  at: Schema.DateTimeUtc,
  action: openTo(AuditAction),
  by: Schema.NullOr(Member).annotations({
    description: "The member who did it; null for the operator, on the command line of the server."
  }),
  key: Schema.NullOr(
    Schema.Struct({
      id: ApiKeyId,
      name: Schema.NullOr(Schema.String).annotations({ description: "Null for a key that was revoked since." }),
      agent: Schema.Boolean
    })
  ).annotations({ description: "The API key it was done with, and whether it is an agent's; null for a session." }),
  user: Member.annotations({
    description:
      "The member whom it concerned: whose credential, role or text it was. Of settings of the community and of news, the admin."
  }),
  targetId: Schema.NullOr(Schema.Int).annotations({
    description: "The id of the post, comment, news item, key, decision or request."
  }),
  detail: Schema.NullOr(Schema.String).annotations({ description: "Such as the roles before and after." }),
  reason: Schema.NullOr(Schema.String).annotations({
    description: "The words of the admin, where the action takes some."
  })
}).annotations(named("AuditEntry", "An entry of the audit log, which is never changed or deleted."))
export type AuditEntry = typeof AuditEntry.Type

export const AuditPage = Page(AuditEntry)
export type AuditPage = typeof AuditPage.Type

export interface AuditFilter {
  /** The member whom the actions concerned. */
  readonly userId?: UserId | undefined
  readonly action?: AuditAction | undefined
}
