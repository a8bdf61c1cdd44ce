import { Schema } from "effect"
import { named, optional, removed } from "../Fields.ts"
import { VerificationRequestId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { requiredText } from "../Text.ts"
import { Reason } from "./Suspension.ts"
import { Author, VerifiedAs } from "./User.ts"

/** The longest text of a request to be verified. */
const maxRequestCharacters = 1_000

const RequestText = requiredText(maxRequestCharacters).annotations({
  description: "What the admins can check, such as a register with the number in it.",
  examples: ["I am in the register of the chamber of physicians, number 12345."]
})

export const NewVerificationRequest = Schema.Struct({ as: VerifiedAs, text: RequestText }).annotations(
  named("NewVerificationRequest", "What a member asks to be verified as, and why the admins may believe it.")
)
export type NewVerificationRequest = typeof NewVerificationRequest.Type

export const NewVerification = Schema.Struct({
  as: VerifiedAs,
  asked: optional(NewVerificationRequest).annotations({
    description: "The request as you have read it: where it was changed or withdrawn since, nobody is verified (409)."
  }),
  username: optional(Schema.String).annotations({
    description: "The name as you have read it: a member who has another one by now is not verified (409)."
  })
}).annotations(
  named("NewVerification", "An admin's description of the verified member, such as a profession, and what it rests on.")
)
export type NewVerification = typeof NewVerification.Type

export const VerificationRequest = Schema.Struct({
  id: VerificationRequestId,
  as: Schema.String,
  text: Schema.String,
  createdAt: Schema.DateTimeUtc
}).annotations(named("VerificationRequest", "A request to be verified, which only its member and admins see."))
export type VerificationRequest = typeof VerificationRequest.Type

/** A request as admins see it. */
export const ListedVerificationRequest = Schema.Struct({
  ...VerificationRequest.fields,
  user: Author.annotations({ description: "The member who asks." })
}).annotations(named("ListedVerificationRequest", "A request to be verified, with the member who asks."))
export type ListedVerificationRequest = typeof ListedVerificationRequest.Type

export const VerificationRequestPage = Page(ListedVerificationRequest)
export type VerificationRequestPage = typeof VerificationRequestPage.Type

export const VerificationRequestState = Schema.Struct({ requested: Schema.Boolean }).annotations(
  named("VerificationRequestState", "Whether the caller asks to be verified now.")
)
export type VerificationRequestState = typeof VerificationRequestState.Type

export const VerificationRefusal = Schema.Struct({
  reason: Reason,
  asked: optional(NewVerificationRequest).annotations({
    description: "The request as you have read it: one whose words have changed since is not refused (409)."
  })
}).annotations(
  named("VerificationRefusal", "The reason why an admin refuses a request, for the member and the audit log.")
)
export type VerificationRefusal = typeof VerificationRefusal.Type

export const VerificationRequestRemoved = removed("VerificationRequestRemoved", VerificationRequestId)
export type VerificationRequestRemoved = typeof VerificationRequestRemoved.Type

/** The answer to a request, as a notification has it. */
export const VerificationAnswer = Schema.Struct({
  given: Schema.Boolean.annotations({ description: "False for a request that an admin refused." }),
  reason: Schema.NullOr(Schema.String).annotations({ description: "Why it was refused." })
}).annotations(named("VerificationAnswer", "The answer of an admin to a request to be verified."))
export type VerificationAnswer = typeof VerificationAnswer.Type

export class VerificationRequestNotFound extends Schema.TaggedError<VerificationRequestNotFound>()(
  "VerificationRequestNotFound",
  { id: VerificationRequestId }
) {
  override readonly message = `there is no request ${this.id}: it was answered or withdrawn, or it never was`
}

/** The member has changed or withdrawn the request, or has another name, since an admin read it. */
export class VerificationRequestChanged extends Schema.TaggedError<VerificationRequestChanged>()(
  "VerificationRequestChanged",
  {}
) {
  override readonly message =
    "the member has changed or withdrawn the request, or taken another name, since you read it: read it again"
}
