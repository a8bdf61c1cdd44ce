import { Context, type Option, Schema } from "effect"
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

export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", { why: Schema.String }) {
  override get message() {
    return this.why
  }
}
