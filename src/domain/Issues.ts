import { Data, Option, ParseResult, Predicate, SchemaAST } from "effect"

/**
 * A rule that a value breaks: the sentence about it without its subject, and its facts, by which pages translate it.
 */
export type Rule = { readonly message: string } & (
  | {
      readonly _tag:
        | "Blank"
        | "Choice"
        | "Colour"
        | "Contact"
        | "Email"
        | "Letters"
        | "Marks"
        | "NoReason"
        | "NotChosen"
        | "Number"
    }
  | { readonly _tag: "OneLine" | "SamePassword" | "Scripts" | "Time" | "WebAddress" }
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
      override: _tag !== "Refinement" // a value that is not a text is not a blank one
    })
  }
  return annotations
}

const brokenBy = SchemaAST.getAnnotation<(actual: unknown) => Rule>(RuleId)

/** The beginning of a text, a plain value, or the kind of another one; nothing of an absent one. */
const shown = (value: unknown): string => {
  if (typeof value === "string") return `; you sent "${value.slice(0, 40).toWellFormed()}"`
  if (value === undefined) return ""
  if (Array.isArray(value)) return "; you sent a list"
  return `; you sent ${Predicate.isRecord(value) ? "an object" : String(value)}`
}

const listed = (values: ReadonlyArray<string>): string =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(", ")} or ${values[values.length - 1]}`

/** The rule that a value other than these words breaks. */
export const choiceOf =
  (words: ReadonlyArray<string>) =>
  (actual: unknown): Rule => ({ _tag: "Choice", message: `must be ${listed(words)}${shown(actual)}` })

/** The words that a schema allows; none for one that allows anything else. */
const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isLiteral(ast)) return typeof ast.literal === "string" ? [ast.literal] : []
  if (!SchemaAST.isUnion(ast)) return []
  const words = ast.types.map(wordsOf)
  return words.every(({ length }) => length > 0) ? words.flat() : []
}

/**
 * The rule of a schema: that of its annotation, or the choice between its words, unless it has a message of its own.
 */
const ruleOf = (ast: SchemaAST.AST, actual: unknown): Rule | undefined => {
  const words = Option.isSome(SchemaAST.getMessageAnnotation(ast)) ? [] : wordsOf(ast)
  return Option.getOrElse(brokenBy(ast), () => (words.length > 0 ? choiceOf(words) : undefined))?.(actual)
}

const isObject = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isTypeLiteral(ast) || (SchemaAST.isUnion(ast) && ast.types.every(isObject))

/** Rules that tell what to send where a field is absent. */
const options: ReadonlySet<Rule["_tag"] | undefined> = new Set(["Choice", "NoReason"])

const absent = (ast: SchemaAST.AST, path: Path): Issue => {
  const rule = ruleOf(ast, undefined)
  return { path, rule, message: rule !== undefined && options.has(rule._tag) ? rule.message : "is missing" }
}

type Path = ReadonlyArray<PropertyKey>

interface Issue {
  readonly path: Path
  readonly message: string
  readonly rule?: Rule | undefined
  /** The value that was sent at this path. */
  readonly actual?: unknown
}

const issuesOf = (issue: ParseResult.ParseIssue, path: Path = []): ReadonlyArray<Issue> => {
  if (issue._tag === "Pointer") return issuesOf(issue.issue, path.concat(issue.path))
  if (issue._tag === "Refinement" || issue._tag === "Transformation") return issuesOf(issue.issue, path)
  if (issue._tag === "Composite" && Option.isNone(SchemaAST.getMessageAnnotation(issue.ast))) {
    return [issue.issues].flat().flatMap((inner) => issuesOf(inner, path))
  }
  if (issue._tag === "Missing") return [absent(issue.ast.type, path)]
  if (issue._tag === "Type" && issue.actual === undefined && path.length > 0) return [absent(issue.ast, path)]
  const { actual } = issue
  if (issue._tag === "Type" && isObject(issue.ast) && path.length > 0)
    return [{ path, message: "must be an object", actual }]
  const rule = issue._tag === "Unexpected" ? undefined : ruleOf(issue.ast, issue.actual)
  if (rule?._tag === "Choice") return [{ path, message: rule.message, rule }]
  return ParseResult.ArrayFormatter.formatIssueSync(issue).map(({ message }) => ({ path, message, rule, actual }))
}

/**
 * The longest message about an invalid input, which can repeat the sent value. The longest one of ours lists the
 * languages of texts.
 * @internal
 */
const maxMessageCharacters = 320

const shortened = (message: string) =>
  message.length > maxMessageCharacters ? `${message.slice(0, maxMessageCharacters).toWellFormed()}…` : message

/** The types that messages of schemas name, in words. */
const types: ReadonlyArray<readonly [name: string, words: string]> = [
  ["ReadonlyArray", "must be a list"],
  ["string", "must be text"],
  ["number", "must be a number"],
  ["boolean", "must be true or false"]
]

/**
 * A message in words for the sender. Schema's own messages name types and repeat the sent value, which may be a secret.
 */
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

/**
 * The maximum number of issues of one input that are reported: a list of many wrong items is no reason for a long
 * message.
 * @internal
 */
const maxIssues = 20

/** Rules about the kind or the size of a number: whoever breaks one sees by the value what went wrong. */
const ofNumbers: ReadonlySet<Rule["_tag"]> = new Set(["Number", "Range"])

/** Adds what was sent to a message about its type; a rule about a text tells all that helps. */
const withSent = (words: string, { actual, rule }: Issue): string =>
  actual !== null && (rule === undefined || ofNumbers.has(rule._tag)) ? words + shown(actual) : words

interface FaultOptions {
  /** True where messages repeat the beginning of what was sent, for agents, whose values hold no secret. */
  readonly tellsSent?: boolean
}

const firstFaults = (all: ReadonlyArray<Issue>, { tellsSent = false }: FaultOptions): ReadonlyArray<Fault> => {
  const issues = all.slice(0, maxIssues)
  const byPlace = new Map<string, Fault>()
  for (const issue of issues.filter((one) => !isBeside(one, issues))) {
    const place = shortened(issue.path.map(String).join(".") || "the body")
    const words = tellsSent ? withSent(inOurWords(issue), issue) : inOurWords(issue)
    const sentence = issue.rule?._tag === "NoReason" ? words : place + shortened(` ${words}`)
    if (!byPlace.has(place)) byPlace.set(place, { sentence, field: String(issue.path[0] ?? ""), rule: issue.rule })
  }
  return Array.from(byPlace.values())
}

/** A schema refused an input. The message has all faults in one line. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{ readonly faults: ReadonlyArray<Fault> }> {
  static of({ issue }: ParseResult.ParseError, options: FaultOptions = {}) {
    return new InvalidInput({ faults: firstFaults(issuesOf(issue), options) })
  }

  override readonly message = this.faults.map(({ sentence }) => sentence).join("; ")
}
