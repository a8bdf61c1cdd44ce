import { endOfRawText } from "@rare-disease-community/text/Html"
import type { Html, Nodes, Root } from "mdast"
import { type Edit, escapeTag, replace, type Span, spanOf } from "./Edits.ts"
import { endOfMarkup } from "./FilterTitle.ts"
import { type Gap, isOfficeTag, isUnknownElement, leftBy, raisedSign, widest } from "./HtmlElements.ts"

/** A tag, comment or declaration in raw HTML. */
interface HtmlToken extends Span {
  /** The element's name in lower case; empty for a comment or declaration. */
  readonly name: string
  readonly kind: "opening" | "closing" | "other" | "unknownElement"
  /** The end of the node: an element that is never closed ends there. */
  readonly limit: number
}

/** Elements whose content is raw text to a browser. */
const rawText: ReadonlySet<string> = new Set(
  "script style iframe noembed noframes noscript xmp plaintext textarea title".split(" ")
)

/** Elements whose content is markup, of which a browser shows no text. */
const hidden: ReadonlySet<string> = new Set("template object svg applet audio video canvas".split(" "))

/** True for the opening tag of an element whose content is removed with its tags. */
const dropsContent = ({ kind, name }: HtmlToken): boolean =>
  kind === "opening" && (rawText.has(name) || hidden.has(name))

/** The tokens of a piece of HTML in their order. One that is never closed extends to the end. */
const tokensIn = (html: string): ReadonlyArray<HtmlToken> => {
  const tokens: Array<HtmlToken> = []
  const beginning = /<(?=[a-z/!?])/gi
  for (let found = beginning.exec(html); found !== null; found = beginning.exec(html)) {
    const start = found.index
    const rest = html.slice(start)
    if (isUnknownElement(rest) && !isOfficeTag(rest)) {
      tokens.push({ start, end: start + 1, name: "", kind: "unknownElement", limit: html.length })
      continue
    }
    const length = endOfMarkup(rest) ?? rest.length
    const end = start + length
    const [, slash, tag = ""] = /^<(\/?)([a-z][^\s/>]*)/i.exec(rest) ?? []
    const name = tag.toLowerCase()
    const isEmpty = name === "svg" && rest.slice(0, length).endsWith("/>")
    const kind = name === "" || isEmpty ? "other" : slash === "/" ? "closing" : "opening"
    tokens.push({ start, end, name, kind, limit: html.length })
    beginning.lastIndex = kind === "opening" && rawText.has(name) ? endOfRawText(html, name, end) : end
  }
  return tokens
}

/**
 * Maps offsets in a node's text to offsets in the source, where each line of a quote or list has a prefix. Undefined
 * where a line is not found in the source, as when a prefix takes half of a tab.
 */
const sourceOffsets = (source: string, { end, start }: Span, value: string): ((at: number) => number) | undefined => {
  const typed = source.slice(start, end)
  if (typed === value) return (at) => start + at
  const [typedLines, lines] = [typed.split(/\r\n|\n|\r/), value.split(/\r\n|\n|\r/)]
  if (typedLines.length !== lines.length || !lines.every((line, index) => typedLines[index]?.endsWith(line))) {
    return undefined
  }
  const offsets: Array<number> = []
  let from = start
  for (const [index, line] of lines.entries()) {
    const lineEnd = from + (typedLines[index]?.length ?? 0)
    const next = lineEnd + (/^(?:\r\n|\n|\r)?/.exec(source.slice(lineEnd))?.[0].length ?? 0)
    for (let at = lineEnd - line.length; at < next; at++) offsets.push(at)
    from = next
  }
  return (at) => offsets[at] ?? end
}

/** The tokens of a node of raw HTML, with their spans in the source. */
const htmlTokensOf = (source: string, node: Html, isBlock: boolean): ReadonlyArray<HtmlToken> => {
  const span = spanOf(node)
  // An inline node is a single tag, comment or declaration.
  if (!isBlock) {
    const [{ kind, name } = { kind: "other", name: "" } as const] = tokensIn(node.value)
    const end = kind === "unknownElement" ? span.start + 1 : span.end
    return [{ start: span.start, end, name, kind, limit: span.end }]
  }
  const offsetOf = sourceOffsets(source, span, node.value)
  if (offsetOf === undefined) return [{ ...span, name: "", kind: "other", limit: span.end }]
  return tokensIn(node.value).map((token) => ({
    ...token,
    start: offsetOf(token.start),
    end: token.end === node.value.length ? span.end : offsetOf(token.end - 1) + 1,
    limit: span.end
  }))
}

