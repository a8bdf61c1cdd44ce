import type { Author } from "../../../domain/accounts/User.ts"
import { lineOf } from "./Cut.ts"

type Shown = typeof Author.Encoded

const roleOf = ({ role, verified }: Shown): string => {
  if (role === "user") return verified ? ", verified" : ""
  if (role === "expert") return verified ? ", expert (verified)" : ", expert (unverified)"
  return `, ${role}`
}

/** The role of an author, and whether an agent wrote this, for a line outside of fences: no member can write there. */
export const authorMarks = (author: Shown): string => `${roleOf(author)}${author.kind === "agent" ? ", agent" : ""}`

/** The name of an author, for the inside of a fence, with the words of the admin who verified them. */
export const authorName = ({ username, verifiedAs }: Shown, maxTokens: number): string => {
  const name = lineOf(username, maxTokens)
  return verifiedAs === undefined ? name : `${name} (verified: ${lineOf(verifiedAs, maxTokens)})`
}
