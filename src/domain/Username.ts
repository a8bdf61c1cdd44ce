import { Schema } from "effect"
import { foldKey, line } from "./Text.ts"

/** Letters, marks, digits, punctuation and symbols but `<` and `>`, in words parted by single spaces. */
const words = /^(?:(?![<>])[\p{L}\p{M}\p{N}\p{P}\p{S}])+(?: (?:(?![<>])[\p{L}\p{M}\p{N}\p{P}\p{S}])+)*$/u

/** The two characters that choose how an emoji looks, and show nothing themselves. */
const emojiStyles = /[\uFE0E\uFE0F]/g

/** Characters that show nothing (bidi overrides, tags, fillers, Braille without a dot), but those two. */
const invisible = /(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}|\u2800/u

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** How a member is called: 1 to 64 characters (contract, Accounts). */
export const Username = line(64).pipe(
  Schema.filter((name) =>
    words.test(name) && !invisible.test(name) && visible.test(name)
      ? undefined
      : "must be letters, digits, punctuation, symbols and single spaces, without < or >"
  ),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 64 },
    description: "1 to 64 characters on one line, unique without regard to case and width.",
    examples: ["maria_zebra"]
  })
)

/** The key that is unique among usernames: one with an emoji's style in it looks like the one without. */
export const usernameKey = (name: string): string => foldKey(name.replace(emojiStyles, ""))
