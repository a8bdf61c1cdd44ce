import { Context, type DateTime, Option, Schema, Struct } from "effect"
import { oneOf } from "../Fields.ts"
import { ApiKeyId, SessionId, UserId } from "../Ids.ts"
import { AccessScope, allScopes, DailyWrites } from "./Credential.ts"

/** Only an admin may change a role. */
export const Role = oneOf("user", "expert", "moderator", "admin").annotations({
  identifier: "Role",
  description: "`user`, `expert`, `moderator` or `admin`."
})
export type Role = typeof Role.Type

const ofCredential = {
  expiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  scopes: Schema.Array(AccessScope),
  /** True for a key that software uses. */
  agent: Schema.Boolean,
  /** The budget that its writes count in. */
  budget: Schema.OptionFromNullOr(Schema.Struct({ id: Schema.Int, dailyWrites: DailyWrites }))
}

/** The credential of a request: the id of its row, its expiry and its permissions. */
const UsedCredential = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("session"),
    id: SessionId,
    secretId: Schema.Null,
    ...ofCredential,
    /** The token that replaces the one that was sent, for the browser to keep until the latest end of the session. */
    nextToken: Schema.optional(
      Schema.Struct({ token: Schema.Redacted(Schema.String), keptUntil: Schema.DateTimeUtcFromSelf })
    )
  }),
  Schema.Struct({
    kind: Schema.Literal("apiKey"),
    id: ApiKeyId,
    /** A rotated key has two secrets. */
    secretId: Schema.Int,
    ...ofCredential
  })
)
export type UsedCredential = typeof UsedCredential.Type
export type SessionCredential = Extract<UsedCredential, { readonly kind: "session" }>

export const SignedInUser = Schema.Struct({
  id: UserId,
  username: Schema.String,
  role: Role,
  /** Only of a session, since the keys of a suspended member are refused. */
  suspended: Schema.Boolean,
  /** Of a moderator or an admin without a passkey and a second factor (`StaffFactor.ts`). */
  factorDue: Schema.optional(Schema.Struct({ at: Schema.DateTimeUtcFromSelf, isOver: Schema.Boolean })),
  /** The language of their pages, if they have chosen one; only of a session. */
  language: Schema.optional(Schema.NullOr(Schema.String)),
  credential: UsedCredential
})
export type SignedInUser = typeof SignedInUser.Type

/** The member who sent the request. Services require it for each call, so that no transport can forget it. */
export class CurrentUser extends Context.Tag("domain/accounts/CurrentUser")<CurrentUser, SignedInUser>() {}

/** The member who sent the request, if anybody signed in. */
export class Viewer extends Context.Tag("domain/accounts/Viewer")<Viewer, Option.Option<SignedInUser>>() {}

/** The token that replaces the one of this credential, if it was a session's and has one. */
export const nextTokenOf = (credential: UsedCredential) =>
  credential.kind === "session" ? credential.nextToken : undefined

/** The credential of a session, which may do all that its member may. */
export const sessionCredential = (id: SessionId, expiresAt: Option.Option<DateTime.Utc>): SessionCredential => ({
  kind: "session",
  id,
  secretId: null,
  expiresAt,
  scopes: allScopes,
  agent: false,
  budget: Option.none()
})

/** True for an agent's key of a moderator or an admin, which does not see what moderators are notified of. */
export const isAgentOfStaff = ({ credential, role }: SignedInUser): boolean => credential.agent && isStaff(role)

/** True for a moderator or an admin who has to get a passkey or a second factor before acting as one. */
export const lacksFactor = ({ factorDue, role }: SignedInUser): boolean => isStaff(role) && factorDue?.isOver === true

/**
 * True for an admin who acts as one: the key of an agent has the rights of a member only, as has an admin who lacks a
 * factor, and a suspended admin fewer.
 */
export const actsAsAdmin = (user: SignedInUser): boolean => user.role === "admin" && actsAsModerator(user)

/** The same for a moderator or an admin. */
export const actsAsModerator = (user: SignedInUser): boolean =>
  isStaff(user.role) && !user.credential.agent && !user.suspended && !lacksFactor(user)

/** True for the member whom something belongs to, and for admins (spec, Authentication, rule 6). */
export const isOwnerOrAdmin =
  (ownerId: number) =>
  (user: SignedInUser): boolean =>
    user.id === ownerId || actsAsAdmin(user)

/** True for the roles that decide about other members. */
export const isStaff = (role: Role): boolean => role === "moderator" || role === "admin"

/** The kind of author that texts written with this credential have. */
export const authorKindOf = ({ credential }: SignedInUser): "agent" | "human" => (credential.agent ? "agent" : "human")

/** The request has no valid credential. The message is the same for a wrong and a missing one. */
export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", {}) {
  override readonly message =
    "sign in first: send Authorization: Bearer <token> or Authorization: ApiKey <key>, valid and not expired"
}

export class MissingScope extends Schema.TaggedError<MissingScope>()("MissingScope", { scope: AccessScope }) {
  override readonly message = `this API key lacks the scope ${this.scope}: use a key that has it`
}

