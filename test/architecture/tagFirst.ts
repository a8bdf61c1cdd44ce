import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { walk } from "./Source.ts"

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

/** Services whose implementation comes before their Tag and interface. Types, errors and constants may come before it. */
export const tagsBehindCode: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("src/"))
    .filter(({ tree }) => {
      const tag = tree.statements.findIndex(isTag)
      return tree.statements.slice(0, Math.max(tag, 0)).some(holdsFunction)
    })
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
