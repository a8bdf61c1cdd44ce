import { Schema } from "effect"
import { AnyText, lengthFault } from "./Text.ts"

/** A password of 8 to 256 characters, never trimmed; redacted from here on, and repeated by no error. */
export const Password = AnyText.pipe(
  Schema.filter((typed) =>
    !typed.isWellFormed() || typed.includes("\0")
      ? "must be well-formed Unicode without NUL"
      : lengthFault(typed, 8, 256)
  ),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 8, maxLength: 256, format: "password" },
    description: "8 to 256 characters.",
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)

/** The password that a login tries: any text, since what is wrong with it is not told. Too long a one is refused at once. */
export const TriedPassword = AnyText.pipe(
  Schema.filter((typed) => lengthFault(typed, 0, 256)),
  Schema.annotations({
    jsonSchema: { type: "string", maxLength: 256, format: "password" },
    examples: ["correct horse battery staple"]
  }),
  Schema.Redacted
)