const notAllowedMessages = {
  changePost: "only its author and admins may change this post",
  deletePost: "only its author and admins may delete this post",
  changeComment: "only its author and admins may change this comment",
  deleteComment: "only its author and admins may delete this comment",
  reactToBlocker: "the author of this text has blocked you: you may read it, but not comment on it or like it",
  commentOnLocked: "this post is locked: it takes no new comments",
  markHelped: "only the author of the post says which comments helped",
  seeRevisions: "only its author and moderators may see the earlier texts",
  changeProfile: "only the member and admins may change this profile",
  changeRole: "only an admin may change a role",
  verifyMember: "only an admin may verify members",
  askVerification:
    "an agent's API key cannot ask to be verified, or withdraw that: the member does it with a session token",
  changeEmail: "only the member may change their email, and not with an agent's API key",
  changeVisibility: "only the member may decide who sees their diseases",
  register: "registration is closed: ask an admin for an account or an invitation",
  setWebhooks: "only an admin may see, add, change and remove webhooks",
  invite: "only an admin may make, see and end invitations",
  joinByInvitation: "this invitation is not valid: it was used up, has expired or was ended. Ask for another one",
  linkPassword: "only an admin may make a link by which another member sets a password",
  linkOwnPassword: "no link for oneself: change your password by POST /api/auth/password",
  confirmPassword: "send your own password as password: you signed in more than five minutes ago",
  guardAccount:
    "your powers rest: add a passkey, or codes of an app, to your account (/settings/security, or POST /api/auth/passkeys). " +
    "Moderators and admins need one of them 14 days after they got the role",
  changeFactors: "an API key sees and changes no passkeys and no second factor: use a session token",
  letAgentRead:
    "this community lets no agent read what is not for everyone: make the key without the scope members (an admin may allow it)",
  export: "an agent's API key cannot export the data of the member: the member does it with a session token",
  leave: "an agent's API key cannot end the membership: the member does it with a session token",
  leaveAsLastAdmin: "this is the only admin: make another member an admin first",
  searchMembers: "only an admin may search members: list them without search",
  demoteLastAdmin: "this is the only admin: make another member an admin first",
  becomeAdmin: "the role admin is not open at registration: register without it, or ask an admin",
  becomeExpert: "the role expert is not open at registration: register without it, or ask an admin",
  becomeModerator: "the role moderator is not open at registration: register without it, or ask an admin",
  becomeUser: "the role user is not open at registration: register without it, or ask an admin",
  makeAdmin:
    "an API key can make nobody an admin or a moderator: use a session token, and send your password as password",
  registerStaff:
    "you signed in more than five minutes ago: sign in again, or register without the role and give it by " +
    "PATCH /api/users/:id with your password",
  moderateMember: "only an admin may end credentials of others and suspend members",
  actAsAdmin:
    "an agent's API key cannot act as a moderator or an admin: use a session token, or a key that is not an agent's",
  suspendLastAdmin: "this is the only admin who is not suspended: make another member an admin first",
  decide: "only moderators and admins may decide on reports: report it, and one of them will",
  decideOwn: "nobody decides about themselves or their own texts: leave it to another moderator",
  suspendAdmin: "only an admin may suspend an admin, or end that suspension",
  appeal: "an agent's API key cannot appeal: the member does it with a session token",
  appealOfOthers: "only the member whom the decision concerns may appeal",
  decideAppeal: "only moderators and admins may decide on appeals",
  decideOwnAppeal: "nobody decides on their own appeal: leave it to another moderator",
  decideAppealOfOwnDecision: "another moderator than the one who decided decides on the appeal",
  administer: "only an admin may use the pages for admins",
  readAudit: "only an admin may read the audit log",
  seeVerificationRequests: "only an admin may read and refuse requests to be verified",
  setCommunity: "only an admin may see and change the settings of the community",
  deleteNews: "only an admin may delete news",
  writeNews: "only an admin may write and change news of the community",
  changeFeedNews: "only news that the community wrote itself can be changed, and not news of a feed",
  setFeeds: "only an admin may see and change the news feeds",
  changePassword: "an agent's API key cannot change the password: the member does it with a session token",
  seeSessions: "an agent's API key cannot see sessions: the member does it with a session token",
  subscribeDevice:
    "an API key has no device to be told on: subscribe it with the session token of the browser or program on it",
  endSessions: "an agent's API key cannot end sessions: the member does it with a session token",
  becomeFirstAdmin:
    "there is no admin yet: to become the first, send the one-time code as adminCode. The server printed it on its " +
    "terminal or in its log when it started, or FIRST_ADMIN_CODE set it"
} as const

const Action = Schema.Literal(...Struct.keys(notAllowedMessages))
export type RestrictedAction = typeof Action.Type

export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", { action: Action }) {
  get field() {
    if (this.action === "becomeFirstAdmin") return "adminCode"
    if (this.action === "confirmPassword") return "password"
    return this.action.startsWith("become") ? "role" : undefined
  }

  override readonly message = notAllowedMessages[this.action]
}

/** The IPv4 address of the client, or the /64 of its IPv6 address; the transport knows which proxies to trust. */
export class ClientAddress extends Context.Tag("domain/accounts/ClientAddress")<ClientAddress, string>() {}
