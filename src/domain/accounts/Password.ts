import { Schema } from "effect"
import { AnyText, hasLength, isWellFormed } from "../Text.ts"

/** A password of 8 to 256 characters, not trimmed, and redacted. */
export const Password = AnyText.pipe(
  isWellFormed,
  hasLength(8, 256),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 8, maxLength: 256, format: "password" },
    description: "8 to 256 characters.",
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)

/** The password of a login: any text, since the message must not say why it is wrong. */
export const TriedPassword = AnyText.pipe(
  hasLength(0, 256),
  Schema.annotations({
    jsonSchema: { type: "string", maxLength: 256, format: "password" },
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)
