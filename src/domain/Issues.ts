import { ParseResult } from "effect"

/** Messages can repeat the sent value, which may be long. */
const maxMessageCharacters = 200

const shortened = (message: string) =>
  message.length > maxMessageCharacters ? `${message.slice(0, maxMessageCharacters).toWellFormed()}…` : message

/** The types that messages of schemas name, in words. */
const types: ReadonlyArray<readonly [name: string, words: string]> = [
  ["ReadonlyArray", "must be a list"],
  ["string", "must be text"],
  ["number", "must be a number"],
  ["boolean", "must be true or false"]
]

/** A message in words for the sender. Schema's own messages name types and repeat the sent value, which may be a secret. */
const inOurWords = ({ message, path }: Issue): string => {
  if (!isOfSchema(message)) return message
  if (path.length === 0) return "must be a JSON object"
  return types.find(([name]) => message.startsWith(`Expected ${name}`))?.[1] ?? "is of a wrong type"
}

type Issue = ParseResult.ArrayFormatterIssue

const isOfSchema = (message: string) => message.startsWith("Expected")

const isWithin = (path: Issue["path"], outer: Issue["path"]) => outer.every((name, index) => path[index] === name)

/** True for the forms of a union that the input does not resemble, such as null for a list with a wrong item. */
const isBeside = (issue: Issue, others: ReadonlyArray<Issue>) =>
  isOfSchema(issue.message) &&
  others.some(
    (other) =>
      other !== issue &&
      isWithin(other.path, issue.path) &&
      (!isOfSchema(other.message) || other.path.length > issue.path.length || issue.message.startsWith("Expected null"))
  )

/** The first issue of each field of an input, in one line: `category must be topic, experience or question`. */
export const describeIssues = (issues: ReadonlyArray<Issue>): string => {
  const byField = new Map<string, string>()
  for (const issue of issues.filter((one) => !isBeside(one, issues))) {
    const field = shortened(issue.path.map(String).join(".") || "the body")
    if (!byField.has(field)) byField.set(field, ` ${inOurWords(issue)}`)
  }
  return Array.from(byField, ([field, message]) => field + shortened(message)).join("; ")
}

/** The same of an input that a schema refused. */
export const describeError = (error: ParseResult.ParseError): string =>
  describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error))
