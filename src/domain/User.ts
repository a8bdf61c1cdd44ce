import { Schema } from "effect"
import { DiseaseId, UserId } from "./Ids.ts"
import { Page } from "./Page.ts"
import { Role } from "./Role.ts"
import { lengthOf, text } from "./Text.ts"
import { Username, usernameKey } from "./Username.ts"

/** What a member says of themselves: Markdown, up to 2000 characters, filtered as content is. */
export const Bio = text(2000).annotations({ examples: ["Living with **Marfan syndrome** since 1990."] })

/** A member in a list. Neither email nor diseases stand here. */
export const User = Schema.Struct({
  id: UserId,
  username: Schema.String,
  role: Role,
  bio: Schema.OptionFromNullOr(Schema.String.annotations({ description: "Filtered Markdown." })),
  bioHtml: Schema.OptionFromNullOr(Schema.String.annotations({ description: "The same as sanitised HTML." })),
  createdAt: Schema.DateTimeUtc
}).annotations({ identifier: "User", description: "A member." })
export type User = typeof User.Type

/** The author of a post or comment, with the role of now. */
export const Author = Schema.Struct({ id: UserId, username: Schema.String, role: Role }).annotations({
  identifier: "Author",
  description: "Who wrote it, with the role of now."
})

/** A disease by name. */
export const DiseaseName = Schema.Struct({ id: DiseaseId, name: Schema.String }).annotations({
  identifier: "DiseaseName",
  description: "A disease by its id and name."
})

/** A member in detail; `email` is there for the member and for admins only. */
export const UserDetail = Schema.Struct({
  ...User.fields,
  diseaseIds: Schema.Array(DiseaseId),
  diseases: Schema.Array(DiseaseName),
  postCount: Schema.Number.pipe(Schema.int()),
  email: Schema.optionalWith(Schema.String, { as: "Option", exact: true })
}).annotations({ identifier: "UserDetail", description: "A member in detail; `email` only to oneself and to admins." })
export type UserDetail = typeof UserDetail.Type

/** One page of members. */
export const UserPage = Page(User)
export type UserPage = typeof UserPage.Type

/** What a list of members is narrowed to. */
export interface UserFilter {
  readonly role?: Role | undefined
  /** Part of a username or an email; see `memberSearch`. */
  readonly search?: string | undefined
}

/** Shorter texts are looked for at the beginning alone: too many names hold them somewhere. */
const anywhereCharacters = 3

/**
 * What a search for members compares with their folded names and emails: without regard to case and width, anywhere in
 * them, or at their beginning when it is shorter than three characters. Nothing is found by a blank one, nor by one with
 * control characters, which no name or email holds.
 */
export const memberSearch = (typed: string): { readonly text: string; readonly isAnywhere: boolean } => {
  const key = usernameKey(typed.trim())
  const text = /\p{Cc}/u.test(key) ? "" : key
  return { text, isAnywhere: lengthOf(text) >= anywhereCharacters }
}

/** What may change of a member: absent stays, and a null bio is cleared. `role` is for admins. */
export const UserChange = Schema.Struct({
  username: Schema.optionalWith(Username, { as: "Option", nullable: true }),
  bio: Schema.optionalWith(Schema.OptionFromNullOr(Bio), { as: "Option", exact: true }),
  diseaseIds: Schema.optionalWith(
    Schema.Array(DiseaseId).pipe(Schema.maxItems(100, { message: () => "must hold at most 100 ids" })),
    { as: "Option", nullable: true }
  ),
  role: Schema.optionalWith(Role, { as: "Option", nullable: true })
}).annotations({ identifier: "UserChange", description: "What to change; what is absent stays." })
export type UserChange = typeof UserChange.Type

/** There is no member of this id. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", { id: UserId }) {
  override get message() {
    return `there is no user ${this.id}`
  }
}

/** Another member has this name. */
export class UsernameTaken extends Schema.TaggedError<UsernameTaken>()("UsernameTaken", {}) {
  override get message() {
    return "this username is taken: choose another (case and width make no difference)"
  }
}

/** Another member registered with this email. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {
  override get message() {
    return "this email is taken: log in, or register with another"
  }
}
