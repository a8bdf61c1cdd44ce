import type { Nodes, Root } from "mdast"
import type { Span } from "./destinations.ts"
import type { Edit } from "./edits.ts"
import { dropsContent, type HtmlPart, htmlPartsOf } from "./htmlParts.ts"

/** Nodes that stand in a line with text; what holds them is what a paragraph, a heading or a cell begins and ends. */
const isPhrasing: Readonly<Partial<Record<Nodes["type"], true>>> = {
  delete: true,
  emphasis: true,
  link: true,
  linkReference: true,
  strong: true
}

const spanOf = ({ position }: Nodes): Span => ({ start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 })

/** The parts of all raw HTML, by the block or the paragraph in which they stand: an element is closed where it was opened. */
const partsByScope = (source: string, tree: Root): ReadonlyArray<ReadonlyArray<HtmlPart>> => {
  const scopes: Array<Array<HtmlPart>> = []
  const walk = (node: Nodes, scope: Array<HtmlPart>, isBlock: boolean): void => {
    if (node.type === "html") for (const part of htmlPartsOf(source, node, spanOf(node), isBlock)) scope.push(part)
    if (!("children" in node)) return
    const inside: Array<HtmlPart> = isPhrasing[node.type] ? scope : []
    if (inside !== scope) scopes.push(inside)
    const holdsText = node.type === "paragraph" || node.type === "heading" || node.type === "tableCell"
    for (const child of node.children) walk(child, inside, inside === scope ? isBlock : !holdsText)
  }
  walk(tree, [], true)
  return scopes
}

/** The part that closes the element which a part opens; one of the same name inside it is closed first. */
const closingOf = (parts: ReadonlyArray<HtmlPart>, opening: number): number => {
  const name = parts[opening]?.name
  let depth = 0
  for (let at = opening; at < parts.length; at++) {
    const part = parts[at]
    if (part?.name !== name) continue
    if (part?.kind === "opening") depth++
    if (part?.kind === "closing" && --depth === 0) return at
  }
  return -1
}

/**
 * What is to be done about raw HTML: tags, comments and declarations are cut, and the text between them stays. Elements
 * whose text a browser would not show go with their content; one that is not closed in a block of HTML, with the rest of
 * the block. A tag of no element is text that somebody did not escape.
 */
export const htmlCuts = (source: string, tree: Root): ReadonlyArray<Edit> => {
  if (!source.includes("<")) return []
  const edits: Array<Edit> = []
  for (const parts of partsByScope(source, tree)) {
    let done = 0
    for (const [index, part] of parts.entries()) {
      if (part.start < done) continue
      if (part.kind === "noElement") {
        edits.push({ start: part.start, end: part.end, replacement: "&lt;" })
        continue
      }
      const end = dropsContent(part) ? (parts[closingOf(parts, index)]?.end ?? part.limit) : part.end
      edits.push({ start: part.start, end, replacement: "" })
      done = end
    }
  }
  return edits
}
