import { Context, Data, Option, Schema } from "effect"
import { actsAsModerator, isStaff, type Role, type SignedInUser } from "../accounts/CurrentUser.ts"
import { oneOf } from "../Fields.ts"

/** The readers of a post, and of the comments and likes on it (contract, Audiences). */
export const Audience = oneOf("everyone", "members", "disease").annotations({
  identifier: "Audience",
  description:
    "Who may read it: `everyone`, `members`, or `disease`: members who named its disease, or one above or below."
})
export type Audience = typeof Audience.Type

/** The reader for whom the storage reads posts. A suspended member, the `author`, reads their own posts only. */
export type Reader = Data.TaggedEnum<{
  visitor: object
  member: { readonly id: number }
  author: { readonly id: number }
  /** A moderator, or the program, which reads all posts. */
  all: object
}>

const readers = Data.taggedEnum<Reader>()

/** For a visitor: only what everyone may read. */
export const visitor: Reader = readers.visitor()

/** For moderators, and for what the program does by itself with all posts. */
export const readerOfAll: Reader = readers.all()

/**
 * The reader of the present request. The adapters of the storage read it, so that no call of a repository has to name
 * it, and one that nobody thought of reads as a visitor.
 */
export class PostReader extends Context.Reference<PostReader>()("domain/posts/PostReader", {
  defaultValue: (): Reader => visitor
}) {}

/** A member as a reader. */
export const readerOfMember = (id: number): Reader => readers.member({ id })

/** An API key without the scope `members` reads as a visitor, even its owner's posts. */
export const readerOf = (caller: Option.Option<SignedInUser>): Reader => {
  const user = Option.getOrUndefined(caller)
  if (user === undefined || !user.credential.scopes.includes("members")) return visitor
  if (user.suspended) return readers.author({ id: user.id })
  return actsAsModerator(user) ? readerOfAll : readerOfMember(user.id)
}

/**
 * True if a reader may read a post; `may_read` of the database says the same. `isConcerned` tells whether a member has
 * the disease of the post among theirs, or one above or below it.
 */
export const mayRead = (
  { audience, authorId }: { readonly audience: Audience; readonly authorId: number },
  reader: Reader,
  isConcerned: (memberId: number) => boolean
): boolean => {
  if (audience === "everyone" || reader._tag === "all") return true
  if (reader._tag === "visitor") return false
  const { id } = reader
  return id === authorId || (reader._tag === "member" && (audience === "members" || isConcerned(id)))
}

/**
 * The reader for whom a notification of a member is stored; `recipient_reader` of the database says the same.
 * Moderators read all posts.
 */
export const recipientReader = ({ id, role }: { readonly id: number; readonly role: Role }): Reader =>
  isStaff(role) ? readerOfAll : readerOfMember(id)

/** How many read: the greater, the more. */
const widths: Readonly<Record<Audience, number>> = { disease: 0, members: 1, everyone: 2 }

/** True for a post that was written, or answered, for fewer readers than it has. */
export const isWider = (audience: Audience, than: Audience): boolean => widths[audience] > widths[than]

/** True if a change may show a post to somebody who may not read it yet. */
export const isWidened = (
  before: { readonly audience: Audience; readonly diseaseId: Option.Option<number> },
  after: { readonly audience: Audience; readonly diseaseId: Option.Option<number> }
): boolean =>
  isWider(after.audience, before.audience) ||
  (after.audience === "disease" &&
    before.audience === "disease" &&
    Option.getOrNull(after.diseaseId) !== Option.getOrNull(before.diseaseId))

const refusals = {
  off: "audience must be everyone: this community has not turned audiences on (an admin does, by PATCH /api/community)",
  noDisease: "audience disease needs a diseaseId: send one, or another audience"
} as const

/** The audience does not fit the post or the community. */
export class AudienceRefused extends Schema.TaggedError<AudienceRefused>()("AudienceRefused", {
  reason: Schema.Literal("off", "noDisease")
}) {
  readonly field = "audience"
  override readonly message = refusals[this.reason]
}

/** Others have answered in the belief that only these readers see it. */
export class AudienceFixed extends Schema.TaggedError<AudienceFixed>()("AudienceFixed", {}) {
  override readonly message =
    "others have commented on this post, for the readers that it has: it can be shown to fewer, but not to more"
}

/** A comment was written while its post had fewer readers than now. */
export class AudienceWidened extends Schema.TaggedError<AudienceWidened>()("AudienceWidened", {
  audience: Audience
}) {
  readonly field = "audience"
  override readonly message =
    `this post is for ${this.audience} now, and so has more readers than when the comment was written: if they may all read ` +
    `the comment, send "audience": "${this.audience}"`
}
