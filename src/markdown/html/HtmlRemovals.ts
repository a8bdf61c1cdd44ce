import type { Nodes, Root } from "mdast"
import { type Edit, escapeTag, replace } from "../Edits.ts"
import { dropsContent, type HtmlToken, htmlTokensOf } from "./HtmlTokens.ts"

const phrasing: ReadonlySet<Nodes["type"]> = new Set(["delete", "emphasis", "link", "linkReference", "strong"])
const textBlocks: ReadonlySet<Nodes["type"]> = new Set(["paragraph", "heading", "tableCell"])

/** The tokens of all raw HTML, grouped by block: an element is closed in the block that opened it. */
const tokensByBlock = (source: string, tree: Root): ReadonlyArray<ReadonlyArray<HtmlToken>> => {
  const blocks: Array<Array<HtmlToken>> = []
  const walk = (node: Nodes, block: Array<HtmlToken>, isBlock: boolean): void => {
    if (node.type === "html") for (const token of htmlTokensOf(source, node, isBlock)) block.push(token)
    if (!("children" in node)) return
    const inside: Array<HtmlToken> = phrasing.has(node.type) ? block : []
    if (inside !== block) blocks.push(inside)
    for (const child of node.children) walk(child, inside, inside === block ? isBlock : !textBlocks.has(node.type))
  }
  walk(tree, [], true)
  return blocks
}

/** The token that closes the element opened at `opening`; elements of the same name inside it are closed first. */
const closingOf = (tokens: ReadonlyArray<HtmlToken>, opening: number): HtmlToken | undefined => {
  const name = tokens[opening]?.name
  let depth = 0
  for (const token of tokens.slice(opening)) {
    if (token.name !== name) continue
    if (token.kind === "opening") depth++
    if (token.kind === "closing" && --depth === 0) return token
  }
  return undefined
}

/**
 * The edits that remove raw HTML: tags, comments and declarations go, and the text between them stays. An element whose
 * text browsers hide goes with its content, or with the rest of its block where it is never closed. The `<` of a tag of
 * no known element is escaped.
 */
export const htmlRemovals = (source: string, tree: Root): ReadonlyArray<Edit> => {
  if (!source.includes("<")) return []
  const edits: Array<Edit> = []
  for (const tokens of tokensByBlock(source, tree)) {
    let done = 0
    for (const [index, token] of tokens.entries()) {
      if (token.start < done) continue
      if (token.kind === "unknownElement") {
        edits.push(escapeTag(token.start))
        continue
      }
      done = dropsContent(token) ? (closingOf(tokens, index)?.end ?? token.limit) : token.end
      edits.push(replace({ start: token.start, end: done }, ""))
    }
  }
  return edits
}
