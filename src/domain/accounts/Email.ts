import { Schema } from "effect"
import { foldKey, lineWithFormats } from "../Text.ts"

/** Shown to its owner and to admins only. */
export const Email = lineWithFormats(254).pipe(
  Schema.filter((email) =>
    /^[^@\p{Z}\p{C}<>]+@[^@\p{Z}\p{C}<>]+$/u.test(email) ? undefined : "must be an address such as maria@example.org"
  ),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 3, maxLength: 254 },
    description: "An address with one `@`, unique without regard to case. Never shown to other members.",
    examples: ["maria@example.org"]
  })
)

/** The key that is unique among emails. */
export const emailKey = foldKey
