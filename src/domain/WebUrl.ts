import { Schema } from "effect"
import { rule } from "./Issues.ts"
import { text } from "./Text.ts"

/** The maximum number of characters of a URL that an admin types. */
const maxUrlCharacters = 2_000

const isWebUrl = (text: string): boolean => {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { password, protocol, username } = new URL(text)
  return /^https?:$/.test(protocol) && username + password === ""
}

/** A URL on the Web, without a user and a password. */
export const WebUrl = text(maxUrlCharacters).pipe(
  Schema.filter(
    isWebUrl,
    rule({ _tag: "WebAddress", message: "must be an http or https URL without a user and a password" })
  )
)
