import type { ParseResult } from "effect"

/** The most of one message that is told: what a client sent may be long, and comes back in it. */
const maxMessageCharacters = 200

const shortened = (message: string) =>
  message.length > maxMessageCharacters ? `${message.slice(0, maxMessageCharacters).toWellFormed()}…` : message

/** Schema's own words name types and repeat what was sent, which may be a secret: told is what was expected. */
const inOurWords = (message: string, isWhole: boolean): string => {
  if (!message.startsWith("Expected")) return ` ${message}`
  if (isWhole) return " must be a JSON object"
  return message.startsWith("Expected ReadonlyArray") ? " must be a list" : `: ${message.replace(/, actual .*$/s, "")}`
}

/** What was wrong with an input, in one line: `category must be topic, experience or question`. Of each field the first issue is told. */
export const describeIssues = (issues: ReadonlyArray<ParseResult.ArrayFormatterIssue>): string => {
  const byField = new Map<string, string>()
  for (const { message, path } of issues) {
    const field = shortened(path.map(String).join(".") || "the body")
    if (!byField.has(field)) byField.set(field, inOurWords(message, path.length === 0))
  }
  return Array.from(byField, ([field, message]) => field + shortened(message)).join("; ")
}
