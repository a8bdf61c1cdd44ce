import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { isProduct, lineAt, walk } from "./Source.ts"

/** The tables that hold what is not for everyone, too. The views of their old names show what the reader may read. */
const wholeTable = /\ball_(?:posts|comments|likes|post_views|post_counts|post_search|comment_search)\b/g

/** Text of the program, and no comment: a string, or a part of a template such as a statement. */
const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)

/** Statements that name a table of which readers may not see all rows, instead of its view (decision 0045). */
export const wholeTables: Check = (sources) =>
  sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, tree }) => {
      const found: Array<string> = []
      walk(tree, (node) => {
        if (!isText(node)) return
        const start = node.getStart(tree)
        for (const { 0: table, index } of node.getText(tree).matchAll(wholeTable))
          found.push(`${file} names ${table} in line ${lineAt(tree, start + index)}`)
      })
      return found
    })

/** The files that may name them, each with its reason. */
export const wholeTablesAllowed: ReadonlyMap<string, string> = new Map([
  ["src/adapters/postgres/Reading.ts", "asks only if there is a post that is not for everyone"],
  ["src/adapters/postgres/Integrity.ts", "compares all rows with their counts for the operator, and shows no text"],
  ["src/adapters/postgres/diseases/RetireDiseases.ts", "posts of a retired disease go to its successor, whoever reads"],
  ["src/adapters/postgres/moderation/HiddenTextsRepoSql.ts", "judges who reads a hidden comment; erases"],
  ["src/adapters/postgres/accounts/ExportRepoSql.ts", "shows members what is their own, by `reads_about`"],
  ["src/adapters/postgres/posts/StoredTextsRepoSql.ts", "filters all stored texts again, and shows them to nobody"],
  ["src/adapters/postgres/posts/TranslationsRepoSql.ts", "erases the translations of all that a member wrote"]
])
