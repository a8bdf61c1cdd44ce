import { Schema } from "effect"
import { AnyText, hasLength, isWellFormed } from "../Text.ts"

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

/** The password of a login: any text, since the message must not say why it is wrong. */
export const TriedPassword = AnyText.pipe(
  hasLength(0, maxPasswordCharacters),
  Schema.annotations({
    jsonSchema: { type: "string", maxLength: maxPasswordCharacters, format: "password" },
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)
