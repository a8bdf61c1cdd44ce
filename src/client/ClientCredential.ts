import { Redacted } from "effect"
import { authorizationOf } from "../domain/accounts/Credential.ts"

/** A session token or an API key. */
export type Credential = string | Redacted.Redacted

/** The header that carries a credential; none where there is none, or an empty one. */
export const headerOf = (credential: Credential | undefined): string | undefined => {
  const secret = typeof credential === "string" ? Redacted.make(credential) : credential
  return secret === undefined || Redacted.value(secret) === "" ? undefined : authorizationOf(secret)
}
