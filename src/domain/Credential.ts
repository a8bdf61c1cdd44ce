import { Option, Redacted, Schema } from "effect"

/** What a caller shows: the secret, whatever scheme carried it. An API key tells itself by its prefix. */
export type Secret = Redacted.Redacted

/** With what a caller signed in. Logging out ends a session token, and only that. */
export const CredentialKind = Schema.Literal("session", "apiKey")
export type CredentialKind = typeof CredentialKind.Type

/** How an API key begins (spec, Authentication, rule 3). */
export const apiKeyPrefix = "rdc_"

/** The header that carries a secret, by the scheme of its kind. */
export const authorizationOf = (secret: Secret): string => {
  const text = Redacted.value(secret)
  return `${text.startsWith(apiKeyPrefix) ? "ApiKey" : "Bearer"} ${text}`
}

/** A credential was sent that no scheme of ours can carry. */
const unreadable = Redacted.make("")

/**
 * The secret of an `Authorization: Bearer …` or `ApiKey …` header, its scheme in any case; none without a header.
 * `Bearer` carries either kind, `ApiKey` an API key only. A header of another form is a secret that opens nothing, so
 * that it is refused rather than taken for no credential.
 */
export const secretOf = (header: string | undefined): Option.Option<Secret> => {
  if (header === undefined) return Option.none()
  const [, scheme = "", secret = ""] = /^(Bearer|ApiKey) +(\S+) *$/i.exec(header) ?? []
  const fits = secret !== "" && (scheme.toLowerCase() === "bearer" || secret.startsWith(apiKeyPrefix))
  return Option.some(fits ? Redacted.make(secret) : unreadable)
}

/**
 * The secret of a query parameter: an API key under `apiKey`, a session token under `token`. None without one; what
 * cannot be one is a secret that opens nothing.
 */
export const querySecretOf = (
  name: "apiKey" | "token",
  value: string | ReadonlyArray<string> | undefined
): Option.Option<Secret> => {
  if (value === undefined || value === "") return Option.none()
  const fits = typeof value === "string" && value.startsWith(apiKeyPrefix) === (name === "apiKey")
  return Option.some(fits ? Redacted.make(value) : unreadable)
}
