import { Option, Schema } from "effect"
import { AnyText, foldKey, hasLength, isWellFormed } from "../Text.ts"

/** The shortest password that a member may choose. */
export const minPasswordCharacters = 8

/** The longest password, so that its hash has a maximum cost. */
const maxPasswordCharacters = 256

/** A password of a member, not trimmed, and redacted. */
export const Password = AnyText.pipe(
  isWellFormed,
  hasLength(minPasswordCharacters, maxPasswordCharacters),
  Schema.annotations({
    jsonSchema: {
      type: "string",
      minLength: minPasswordCharacters,
      maxLength: maxPasswordCharacters,
      format: "password"
    },
    description: `${minPasswordCharacters} to ${maxPasswordCharacters} characters.`,
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)

/** What a stranger knows of an account, and tries first. */
export interface KnownNames {
  readonly username: string
  readonly email: string
}

export const knownNames = ({
  email,
  username
}: {
  readonly username: string
  readonly email: Option.Option<string>
}): KnownNames => ({ username, email: Option.getOrElse(email, () => "") })

/** True for the name or the address of the account, also with figures or marks after it. */
export const isOfNames = (password: string, { email, username }: KnownNames): boolean => {
  const typed = foldKey(password)
  const names = [username, email, email.slice(0, Math.max(0, email.lastIndexOf("@")))].map(foldKey)
  return names.some((name) => name !== "" && typed.startsWith(name) && /^[^\p{L}]*$/u.test(typed.slice(name.length)))
}

/** Pages refuse passwords that strangers try first. */
export class CommonPassword extends Schema.TaggedError<CommonPassword>()("CommonPassword", {
  field: Schema.Literal("password", "newPassword"),
  why: Schema.Literal("list", "names")
}) {
  override readonly message =
    this.why === "list"
      ? `${this.field} is one of the most common passwords: choose another one`
      : `${this.field} is your name or your email: choose another one`
}

/** The password of a login: any text, since the message must not say why it is wrong. */
export const TriedPassword = AnyText.pipe(
  hasLength(0, maxPasswordCharacters),
  Schema.annotations({
    jsonSchema: { type: "string", maxLength: maxPasswordCharacters, format: "password" },
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)
