import { Context, type Option, Schema, Struct } from "effect"
import { UserId } from "../Ids.ts"
import { CredentialKind } from "./Credential.ts"
import { Role } from "./Role.ts"

/** A member with the credential of the request: the id of its row, and its expiry. */
export const SignedInUser = Schema.Struct({
  id: UserId,
  username: Schema.String,
  role: Role,
  credential: Schema.Struct({
    kind: CredentialKind,
    id: Schema.Number,
    expiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
  })
})
export type SignedInUser = typeof SignedInUser.Type

/** The member who sent the request. Services require it for each call, so that no transport can forget it. */
export class CurrentUser extends Context.Tag("domain/accounts/CurrentUser")<CurrentUser, SignedInUser>() {}

/** The member who sent the request, if anybody signed in. */
export class Viewer extends Context.Tag("domain/accounts/Viewer")<Viewer, Option.Option<SignedInUser>>() {}

/** The request has no valid credential. The message does not tell a wrong one from a missing one. */
export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", {}) {
  override get message() {
    return "sign in first: send Authorization: Bearer <token> or Authorization: ApiKey <key>, valid and not expired"
  }
}

const notAllowedMessages = {
  changePost: "only its author and admins may change this post",
  deletePost: "only its author and admins may delete this post",
  changeProfile: "only the member and admins may change this profile",
  changeRole: "only an admin may change a role",
  searchMembers: "only an admin may search members: list them without search",
  demoteLastAdmin: "this is the only admin: make another member an admin first",
  becomeAdmin: "the role admin is not open at registration: register without it, or ask an admin",
  becomeExpert: "the role expert is not open at registration: register without it, or ask an admin",
  becomeUser: "the role user is not open at registration: register without it, or ask an admin",
  becomeFirstAdmin:
    "there is no admin yet: to become the first, send the one-time code as adminCode. The server printed it on its " +
    "terminal or in its log when it started, or FIRST_ADMIN_CODE set it"
} as const

const Action = Schema.Literal(...Struct.keys(notAllowedMessages))
export type RestrictedAction = typeof Action.Type

/** The caller may not do this. */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", { action: Action }) {
  override get message() {
    return notAllowedMessages[this.action]
  }
}
