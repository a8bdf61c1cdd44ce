import type { ParseResult } from "effect"

/** Messages can repeat the sent value, which may be long. */
const maxMessageCharacters = 200

const shortened = (message: string) =>
  message.length > maxMessageCharacters ? `${message.slice(0, maxMessageCharacters).toWellFormed()}…` : message

/** Schema's own messages name types and repeat the sent value, which may be a secret; only the expectation is kept. */
const inOurWords = (message: string, isWhole: boolean): string => {
  if (!message.startsWith("Expected")) return ` ${message}`
  if (isWhole) return " must be a JSON object"
  return message.startsWith("Expected ReadonlyArray") ? " must be a list" : `: ${message.replace(/, actual .*$/s, "")}`
}

/** The first issue of each field of an input, in one line: `category must be topic, experience or question`. */
export const describeIssues = (issues: ReadonlyArray<ParseResult.ArrayFormatterIssue>): string => {
  const byField = new Map<string, string>()
  for (const { message, path } of issues) {
    const field = shortened(path.map(String).join(".") || "the body")
    if (!byField.has(field)) byField.set(field, inOurWords(message, path.length === 0))
  }
  return Array.from(byField, ([field, message]) => field + shortened(message)).join("; ")
}
