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

/** The constants at the top of source files that bound something, each with its own comment. */
const boundsOf = ({ file, tree }: Source): ReadonlyArray<Bound> =>
  tree.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) =>
      statement.declarationList.declarations.flatMap(({ initializer, name }) =>
        initializer !== undefined && ts.isIdentifier(name) && isBound(name.text, initializer)
          ? [{ name: name.text, value: initializer.getText(tree), file, reason: reasonOf(statement) }]
          : []
      )
    )

/** A page with a row for each limit and time of the sources. */
export const boundsPage = (sources: ReadonlyArray<Source>): string => {
  const rows = sources
    .flatMap(boundsOf)
    .map(({ file, name, reason, value }) => `| \`${name}\` | ${value} | ${reason} | \`${file}\` |`)
  return `${["# Limits and times", "", "| constant | value | for | file |", "|---|---|---|---|", ...rows].join("\n")}\n`
}
