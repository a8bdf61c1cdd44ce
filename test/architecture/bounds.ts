import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { lineAt, type Source, walk } from "./Source.ts"

/** A named limit or time of the program. */
interface Bound {
  readonly name: string
  readonly value: string
  readonly file: string
  /** The first sentence of its comment. */
  readonly reason: string
}

const isNumeric = (node: ts.Expression): boolean =>
  ts.isNumericLiteral(node) ||
  (ts.isBinaryExpression(node) && isNumeric(node.left) && isNumeric(node.right)) ||
  (ts.isParenthesizedExpression(node) && isNumeric(node.expression))

/** A duration as Effect reads it, such as `"8 seconds"` or `Duration.minutes(5)`, or the schedule of one. */
const isDuration = (node: ts.Expression): boolean =>
  ts.isStringLiteral(node)
    ? /^\d+ (millis|seconds?|minutes?|hours?|days?)$/.test(node.text)
    : /^(Duration\.\w+\([\d_]+\)|Schedule\.spaced\("[^"]+"\))$/.test(node.getText())

/** A limit begins with `max`, `min` or `usual`, or ends with what it counts; a time ends with its unit. */
const boundName =
  /^(max|min|usual)[A-Z]|(Millis|Seconds|Minutes|Hours|Days|Timeout|Bytes|Characters|Tokens|Rows|Lines|Shown|[lL]imits)$/

/** A number whose name says that it bounds something, or a text that holds a time. */
const isBound = (name: string, value: ts.Expression): boolean =>
  isDuration(value) || (isNumeric(value) && boundName.test(name))

/** The names of a declaration with their values: of `const [a, b] = [1, 2]` both. */
const valuesOf = ({ initializer, name }: ts.VariableDeclaration): ReadonlyArray<readonly [string, ts.Expression]> => {
  if (initializer === undefined) return []
  if (ts.isIdentifier(name)) return [[name.text, initializer]]
  if (!ts.isArrayBindingPattern(name) || !ts.isArrayLiteralExpression(initializer)) return []
  return name.elements.flatMap((element, index) => {
    const value = initializer.elements[index]
    return ts.isBindingElement(element) && ts.isIdentifier(element.name) && value !== undefined
      ? [[element.name.text, value] as const]
      : []
  })
}

/** The first sentence of the comment before a node, on one line. */
const sentenceOf = (node: ts.Node): string => {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment
  const text = (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").replaceAll("|", "\\|")
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text
}

/** True for a limit that its comment marks as one of the inner parts, which nobody meets. */
const isInner = (node: ts.Node): boolean =>
  ts.getJSDocCommentsAndTags(node).some((part) => ts.isJSDoc(part) && /@internal\b/.test(part.getText()))

/** The sentence of a statement; none for several limits that share one. */
const reasonOf = (statement: ts.VariableStatement): string => {
  const values = statement.declarationList.declarations.flatMap(valuesOf)
  return values.filter(([name, value]) => isBound(name, value)).length > 1 ? "" : sentenceOf(statement)
}

/** The object of a constant, such as `{ maxMillis: 6_000 } as const`. */
const objectOf = (value: ts.Expression): ts.ObjectLiteralExpression | undefined => {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return objectOf(value.expression)
  return ts.isObjectLiteralExpression(value) ? value : undefined
}

/** The members of a constant's object that bound something: those of `pauseMillis` and of `limits` all do. */
const membersOf = (
  [constant, object]: readonly [string, ts.Expression],
  { file, tree }: Source
): ReadonlyArray<Bound> => {
  const members: ReadonlyArray<ts.ObjectLiteralElementLike> = objectOf(object)?.properties ?? []
  return members.filter(ts.isPropertyAssignment).flatMap((member) => {
    const [name, value] = [member.name.getText(tree), member.initializer]
    if (isInner(member) || (!isBound(name, value) && !isBound(constant, value))) return []
    return [{ name: `${constant}.${name}`, value: value.getText(tree), file, reason: sentenceOf(member) }]
  })
}

/** The constants at the top of source files that bound something, each with its comment. */
const boundsOf = (source: Source): ReadonlyArray<Bound> =>
  source.tree.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap(valuesOf).flatMap(([name, value]) => {
      if (isInner(statement)) return []
      const reason = reasonOf(statement)
      const own = isBound(name, value) ? [{ name, value: value.getText(source.tree), file: source.file, reason }] : []
      return [...own, ...membersOf([name, value], source)]
    })
  )

const note =
  "Members, agents and operators can meet these limits and times. They are those of `src/domain/` and `src/api/`, and of the engines that texts and searches go through. A limit that its comment marks as `@internal`, and those of other rooms, are not listed."

/** The files of engines that hold what clients send, or what they are refused for. */
const metInEngines: ReadonlySet<string> = new Set([
  "packages/catalogue/src/DiseaseCode.ts",
  "packages/feeds/src/Feed.ts",
  "packages/markdown/src/Refusals.ts",
  "packages/names/src/Limits.ts"
])

const isDomainOrApi = (file: string) => /^src\/(domain|api)\//.test(file)

/** The files whose limits and times stand in the published page: the others are of the program's inner parts. */
export const isMet = ({ file }: Source): boolean => isDomainOrApi(file) || metInEngines.has(file)

/** A page with a row for each limit and time of the sources. */
export const boundsPage = (sources: ReadonlyArray<Source>): string => {
  const rows = sources
    .flatMap(boundsOf)
    .map(({ file, name, reason, value }) => `| \`${name}\` | ${value} | ${reason} | \`${file}\` |`)
  return `${["# Limits and times", "", note, "", "| constant | value | for | file |", "|---|---|---|---|", ...rows].join("\n")}\n`
}

/** The schemas whose numbers are limits of what clients send. */
const limiting =
  /^(text|line|requiredText|hasLength|wholeNumber|Schema\.(maxItems|minItems|maxLength|minLength|between))$/

/** No limit that anybody chose: none, one, and the greatest of PostgreSQL's integers. */
const unchosen: ReadonlySet<string> = new Set(["0", "1", "2_147_483_647"])

/** Limits in schemas that clients meet, and that have no name, and so no row on the page. */
export const unnamedLimits: Check = (sources) =>
  sources.filter(isMet).flatMap(({ file, tree }) => {
    const found: Array<string> = []
    walk(tree, (node) => {
      if (!ts.isCallExpression(node) || !limiting.test(node.expression.getText(tree))) return
      for (const argument of node.arguments)
        if (ts.isNumericLiteral(argument) && !unchosen.has(argument.getText(tree)))
          found.push(`${file}: ${argument.getText(tree)} in line ${lineAt(tree, argument.getStart(tree))}`)
    })
    return found
  })
