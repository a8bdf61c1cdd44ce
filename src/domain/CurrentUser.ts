import { Context, type Option, Schema } from "effect"
import { CredentialKind } from "./Credential.ts"
import { UserId } from "./Ids.ts"
import { Role } from "./Role.ts"

/** Who signed in, and with which credential: its row's id, so that it can be ended, and when it ends by itself. */
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

/**
 * Who is asking. Services require it call by call, so that no transport can forget to say:
 * `http/` provides it by middleware, a test by `Effect.provideService`.
 */
export class CurrentUser extends Context.Tag("domain/CurrentUser")<CurrentUser, SignedInUser>() {}

/** Who is asking where nobody has to sign in: somebody, or none. */
export class Viewer extends Context.Tag("domain/Viewer")<Viewer, Option.Option<SignedInUser>>() {}

/** No credential was sent, or one that opens nothing. Both are told alike, so that guessing teaches nothing. */
export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", {}) {
  override get message() {
    return "sign in first: send Authorization: Bearer <token> or Authorization: ApiKey <key>, valid and not expired"
  }
}

/** Signed in, and yet not allowed. */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", { why: Schema.String }) {
  override get message() {
    return this.why
  }
}