const phrasing: ReadonlySet<Nodes["type"]> = new Set(["delete", "emphasis", "link", "linkReference", "strong"])
const textBlocks: ReadonlySet<Nodes["type"]> = new Set(["paragraph", "heading", "tableCell"])

/** The tokens of the raw HTML of a block; those of a heading or a cell of a table must stay on its line. */
interface TokensOfBlock {
  readonly tokens: Array<HtmlToken>
  readonly isLine: boolean
}

/** The tokens of all raw HTML, grouped by block: an element is closed in the block that opened it. */
const tokensByBlock = (source: string, tree: Root): ReadonlyArray<TokensOfBlock> => {
  const blocks: Array<TokensOfBlock> = []
  const walk = (node: Nodes, block: TokensOfBlock, isBlock: boolean): void => {
    if (node.type === "html") for (const token of htmlTokensOf(source, node, isBlock)) block.tokens.push(token)
    if (!("children" in node)) return
    const isLine = node.type === "heading" || node.type === "tableCell"
    const inside = phrasing.has(node.type) ? block : { tokens: [], isLine }
    if (inside !== block) blocks.push(inside)
    for (const child of node.children) walk(child, inside, inside === block ? isBlock : !textBlocks.has(node.type))
  }
  walk(tree, { tokens: [], isLine: false }, true)
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

/** A removed span, and the gap that a reader saw between the words before and after it. */
interface Removal extends Span {
  readonly gap: Gap
}

/** Spaces and marks of quotes, lists and footnotes at the beginning of a line. */
const linePrefix = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]*\]:)(?=[ \t]))*$/

/** The longest beginning of a line that may be spaces and marks before a tag. */
const maxPrefix = 60

const isAtLineStart = (source: string, at: number): boolean => {
  const before = source.slice(Math.max(0, at - maxPrefix), at)
  const lineStart = 1 + Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"))
  return (lineStart > 0 || at <= maxPrefix) && linePrefix.test(before.slice(lineStart))
}

const isAtLineEnd = (source: string, at: number): boolean => {
  let next = at
  while (source.charAt(next) === " " || source.charAt(next) === "\t") next++
  return /^[\r\n]?$/.test(source.charAt(next))
}

/** The separator of two words in the place of removed tags between them; empty where another separates them. */
const fill = (source: string, { end, gap, start }: Removal): string => {
  if (gap === "line") return isAtLineStart(source, start) || isAtLineEnd(source, end) ? "" : "\n"
  const [before, after] = [source.charAt(start - 1), source.charAt(end)]
  if (gap === "space") return /\S/.test(before) && /\S/.test(after) ? " " : ""
  return gap === "raised" && /[\p{L}\p{N})]/u.test(before) ? raisedSign : ""
}

/** One removal for each row of removals. */
const joinedRemovals = (removals: ReadonlyArray<Removal>): ReadonlyArray<Removal> => {
  const joined: Array<Removal> = []
  for (const removal of removals) {
    const last = joined.at(-1)
    if (last?.end !== removal.start) joined.push(removal)
    else joined.splice(-1, 1, { start: last.start, end: removal.end, gap: widest(last.gap, removal.gap) })
  }
  return joined
}

const removalsOf = ({ isLine, tokens }: TokensOfBlock, source: string, edits: Array<Edit>): ReadonlyArray<Removal> => {
  const removals: Array<Removal> = []
  let done = 0
  for (const [index, token] of tokens.entries()) {
    if (token.start < done) continue
    if (token.kind === "unknownElement") {
      edits.push(escapeTag(token.start))
      continue
    }
    const isDropped = dropsContent(token)
    done = isDropped ? (closingOf(tokens, index)?.end ?? token.limit) : token.end
    const gap = leftBy(token, source.slice(token.end))
    removals.push({ start: token.start, end: done, gap: isLine && gap === "line" ? "space" : gap })
  }
  return removals
}

/**
 * The edits that remove raw HTML: tags, comments and declarations go, and the text between them stays, apart where it
 * was. An element whose text browsers hide goes with its content, or with the rest of its block where it is never
 * closed. The `<` of a tag of no known element is escaped.
 */
export const htmlRemovals = (source: string, tree: Root): ReadonlyArray<Edit> => {
  if (!source.includes("<")) return []
  const edits: Array<Edit> = []
  const removals = tokensByBlock(source, tree).flatMap((block) => removalsOf(block, source, edits))
  const inOrder = removals.toSorted((a, b) => a.start - b.start)
  return [...edits, ...joinedRemovals(inOrder).map((removal) => replace(removal, fill(source, removal)))]
}
