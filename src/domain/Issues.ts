import { Data, Option, ParseResult, SchemaAST } from "effect"

/** A rule that a value breaks: the sentence about it without its subject, and its facts, by which pages translate it. */
export type Rule = { readonly message: string } & (
  | { readonly _tag: "Blank" | "Choice" | "Email" | "Letters" | "Marks" | "NotChosen" | "Number" }
  | { readonly _tag: "OneLine" | "SamePassword" | "Scripts" | "Time" }
  | { readonly _tag: "Length"; readonly min: number; readonly max: number; readonly characters: number }
  | { readonly _tag: "Range"; readonly min: number; readonly max: number }
)

const RuleId = Symbol("domain/Issues/Rule")

type Annotations = {
  readonly message: (issue: ParseResult.ParseIssue) => { readonly message: string; readonly override: boolean }
}

/** The annotations of a schema whose values follow a rule: `broken` is the one that another value breaks. */
export const rule = (broken: Rule | ((actual: unknown) => Rule)): Annotations => {
  const brokenBy = typeof broken === "function" ? broken : () => broken
  const annotations = {
    [RuleId]: brokenBy,
    message: ({ _tag, actual }: ParseResult.ParseIssue) => ({
      message: brokenBy(actual).message,
      override: _tag !== "Refinement" // a value that is no text is not a blank one
    })
  }
  return annotations
}

const brokenBy = SchemaAST.getAnnotation<(actual: unknown) => Rule>(RuleId)

type Path = ReadonlyArray<PropertyKey>

interface Issue {
  readonly path: Path
  readonly message: string
  readonly rule?: Rule | undefined
}

const issuesOf = (issue: ParseResult.ParseIssue, path: Path = []): ReadonlyArray<Issue> => {
  if (issue._tag === "Pointer") return issuesOf(issue.issue, path.concat(issue.path))
  if (issue._tag === "Refinement" || issue._tag === "Transformation") return issuesOf(issue.issue, path)
  if (issue._tag === "Composite" && Option.isNone(SchemaAST.getMessageAnnotation(issue.ast))) {
    return [issue.issues].flat().flatMap((inner) => issuesOf(inner, path))
  }
  const broken = issue._tag === "Unexpected" ? Option.none() : brokenBy(issue.ast)
  const rule = Option.getOrUndefined(broken)?.(issue.actual)
  return ParseResult.ArrayFormatter.formatIssueSync(issue).map(({ message }) => ({ path, message, rule }))
}

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

const isOfSchema = (message: string) => message.startsWith("Expected")

const isWithin = (path: Path, outer: Path) => outer.every((name, index) => path[index] === name)

/** True for the forms of a union that the input does not resemble, such as null for a list with a wrong item. */
const isBeside = (issue: Issue, others: ReadonlyArray<Issue>) =>
  isOfSchema(issue.message) &&
  others.some(
    (other) =>
      other !== issue &&
      isWithin(other.path, issue.path) &&
      (!isOfSchema(other.message) || other.path.length > issue.path.length || issue.message.startsWith("Expected null"))
  )

/** A fault of an input: its sentence, such as `title must not be blank`, its field, and the rule that this breaks. */
interface Fault {
  readonly sentence: string
  readonly field: string
  readonly rule: Rule | undefined
}

const firstFaults = (issues: ReadonlyArray<Issue>): ReadonlyArray<Fault> => {
  const byPlace = new Map<string, Fault>()
  for (const issue of issues.filter((one) => !isBeside(one, issues))) {
    const place = shortened(issue.path.map(String).join(".") || "the body")
    const sentence = place + shortened(` ${inOurWords(issue)}`)
    if (!byPlace.has(place)) byPlace.set(place, { sentence, field: String(issue.path[0] ?? ""), rule: issue.rule })
  }
  return Array.from(byPlace.values())
}

/** A schema refused an input. The message has all faults in one line. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{ readonly faults: ReadonlyArray<Fault> }> {
  static of({ issue }: ParseResult.ParseError) {
    return new InvalidInput({ faults: firstFaults(issuesOf(issue)) })
  }

  override readonly message = this.faults.map(({ sentence }) => sentence).join("; ")
}
