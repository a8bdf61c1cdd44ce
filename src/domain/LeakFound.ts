import { Schema } from "effect"
import { CredentialKind } from "./accounts/Credential.ts"

const remedies = {
  apiKey: "an API key: take it out, and revoke it (DELETE /api/auth/apikeys) if anybody else has seen it",
  session: "a session token: take it out, and log out (POST /api/auth/logout) if anybody else has seen it",
  email: "the email address of its author: take it out, since everybody can read it here"
} as const

export const LeakKind = Schema.Literal(...CredentialKind.literals, "email")
export type LeakKind = typeof LeakKind.Type

/** A text to publish holds a credential, or the address of its author. The message does not repeat it. */
export class LeakFound extends Schema.TaggedError<LeakFound>()("LeakFound", { field: Schema.String, what: LeakKind }) {
  override get message() {
    return `${this.field} holds ${remedies[this.what]}`
  }
}
