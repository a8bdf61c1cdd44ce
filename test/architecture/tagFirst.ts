import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { type Source, walk } from "./Source.ts"

const parentOf = (statement: ts.ClassDeclaration) =>
  statement.heritageClauses?.[0]?.types[0]?.expression.getText() ?? ""

const isTag = (statement: ts.Statement) =>
  ts.isClassDeclaration(statement) && /^(Context\.(Tag|Reference)|Effect\.(Tag|Service))\b/.test(parentOf(statement))

const holdsFunction = (statement: ts.Statement) => {
  let found = false
  walk(statement, (node) => {
    found ||= ts.isFunctionLike(node) && "body" in node && node.body !== undefined
  })
  return found
}

/** The place of the last Tag of a file of the services, and of the first of another file. */
const lastTagOf = ({ file, tree: { statements } }: Source) =>
  file.startsWith("src/services/") ? statements.findLastIndex(isTag) : statements.findIndex(isTag)

/**
 * Files with an implementation before a Tag and its interface: in the services before any Tag, in others before the
 * first. Types, errors and constants may come before it, and Tags with what they hold.
 */
export const tagsBehindCode: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("src/"))
    .filter((source) =>
      source.tree.statements
        .slice(0, Math.max(lastTagOf(source), 0))
        .some((statement) => !isTag(statement) && holdsFunction(statement))
    )
    .map(({ file }) => file)

/** Tags whose names are not their folder and their class: `services/posts/Comments`. */
export const misnamedTags: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("src/"))
    .flatMap(({ file, tree }) =>
      tree.statements.filter(ts.isClassDeclaration).flatMap((statement) => {
        const [, name] = isTag(statement) ? (/\(\s*"([^"]*)"/.exec(parentOf(statement)) ?? []) : []
        const expected = `${posix.dirname(file).slice("src/".length)}/${statement.name?.text}`
        return name === undefined || name === expected ? [] : [`${file}: ${name}`]
      })
    )
