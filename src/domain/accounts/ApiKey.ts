import { Schema } from "effect"
import { named, optional, wholeNumber } from "../Fields.ts"
import { ApiKeyId } from "../Ids.ts"
import { rule } from "../Issues.ts"
import { AnyText, line } from "../Text.ts"
import { Time } from "../Time.ts"
import { AccessScope, DailyWrites } from "./Credential.ts"

/** The maximum number of characters of the name of an API key. */
const maxKeyNameCharacters = 100

export const NewApiKey = Schema.Struct({
  name: line(maxKeyNameCharacters).annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: maxKeyNameCharacters },
    examples: ["my agent"]
  }),
  scopes: optional(
    Schema.Array(AccessScope)
      .pipe(
        Schema.minItems(1, rule({ _tag: "Choice", message: `must name a scope: ${AccessScope.literals.join(", ")}` }))
      )
      .annotations({ description: "The key's permissions; by default those of the credential that creates it." })
  ),
  expiresAt: optional(
    Time.annotations({
      jsonSchema: {
        type: "string",
        format: "date-time",
        description: "The time from which the key is no longer valid: never, unless said."
      }
    })
  ),
  agent: Schema.optionalWith(
    Schema.Boolean.annotations({ description: "True for a key that software uses: its texts are marked." }),
    { default: () => false, nullable: true }
  ),
  dailyWrites: optional(
    DailyWrites.annotations({ description: "The maximum number of writes in a day of UTC: no limit, unless said." })
  )
}).annotations({ identifier: "NewApiKey", description: "The name of the key in the list, and its permissions." })
export type NewApiKey = typeof NewApiKey.Type

const grant = {
  scopes: Schema.Array(AccessScope),
  expiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  agent: Schema.Boolean,
  dailyWrites: Schema.OptionFromNullOr(DailyWrites)
}

export const CreatedApiKey = Schema.Struct({
  id: ApiKeyId,
  key: Schema.Redacted(Schema.String),
  name: Schema.String,
  usage: Schema.Redacted(Schema.String),
  createdAt: Schema.DateTimeUtc,
  ...grant
}).annotations({ identifier: "CreatedApiKey", description: "A key and how to use it. The key is shown only here." })
export type CreatedApiKey = typeof CreatedApiKey.Type

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  prefix: Schema.String,
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  ...grant
}).annotations({ identifier: "ApiKey", description: "A key without its secret." })
export type ApiKey = typeof ApiKey.Type

/** The maximum number of seconds for which the secret of an API key before a rotation stays valid. */
const maxGraceSeconds = 604_800

export const KeyRotation = Schema.Struct({
  graceSeconds: Schema.optionalWith(
    wholeNumber(0, maxGraceSeconds).annotations({
      description: "The seconds for which the secret until now stays valid: a day, unless said."
    }),
    { default: () => 86_400, nullable: true }
  )
}).annotations({ identifier: "KeyRotation", description: "How long the secret until now stays valid." })
export type KeyRotation = typeof KeyRotation.Type

export const RotatedApiKey = Schema.Struct({
  ...CreatedApiKey.fields,
  previousKeyExpiresAt: Schema.DateTimeUtc.annotations({
    description: "The time from which the secret before is no longer valid."
  })
}).annotations(named("RotatedApiKey", "A key with its new secret, which is shown only here."))
export type RotatedApiKey = typeof RotatedApiKey.Type

export const ApiKeyList = Schema.Struct({ data: Schema.Array(ApiKey) })

export const ApiKeyChoice = Schema.Struct({ key: optional(Schema.Redacted(AnyText)), id: optional(ApiKeyId) })
  .pipe(Schema.filter(({ id, key }) => id._tag === "Some" || key._tag === "Some" || "needs `key` or `id`"))
  .annotations({ identifier: "ApiKeyChoice", description: "The key to revoke: `key` (the secret) or `id`." })
export type ApiKeyChoice = typeof ApiKeyChoice.Type

/** The maximum number of API keys of a member that work at a time (contract, Accounts). */
export const maxApiKeys = 100

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {
  override readonly message = `you have ${maxApiKeys} API keys, which is the most: revoke one first`
}

export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", {}) {
  readonly field = "expiresAt"

  override readonly message = "expiresAt must be in the future"
}

export class ApiKeyExpired extends Schema.TaggedError<ApiKeyExpired>()("ApiKeyExpired", {}) {
  override readonly message = "this API key has expired: create a new one"
}

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {
  override readonly message = "you have no such API key"
}
