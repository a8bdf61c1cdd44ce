import ts from "typescript"
import type { Source } from "./Source.ts"

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

/** A duration as Effect reads it, such as `"8 seconds"`. */
const isDuration = (node: ts.Expression): boolean =>
  ts.isStringLiteral(node) && /^\d+ (millis|seconds?|minutes?|hours?|days?)$/.test(node.text)

/** A limit begins with `max` or `min`; a time ends with its unit, or is a text that holds it. */
const isBound = (name: string, value: ts.Expression): boolean =>
  isDuration(value) || (isNumeric(value) && /^(max|min)[A-Z]|(Millis|Seconds|Minutes|Hours|Days)$/.test(name))

/** The first sentence of the comment before a statement, on one line. */
const reasonOf = (statement: ts.Statement): string => {
  const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)?.comment
  const text = (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").replaceAll("|", "\\|")
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text
}

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

/** The constants at the top of source files that bound something, each with its comment. */
const boundsOf = ({ file, tree }: Source): ReadonlyArray<Bound> =>
  tree.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations
      .flatMap(valuesOf)
      .filter(([name, value]) => isBound(name, value))
      .map(([name, value]) => ({ name, value: value.getText(tree), file, reason: reasonOf(statement) }))
  )

/** A page with a row for each limit and time of the sources. */
export const boundsPage = (sources: ReadonlyArray<Source>): string => {
  const rows = sources
    .flatMap(boundsOf)
    .map(({ file, name, reason, value }) => `| \`${name}\` | ${value} | ${reason} | \`${file}\` |`)
  return `${["# Limits and times", "", "| constant | value | for | file |", "|---|---|---|---|", ...rows].join("\n")}\n`
}
