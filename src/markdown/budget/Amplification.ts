import type { Definition, Root, Table } from "mdast"
import { SKIP, visit } from "unist-util-visit"
import { forEachNode } from "../ForEachNode.ts"

/** The most characters in the URLs and titles of all references; a reference beyond it stays its text. */
const maxReferenceCharacters = 100_000

/** The most cells that are added to fill the rows of tables; a table that needs more keeps its rows as they are. */
const maxFilledCells = 10_000

const missingCells = ({ align, children }: Table): number =>
  children.reduce((missing, row) => missing + Math.max(0, (align?.length ?? 0) - row.children.length), 0)

const charactersOf = ({ title, url }: Definition): number => url.length + (title?.length ?? 0)

/** True for a tree with a table or a definition. This look costs a tenth of a walk that may change the tree. */
const canGrow = (tree: Root): boolean => {
  let can = false
  forEachNode(tree, ({ type }) => {
    can ||= type === "table" || type === "definition"
  })
  return can
}

/**
 * Changes a tree so that a short text cannot become a huge page: by one long URL with thousands of references, or by a
 * table of a thousand columns whose thousand rows have one cell each. Returns the same tree.
 */
export const limitAmplification = (tree: Root): Root => {
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
