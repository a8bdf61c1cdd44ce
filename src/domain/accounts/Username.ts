import { isHighlyRestrictive } from "@rare-disease-community/text/Scripts"
import { Schema } from "effect"
import { rule } from "../Issues.ts"
import { foldKey, lineWithFormats } from "../Text.ts"

/** Letters, marks, digits, punctuation and symbols except `<` and `>`, in words between single spaces. */
const words = /^(?:(?![<>])[\p{L}\p{M}\p{N}\p{P}\p{S}])+(?: (?:(?![<>])[\p{L}\p{M}\p{N}\p{P}\p{S}])+)*$/u

/** Invisible characters that choose the style of an emoji. */
const emojiStyles = /[\uFE0E\uFE0F]/g

/** All other invisible characters (bidi controls, tags, fillers, blank Braille), and U+FFFC (object replacement). */
const invisible = /(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}|[\u2800\uFFFC]/u

/** More marks on one letter than any language writes (Unicode TR 39, 5.4). */
const stackedMarks = /\p{Mn}{5}/u

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The longest name of a member. */
const maxUsernameCharacters = 64

/** The name of a member (contract, Accounts). Stored names that break a newer rule keep working. */
export const Username = lineWithFormats(maxUsernameCharacters).pipe(
  Schema.filter(
    (name) => words.test(name) && !invisible.test(name) && visible.test(name),
    rule({
      _tag: "Letters",
      message: "must be letters, digits, punctuation, symbols and single spaces, without < or >"
    })
  ),
  Schema.filter(
    (name) => !stackedMarks.test(name.normalize("NFD")),
    rule({ _tag: "Marks", message: "must have at most four marks on one letter" })
  ),
  Schema.filter(
    isHighlyRestrictive,
    rule({
      _tag: "Scripts",
      message:
        "must be written in one script: letters of different alphabets look alike (those of Japanese, Chinese or Korean may be mixed with Latin)"
    })
  ),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: maxUsernameCharacters },
    description: `1 to ${maxUsernameCharacters} characters on one line, unique without regard to case and width.`,
    examples: ["maria_zebra"]
  })
)

/** The key that is unique among usernames; names that differ in the style of an emoji look alike. */
export const usernameKey = (name: string): string => foldKey(name.replace(emojiStyles, ""))
