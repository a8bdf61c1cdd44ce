import { htmlTagNames } from "html-tag-names"
import type { Html, Nodes, Root } from "mdast"
import { endOfRawText } from "../text/Html.ts"
import { type Edit, escapeTag, replace, type Span, spanOf } from "./Edits.ts"
import { endOfMarkup } from "./FilterTitle.ts"

/** The elements of SVG 1.1 and 2. */
const svg =
  "a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform audio canvas circle clipPath " +
  "color-profile cursor defs desc discard ellipse feBlend feColorMatrix feComponentTransfer feComposite " +
  "feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG " +
  "feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight " +
  "feTile feTurbulence filter font font-face font-face-format font-face-name font-face-src font-face-uri foreignObject " +
  "g glyph glyphRef hkern iframe image line linearGradient marker mask metadata missing-glyph mpath path pattern " +
  "polygon polyline radialGradient rect script set stop style svg switch symbol text textPath title tref tspan use " +
  "video view vkern"

/**
 * The presentation elements of MathML. Browsers ignore its content elements (`int`, `vector`, `list`), which members
 * write in code such as `vector<int>`.
 */
const mathMl =
  "annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr " +
  "mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace " +
  "msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics"

/** Elements of HTML that `html-tag-names` lacks. */
const newHtml = "fencedframe selectedcontent"

const known: ReadonlySet<string> = new Set(
  [...htmlTagNames, ...`${svg} ${mathMl} ${newHtml}`.split(" ")].map((name) => name.toLowerCase())
)

/** True where a text begins like a tag, opening or closing, of no known element: `<String>` in `List<String>`. */
const isUnknownElement = (tag: string): boolean => {
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(tag)?.[1]
  return name !== undefined && !known.has(name.toLowerCase())
}

/** Attributes that have an effect even on an unknown element. */
const activeAttribute = /(?:^|[^a-z])(?:on[a-z]+|style)\s*=/i

/** True where a text that begins like a tag is harmless even to a browser that reads it as one. */
export const isInertTag = (tag: string): boolean => isUnknownElement(tag) && !activeAttribute.test(tag)

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
    if (isUnknownElement(rest)) {
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
