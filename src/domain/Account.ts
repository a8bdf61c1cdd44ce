import { Schema } from "effect"
import { Email } from "./Email.ts"
import { ApiKeyId } from "./Ids.ts"
import { Password, TriedPassword } from "./Password.ts"
import { Role } from "./Role.ts"
import { AnyText, line, text } from "./Text.ts"
import { Bio, UserDetail } from "./User.ts"
import { Username } from "./Username.ts"

/** What somebody sends to join. */
export const Registration = Schema.Struct({
  username: Username,
  email: Email,
  password: Password,
  role: Schema.optionalWith(Role, { default: () => "user" as const, nullable: true }),
  bio: Schema.optionalWith(Bio, { as: "Option", nullable: true }),
  adminCode: Schema.optionalWith(
    Schema.Redacted(AnyText).annotations({
      description: "The one-time code of the first admin, which the server prints when it starts without an admin."
    }),
    { as: "Option", nullable: true }
  )
}).annotations({ identifier: "Registration", description: "What somebody sends to join." })
export type Registration = typeof Registration.Type

/** What somebody sends to sign in. */
export const Login = Schema.Struct({
  email: text(254).annotations({ examples: ["maria@example.org"] }),
  password: TriedPassword
}).annotations({ identifier: "Login", description: "What somebody sends to sign in." })
export type Login = typeof Login.Type

/** How long a session token lives, in seconds (spec, Authentication: 24 hours). */
export const sessionSeconds = 86_400

/** Somebody who has just signed in: the token is told here only. */
export const SignedIn = Schema.Struct({
  user: UserDetail,
  token: Schema.Redacted(Schema.String),
  expiresIn: Schema.Number.pipe(Schema.int()).annotations({ description: "Seconds until the token expires: 86400." })
}).annotations({ identifier: "SignedIn", description: "The member, and a token that is told here only." })
export type SignedIn = typeof SignedIn.Type

/** It is done. */
export const Done = Schema.Struct({ success: Schema.Literal(true) }).annotations({ identifier: "Done" })
export const done = { success: true } as const

/** What somebody sends to make an API key. */
export const NewApiKey = Schema.Struct({
  name: line(100).annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 100 },
    examples: ["my agent"]
  })
}).annotations({ identifier: "NewApiKey", description: "How the key will be called in the list." })
export type NewApiKey = typeof NewApiKey.Type

/** A key just made: the secret is told here only. */
export const CreatedApiKey = Schema.Struct({
  id: ApiKeyId,
  key: Schema.Redacted(Schema.String),
  name: Schema.String,
  usage: Schema.Redacted(Schema.String),
  createdAt: Schema.DateTimeUtc
}).annotations({ identifier: "CreatedApiKey", description: "A key and how to use it. The key is told here only." })
export type CreatedApiKey = typeof CreatedApiKey.Type

/** A key as it is listed. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  prefix: Schema.String,
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
}).annotations({ identifier: "ApiKey", description: "A key without its secret." })
export type ApiKey = typeof ApiKey.Type

/** One's own keys. */
export const ApiKeyList = Schema.Struct({ data: Schema.Array(ApiKey) })

/** Which key to revoke: by its secret, or by its id. */
export const ApiKeyChoice = Schema.Struct({
  key: Schema.optionalWith(Schema.Redacted(AnyText), { as: "Option", nullable: true }),
  id: Schema.optionalWith(ApiKeyId, { as: "Option", nullable: true })
})
  .pipe(Schema.filter(({ id, key }) => id._tag === "Some" || key._tag === "Some" || "needs `key` or `id`"))
  .annotations({ identifier: "ApiKeyChoice", description: "Which key to revoke: `key` (the secret) or `id`." })
export type ApiKeyChoice = typeof ApiKeyChoice.Type

/** No account has this email and password. Which of the two is wrong is not told. */
export class WrongLogin extends Schema.TaggedError<WrongLogin>()("WrongLogin", {}) {
  override get message() {
    return "email or password is wrong"
  }
}

/** Only a session can be logged out. */
export class NoSession extends Schema.TaggedError<NoSession>()("NoSession", {}) {
  override get message() {
    return "an API key has no session to log out of: revoke it with DELETE /api/auth/apikeys"
  }
}

/** The most API keys that one member has. */
export const maxApiKeys = 100

/** The member has as many keys as one may. */
export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {
  override get message() {
    return `you have ${maxApiKeys} API keys, which is the most: revoke one first`
  }
}

/** The caller has no such key. */
export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {
  override get message() {
    return "you have no such API key"
  }
}
