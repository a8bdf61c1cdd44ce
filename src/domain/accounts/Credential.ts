import { Option, Redacted, Schema } from "effect"
import { oneOf, wholeNumber } from "../Fields.ts"

/** A session token, or an API key, which has its prefix. */
export type Secret = Redacted.Redacted

export const CredentialKind = Schema.Literal("session", "apiKey")
export type CredentialKind = typeof CredentialKind.Type

export const AccessScope = oneOf("read", "write", "notifications", "members").annotations({
  identifier: "AccessScope",
  description:
    "`read`: every read but notifications. `write`: every write but marking notifications. `notifications`: list, " +
    "follow and mark notifications. `members`: what is not for everyone (posts with another audience, and what is on " +
    "them), by the others."
})
export type AccessScope = typeof AccessScope.Type

/** The permissions of a session token. */
export const allScopes: ReadonlyArray<AccessScope> = AccessScope.literals

/** The permissions of a key that was made without naming any: it reads what everyone may read. */
export const scopesUnlessNamed: ReadonlyArray<AccessScope> = ["read", "write", "notifications"]

/** The greatest limit of an API key's writes in a day. */
const maxDailyWrites = 100_000

/** The maximum number of writes of a key in a day of UTC. */
export const DailyWrites = wholeNumber(1, maxDailyWrites)

/** Spec, Authentication, rule 3. */
export const apiKeyPrefix = "rdc_"

/** @internal The beginning of a key that is stored and logged in plain, to distinguish it from others. */
export const keyPrefixCharacters = 8

/** A token without it began before tokens had a form. */
export const sessionTokenPrefix = "rds_"

/** The token of a browser's session, which opens pages only. */
export const browserTokenPrefix = "rdb_"

export const authorizationOf = (secret: Secret): string => {
  const text = Redacted.value(secret)
  return `${text.startsWith(apiKeyPrefix) ? "ApiKey" : "Bearer"} ${text}`
}

const malformed = Redacted.make("")

const isOfBrowser = (text: string) => text.startsWith(browserTokenPrefix)

/**
 * The secret of an `Authorization: Bearer …` or `ApiKey …` header, with the scheme in any case; none without a header.
 * `Bearer` takes both kinds, `ApiKey` an API key only. Any other header, and the token of a browser, gives a secret
 * that matches no credential, so that the request is refused and not taken for anonymous.
 */
export const secretOf = (header: string | undefined): Option.Option<Secret> => {
  if (header === undefined) return Option.none()
  const [, scheme = "", secret = ""] = /^(Bearer|ApiKey) +(\S+) *$/i.exec(header) ?? []
  const fits = secret.startsWith(apiKeyPrefix) || (scheme.toLowerCase() === "bearer" && !isOfBrowser(secret))
  return Option.some(fits ? Redacted.make(secret) : malformed)
}

/** The secret of the query parameter `apiKey` or `token`; a value of the wrong kind matches no credential. */
export const querySecretOf = (
  name: "apiKey" | "token",
  value: string | ReadonlyArray<string> | undefined
): Option.Option<Secret> => {
  if (value === undefined || value === "") return Option.none()
  const isKey = typeof value === "string" && value.startsWith(apiKeyPrefix)
  const fits = typeof value === "string" && isKey === (name === "apiKey") && !isOfBrowser(value)
  return Option.some(fits ? Redacted.make(value) : malformed)
}
