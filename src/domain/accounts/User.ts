import { Schema } from "effect"
import { DiseaseName } from "../diseases/DiseaseName.ts"
import { count, maybe, named, oneOf, optional } from "../Fields.ts"
import { DiseaseId, UserId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { lengthOf, line, text } from "../Text.ts"
import { Role } from "./CurrentUser.ts"
import { Email } from "./Email.ts"
import { AuthenticationResponse } from "./Passkey.ts"
import { TriedPassword } from "./Password.ts"
import { hasProof } from "./StepUp.ts"
import { Suspension } from "./Suspension.ts"
import { Username, usernameKey } from "./Username.ts"

/** The maximum number of characters of what members write about themselves. */
const maxBioCharacters = 2000

/** Markdown, filtered as content is. */
export const Bio = text(maxBioCharacters).annotations({ examples: ["Living with **Marfan syndrome** since 1990."] })

/** The maximum number of characters of what a member is verified as. */
const maxVerifiedAsCharacters = 100

export const VerifiedAs = line(maxVerifiedAsCharacters).annotations({
  jsonSchema: { type: "string", minLength: 1, maxLength: maxVerifiedAsCharacters },
  examples: ["cardiologist, Charité"]
})

/** A member was verified by an admin, under the admin's present name. */
export const Verification = Schema.Struct({
  by: Schema.Struct({ id: UserId, username: Schema.String }),
  at: Schema.DateTimeUtc,
  as: Schema.String
}).annotations({ identifier: "Verification", description: "Who verified the member, when, and as what." })
export type Verification = typeof Verification.Type

/** A member in a list, without email and diseases. */
export const User = Schema.Struct({
  id: UserId,
  username: Schema.String,
  role: Role,
  bio: Schema.OptionFromNullOr(Schema.String.annotations({ description: "Filtered Markdown." })),
  bioHtml: Schema.OptionFromNullOr(Schema.String.annotations({ description: "The same as sanitised HTML." })),
  verified: Schema.OptionFromNullOr(Verification),
  suspended: optional(Suspension).annotations({
    description: "To moderators, admins and the member, while the member is suspended."
  }),
  createdAt: Schema.DateTimeUtc
}).annotations({ identifier: "User", description: "A member." })
export type User = typeof User.Type

/** A text that was written or changed with an agent's key is an agent's for ever. */
export const AuthorKind = oneOf("human", "agent").annotations({
  identifier: "AuthorKind",
  description: "`agent` for a text that was written or changed with an agent's key, else `human`."
})
export type AuthorKind = typeof AuthorKind.Type

/** The author of a post or a comment, with the present role and verification, and the kind of this text. */
export const Author = Schema.Struct({
  id: UserId,
  username: Schema.String,
  role: Role,
  verified: Schema.Boolean,
  verifiedAs: maybe(Schema.String),
  kind: AuthorKind
}).annotations(named("Author", "The author: role and verification as they are now, `kind` as this was written."))
export type Author = typeof Author.Type

export const DiseasesVisibleTo = oneOf("members", "me").annotations({
  identifier: "DiseasesVisibleTo",
  description: "Who sees the diseases of a member: every member, or nobody else (`me`)."
})
export type DiseasesVisibleTo = typeof DiseasesVisibleTo.Type

/** `email` is there for the member and for admins only, `diseasesVisibleTo` for the member. */
export const UserDetail = Schema.Struct({
  ...User.fields,
  diseaseIds: Schema.Array(DiseaseId),
  diseases: Schema.Array(DiseaseName),
  postCount: count,
  email: maybe(Schema.String),
  diseasesVisibleTo: maybe(DiseasesVisibleTo)
}).annotations({
  identifier: "UserDetail",
  description:
    "A member in detail; `email` only to oneself and to admins, `diseasesVisibleTo` to oneself. Without diseases for " +
    "others where it is `me`."
})
export type UserDetail = typeof UserDetail.Type

export const UserPage = Page(User)
export type UserPage = typeof UserPage.Type

export interface UserFilter {
  readonly role?: Role | undefined
  readonly verified?: boolean | undefined
  /** Part of a username or an email; see `memberSearch`. */
  readonly search?: string | undefined
}

/**
 * The fewest characters that are searched for anywhere in the names of members: a shorter text is contained in too
 * many.
 */
const minAnywhereCharacters = 3

/**
 * The text to look for in folded usernames and emails: anywhere, or at their beginning if it has fewer than three
 * characters. A blank search, or one with control characters, finds nothing.
 */
export const memberSearch = (typed: string): { readonly text: string; readonly isAnywhere: boolean } => {
  const key = usernameKey(typed.trim())
  const text = /\p{Cc}/u.test(key) ? "" : key
  return { text, isAnywhere: lengthOf(text) >= minAnywhereCharacters }
}

/** Members are searched by the names of all from this number of characters on. */
export const minNameCharacters = 2

/** The maximum number of diseases that a member may name as their own. */
export const maxOwnDiseases = 100

/** Absent fields stay, and a null bio is cleared. Only admins may send `role`, and only the member an email. */
export const UserChange = Schema.Struct({
  username: optional(Username),
  bio: maybe(Schema.OptionFromNullOr(Bio)),
  diseaseIds: optional(
    Schema.Array(DiseaseId).pipe(
      Schema.maxItems(maxOwnDiseases, { message: () => `must hold at most ${maxOwnDiseases} ids` })
    )
  ),
  role: optional(Role),
  diseasesVisibleTo: optional(DiseasesVisibleTo),
  email: optional(Email),
  password: optional(TriedPassword).annotations({
    description:
      "The password of the caller, which a change of the email needs, and the role `moderator` or `admin` where the " +
      "sign-in is over five minutes old."
  }),
  passkey: optional(AuthenticationResponse).annotations({ description: "In place of `password`." })
})
  .pipe(
    Schema.filter(({ email, role, ...proof }) => {
      if (email._tag === "Some") return hasProof(proof) || "email needs the password of the caller beside it"
      return (
        role._tag === "Some" ||
        !hasProof(proof) ||
        "password only confirms a new email or role: send it too, or change the password by itself"
      )
    })
  )
  .annotations({ identifier: "UserChange", description: "Changes of a member; absent fields stay." })
export type UserChange = typeof UserChange.Type

export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", { id: UserId }) {
  override readonly message = `there is no user ${this.id}`
}

export class UsernameTaken extends Schema.TaggedError<UsernameTaken>()("UsernameTaken", {}) {
  readonly field = "username"

  override readonly message = "this username is taken: choose another (case and width make no difference)"
}

export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {
  readonly field = "email"

  override readonly message = "this email is taken: log in, or take another"
}
