import { Schema } from "effect"
import { ApiKeyId } from "../Ids.ts"
import { AnyText, line, text } from "../Text.ts"
import { Email } from "./Email.ts"
import { Password, TriedPassword } from "./Password.ts"
import { Role } from "./Role.ts"
import { Bio, UserDetail } from "./User.ts"
import { Username } from "./Username.ts"

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
}).annotations({ identifier: "Registration", description: "A new account." })
export type Registration = typeof Registration.Type

export const Login = Schema.Struct({
  email: text(254).annotations({ examples: ["maria@example.org"] }),
  password: TriedPassword
}).annotations({ identifier: "Login", description: "The credentials of an account." })
export type Login = typeof Login.Type

/** The lifetime of a session token (spec, Authentication: 24 hours). */
export const sessionSeconds = 86_400

export const SignedIn = Schema.Struct({
  user: UserDetail,
  token: Schema.Redacted(Schema.String),
  expiresIn: Schema.Number.pipe(Schema.int()).annotations({ description: "Seconds until the token expires: 86400." })
}).annotations({ identifier: "SignedIn", description: "The member, and a token that is told here only." })
export type SignedIn = typeof SignedIn.Type

export const Done = Schema.Struct({ success: Schema.Literal(true) }).annotations({ identifier: "Done" })
export const done = { success: true } as const

export const NewApiKey = Schema.Struct({
  name: line(100).annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 100 },
    examples: ["my agent"]
  })
}).annotations({ identifier: "NewApiKey", description: "The name of the key in the list." })
export type NewApiKey = typeof NewApiKey.Type

export const CreatedApiKey = Schema.Struct({
  id: ApiKeyId,
  key: Schema.Redacted(Schema.String),
  name: Schema.String,
  usage: Schema.Redacted(Schema.String),
  createdAt: Schema.DateTimeUtc
}).annotations({ identifier: "CreatedApiKey", description: "A key and how to use it. The key is told here only." })
export type CreatedApiKey = typeof CreatedApiKey.Type

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  prefix: Schema.String,
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
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

/** No account has this email and password. The message does not say which of the two is wrong. */
export class WrongLogin extends Schema.TaggedError<WrongLogin>()("WrongLogin", {}) {
  override get message() {
    return "email or password is wrong"
  }
}

/** The caller signed in with an API key, which cannot log out. */
export class NoSession extends Schema.TaggedError<NoSession>()("NoSession", {}) {
  override get message() {
    return "an API key has no session to log out of: revoke it with DELETE /api/auth/apikeys"
  }
}

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
