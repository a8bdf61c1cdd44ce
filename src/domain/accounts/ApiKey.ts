import { Schema } from "effect"
import { ApiKeyId } from "../Ids.ts"
import { AnyText, line } from "../Text.ts"
import { Time } from "../Time.ts"
import { AccessScope, DailyWrites } from "./Credential.ts"

export const NewApiKey = Schema.Struct({
  name: line(100).annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 100 },
    examples: ["my agent"]
  }),
  scopes: Schema.optionalWith(
    Schema.Array(AccessScope)
      .pipe(Schema.minItems(1, { message: () => "must name a scope" }))
      .annotations({ description: "What the key may do: all that the credential of the call may, unless said." }),
    { as: "Option", nullable: true }
  ),
  expiresAt: Schema.optionalWith(
    Time.annotations({ description: "The time from which the key is no longer valid: never, unless said." }),
    { as: "Option", nullable: true }
  ),
  agent: Schema.optionalWith(
    Schema.Boolean.annotations({ description: "True for a key that software uses: what it writes is marked." }),
    { default: () => false, nullable: true }
  ),
  dailyWrites: Schema.optionalWith(
    DailyWrites.annotations({ description: "The most writes in a day of UTC: no limit, unless said." }),
    { as: "Option", nullable: true }
  )
}).annotations({ identifier: "NewApiKey", description: "The name of the key in the list, and what it may do." })
export type NewApiKey = typeof NewApiKey.Type

/** What a key may do. */
const restrictions = {
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
  ...restrictions
}).annotations({ identifier: "CreatedApiKey", description: "A key and how to use it. The key is told here only." })
export type CreatedApiKey = typeof CreatedApiKey.Type

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  prefix: Schema.String,
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  ...restrictions
}).annotations({ identifier: "ApiKey", description: "A key without its secret." })
export type ApiKey = typeof ApiKey.Type

export const ApiKeyList = Schema.Struct({ data: Schema.Array(ApiKey) })

export const ApiKeyChoice = Schema.Struct({
  key: Schema.optionalWith(Schema.Redacted(AnyText), { as: "Option", nullable: true }),
  id: Schema.optionalWith(ApiKeyId, { as: "Option", nullable: true })
})
  .pipe(Schema.filter(({ id, key }) => id._tag === "Some" || key._tag === "Some" || "needs `key` or `id`"))
  .annotations({ identifier: "ApiKeyChoice", description: "The key to revoke: `key` (the secret) or `id`." })
export type ApiKeyChoice = typeof ApiKeyChoice.Type

export const maxApiKeys = 100

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {
  override get message() {
    return `you have ${maxApiKeys} API keys, which is the most: revoke one first`
  }
}

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {
  override get message() {
    return "you have no such API key"
  }
}
