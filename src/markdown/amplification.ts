import type { Definition, Root, Table } from "mdast"
import { SKIP, visit } from "unist-util-visit"
import { eachNode } from "./eachNode.ts"

/** How many characters the URLs and titles of all references may come to; a reference beyond it stays its text. */
const maxReferenceCharacters = 100_000

/** How many cells may be made up to fill the rows of a table; one that lacks more keeps its rows as they are. */
const maxFilledCells = 10_000

const missingCells = ({ align, children }: Table): number =>
  children.reduce((missing, row) => missing + Math.max(0, (align?.length ?? 0) - row.children.length), 0)

const charactersOf = ({ title, url }: Definition): number => url.length + (title?.length ?? 0)

/** Whether there is a table or a reference at all; to change a tree while it is walked is ten times as dear as to look. */
const canGrow = (tree: Root): boolean => {
  let can = false
  eachNode(tree, ({ type }) => {
    can ||= type === "table" || type === "definition"
  })
  return can
}

/**
 * The same tree without what a short text could grow to a huge page by: one long URL that is referred to thousands of
 * times, and a table of a thousand columns whose thousand rows have one cell each.
 */
export const withoutAmplification = (tree: Root): Root => {
  if (!canGrow(tree)) return tree
  const definitions = new Map<string, Definition>()
  visit(tree, "definition", (definition) => {
    if (!definitions.has(definition.identifier)) definitions.set(definition.identifier, definition)
  })
  let characters = 0
  let filled = 0
  visit(tree, (node, index, parent) => {
    if (node.type === "table") {
      const missing = missingCells(node)
      if (filled + missing > maxFilledCells) node.align = null
      else filled += missing
    }
    if ((node.type === "linkReference" || node.type === "imageReference") && parent && index !== undefined) {
      const definition = definitions.get(node.identifier)
      characters += definition ? charactersOf(definition) : 0
      if (characters <= maxReferenceCharacters) return undefined
      const text = node.type === "linkReference" ? node.children : [{ type: "text" as const, value: node.alt ?? "" }]
      parent.children.splice(index, 1, ...text)
      return [SKIP, index + text.length]
    }
    return undefined
  })
  return tree
}
