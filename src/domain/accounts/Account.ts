import { Option, Redacted, Schema } from "effect"
import { count, named, optional } from "../Fields.ts"
import { rule } from "../Issues.ts"
import { AnyText, text } from "../Text.ts"
import { Role } from "./CurrentUser.ts"
import { Email, maxEmailCharacters } from "./Email.ts"
import { AuthenticationResponse } from "./Passkey.ts"
import { Password, TriedPassword } from "./Password.ts"
import { TriedCode } from "./SecondFactor.ts"
import { Bio, UserDetail } from "./User.ts"
import { Username } from "./Username.ts"

export const Registration = Schema.Struct({
  username: Username,
  email: Email,
  password: Password,
  role: Schema.optionalWith(Role, { default: () => "user" as const, nullable: true }),
  bio: optional(Bio),
  adminCode: optional(
    Schema.Redacted(AnyText).annotations({
      description: "The one-time code of the first admin, which the server prints when it starts without an admin."
    })
  ),
  invitation: optional(
    Schema.Redacted(AnyText).annotations({
      description:
        "The secret of an invitation's link: who has one joins in its role, while registration is closed too."
    })
  )
}).annotations({ identifier: "Registration", description: "A new account." })
export type Registration = typeof Registration.Type

export const Login = Schema.Struct({
  email: text(maxEmailCharacters).annotations({ examples: ["maria@example.org"] }),
  password: TriedPassword,
  code: optional(TriedCode).annotations({
    description: "Where the account has a second factor: six digits of the app, or a recovery code."
  })
}).annotations({ identifier: "Login", description: "The credentials of an account." })
export type Login = typeof Login.Type

export const PasskeyLogin = Schema.Struct({ response: AuthenticationResponse }).annotations(
  named("PasskeyLogin", "The answer of a passkey to the options of a sign-in.")
)
export type PasskeyLogin = typeof PasskeyLogin.Type

export const SignedIn = Schema.Struct({
  user: UserDetail,
  token: Schema.Redacted(Schema.String),
  expiresIn: count.annotations({ description: "Seconds until the token expires: 86400." })
}).annotations({ identifier: "SignedIn", description: "The member, and a token that is shown only here." })
export type SignedIn = typeof SignedIn.Type

export const Done = Schema.Struct({ success: Schema.Literal(true) }).annotations({ identifier: "Done" })
export const done = { success: true } as const

/** No account has this email and password. The message does not say which of the two is wrong. */
export class WrongLogin extends Schema.TaggedError<WrongLogin>()("WrongLogin", {}) {
  readonly field = "email"

  override readonly message = "email or password is wrong"
}

/** The change of a password; the schema is that of the password until now. */
export const passwordChange = (tried: Schema.Schema<Redacted.Redacted, string>) =>
  Schema.Struct({
    oldPassword: optional(tried),
    passkey: optional(AuthenticationResponse).annotations({ description: "In place of `oldPassword`." }),
    newPassword: Password
  }).pipe(
    Schema.filter(({ oldPassword, passkey }) =>
      Option.isSome(oldPassword) || Option.isSome(passkey)
        ? undefined
        : { path: ["oldPassword"], message: "is missing" }
    ),
    Schema.filter(
      ({ newPassword, oldPassword }) =>
        !Option.exists(oldPassword, (old) => Redacted.value(newPassword) === Redacted.value(old)),
      rule({ _tag: "SamePassword", message: "newPassword must differ from oldPassword" })
    )
  )

export const PasswordChange = passwordChange(TriedPassword).annotations({
  identifier: "PasswordChange",
  description: "The password until now, and the one from now on."
})
export type PasswordChange = typeof PasswordChange.Type

export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {
  field: Schema.Literal("password", "oldPassword", "passkey")
}) {
  override readonly message =
    this.field === "passkey"
      ? "this passkey is not yours, or the request came too late: nothing has been changed"
      : `${this.field} is not your password: nothing has been changed`
}

export class NoSession extends Schema.TaggedError<NoSession>()("NoSession", {}) {
  override readonly message = "an API key has no session to log out of: revoke the key instead"
}
