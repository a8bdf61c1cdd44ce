import { Schema } from "effect"
import { isHighlyRestrictive } from "./Scripts.ts"
import { foldKey, lineWithFormats } from "./Text.ts"

/** Letters, marks, digits, punctuation and symbols but `<` and `>`, in words parted by single spaces. */
const words = /^(?:(?![<>])[\p{L}\p{M}\p{N}\p{P}\p{S}])+(?: (?:(?![<>])[\p{L}\p{M}\p{N}\p{P}\p{S}])+)*$/u

/** The two characters that choose how an emoji looks, and show nothing themselves. */
const emojiStyles = /[\uFE0E\uFE0F]/g

/**
 * Characters that show nothing (bidi overrides, tags, fillers, Braille without a dot), but those two; and the object
 * replacement character, which stands for a picture that is not there.
 */
const invisible = /(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}|[\u2800\uFFFC]/u

/** More marks on one letter than any language writes (Unicode TR 39, 5.4). */
const stackedMarks = /\p{Mn}{5}/u

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

const faultOf = (name: string): string | undefined => {
  if (!words.test(name) || invisible.test(name) || !visible.test(name)) {
    return "must be letters, digits, punctuation, symbols and single spaces, without < or >"
  }
  if (stackedMarks.test(name.normalize("NFD"))) return "must have at most four marks on one letter"
  return isHighlyRestrictive(name)
    ? undefined
    : "must be written in one script: letters of different alphabets look alike (those of Japanese, Chinese or Korean may stand beside Latin)"
}

/** How a member is called: 1 to 64 characters (contract, Accounts). Names stored before a rule came keep working. */
export const Username = lineWithFormats(64).pipe(
  Schema.filter(faultOf),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 64 },
    description: "1 to 64 characters on one line, unique without regard to case and width.",
    examples: ["maria_zebra"]
  })
)

/** The key that is unique among usernames: one with an emoji's style in it looks like the one without. */
export const usernameKey = (name: string): string => foldKey(name.replace(emojiStyles, ""))
