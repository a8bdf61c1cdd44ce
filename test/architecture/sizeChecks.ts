import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { isProduct, walk } from "./Source.ts"

const maxFilesInFolder = 25

const maxFileLines = 300
const maxColumns = 135
const maxCommentColumns = 120
const maxFunctionLines = 70

/** Folders of too many files. Folders named `fixtures` hold data and are left out. */
export const fullFolders: Check = (sources) => {
  const folders = new Map<string, number>()
  for (const { file } of sources) {
    const folder = posix.dirname(file)
    if (!folder.split("/").includes("fixtures")) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return Array.from(folders)
    .filter(([, files]) => files > maxFilesInFolder)
    .map(([folder, files]) => `${folder}: ${files} files`)
}

/** Files that are too long. */
export const longFiles: Check = (sources) =>
  sources
    .map(({ file, text }) => ({ file, lines: text.replace(/\n$/, "").split("\n").length }))
    .filter(({ lines }) => lines > maxFileLines)
    .map(({ file, lines }) => `${file}: ${lines} lines`)

/** Lines of pages, statements or comments that are too wide, by name and text. */
export const wideLines = (texts: Readonly<Record<string, string>>, columns = maxColumns): ReadonlyArray<string> =>
  Object.entries(texts).flatMap(([name, text]) =>
    text.split("\n").flatMap((line, at) => (line.length > columns ? [`${name}:${at + 1}: ${line.length} columns`] : []))
  )

/** Functions of SQL that do not fit a screen, by file and text. */
export const longSqlFunctions = (texts: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(texts).flatMap(([file, text]) =>
    Array.from(text.matchAll(/^create (?:or replace )?function (\w+)[\s\S]*?\$\$;$/gm), ([body, name]) => ({
      name,
      lines: body.split("\n").length
    }))
      .filter(({ lines }) => lines > maxFunctionLines)
      .map(({ lines, name }) => `${file}: ${name} has ${lines} lines`)
  )

const isComment = (line: string) => /^\s*(\/?\*|\/\/)/.test(line)

/** Lines of comments of `src/` that are too wide: the formatter wraps code, and leaves comments as they are. */
export const wideComments: Check = (sources) =>
  sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, text }) => {
      const comments = text.split("\n").map((line) => (isComment(line) ? line : ""))
      return wideLines({ [file]: comments.join("\n") }, maxCommentColumns)
    })

/** The name of a function, or of the variable or call that takes it. */
const nameOf = (node: ts.Node): string => {
  if (ts.isConstructorDeclaration(node)) return "constructor"
  const named = ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
  if (named && node.name !== undefined) return node.name.getText()
  return node.parent === undefined ? "module" : nameOf(node.parent)
}

/** Functions of `src/` that do not fit a screen, each under the name that it has or is assigned to. */
export const longFunctions: Check = (sources) =>
  sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, tree }) => {
      const found: Array<string> = []
      walk(tree, (node) => {
        if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return
        const [first, last] = [node.getStart(tree), node.getEnd()].map(
          (position) => tree.getLineAndCharacterOfPosition(position).line
        )
        const lines = (last ?? 0) - (first ?? 0) + 1
        if (lines > maxFunctionLines) found.push(`${file}: ${nameOf(node)} has ${lines} lines`)
      })
      return found
    })
