import { feedLink } from "./FeedLinks.ts"
import {
  type HtmlElement,
  type HtmlNode,
  htmlTree,
  isInline,
  isVisible,
  oneLine,
  truncated,
  withoutInvisible
} from "./HtmlTree.ts"

/**
 * Deeper lists and quotes of a feed's HTML are flattened to this depth, so that the filter never refuses our Markdown
 * as too deep.
 */
const maxDepth = 6

/** The longest text of a feed's item as Markdown; the rest is left to the page itself. */
const maxItemCharacters = 30_000

/** Characters with a meaning in Markdown: marks, tags, references; an underscore inside a word has none. */
const special = /[\\`*[\]~|]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu

const escapedWords = (text: string): string =>
  text.replace(special, (character) => (character === "<" ? "&lt;" : character === "&" ? "&amp;" : `\\${character}`))

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]])/i

/** A text as Markdown that reads the same, with its addresses as links. */
const escaped = (text: string): string =>
  withoutInvisible(text.replace(/\s+/gu, " "))
    .split(address)
    .map((part, index) => {
      const url = index % 2 === 1 ? feedLink(part, null) : null
      return url === null ? escapedWords(part) : `<${url}>`
    })
    .join("")

/** Escapes the start of a line that would begin a heading, a quote or a list. */
const escapedLineStart = (line: string): string => line.replace(/^(?=[#>+=-])|(?<=^\d{1,9})(?=[.)](?:\s|$))/, "\\")

/** An exclamation mark in front of a bracket would make a picture of a link. */
const withoutImages = (markdown: string): string => markdown.replace(/!(?=\[)/g, "\\!")

/** A paragraph that keeps its line breaks; none for an empty text. */
const paragraph = (text: string): ReadonlyArray<string> => {
  const lines = text
    .split("\n")
    .map((line) => withoutImages(escapedLineStart(line.replace(/ {2,}/g, " ").trim())))
    .filter((line) => line !== "")
  return lines.length === 0 ? [] : [lines.join("  \n")]
}

const marks: Readonly<Record<string, string>> = { b: "**", strong: "**", em: "*", i: "*" }

/** Puts marks around words, inside the spaces at their ends, unless the words begin or end with marks. */
const marked = (mark: string, text: string): string => {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return words === "" || /^\*|\*$|\n/.test(words) ? text : `${before}${mark}${words}${mark}${after}`
}

const linked = (text: string, url: string | null): string => {
  const words = text.replace(/\s+/g, " ").trim()
  if (url === null || words === "" || words.includes("](") || /<https?:/i.test(words)) {
    return url !== null && words.startsWith("<http") ? `<${url}>` : text
  }
  return `[${words}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`
}

const preLines = (node: HtmlNode): string => {
  if (typeof node === "string") return node.split("\n").map(escaped).join("\n")
  return node.name === "br" ? "\n" : node.children.map(preLines).join("")
}

/** Converts HTML whose relative links begin at `base`. */
const converter = (base: string | null) => {
  const inline = (node: HtmlNode): string => {
    if (typeof node === "string") return escaped(node)
    if (!isVisible(node)) return ""
    if (node.name === "br") return "\n"
    if (node.name === "img") return escaped(node.attributes["alt"] ?? "")
    const text = node.children.map(inline).join("")
    if (node.name === "a") return linked(text, feedLink(node.attributes["href"], base, ["http:", "https:", "mailto:"]))
    if (node.name === "sup" && text.trim() !== "") return `^${text}`
    const mark = marks[node.name]
    return mark === undefined ? text : marked(mark, text)
  }

  const listOf = (list: HtmlElement, depth: number): ReadonlyArray<string> => {
    const items = list.children
      .map((item) => blocksOf(typeof item === "string" || item.name !== "li" ? [item] : item.children, depth + 1))
      .filter((blocks) => blocks.length > 0)
    const lines = items.map((blocks, index) => {
      const marker = list.name === "ol" ? `${index + 1}. ` : "- "
      return `${marker}${blocks.join("\n\n").replace(/\n(?=[^\n])/g, `\n${" ".repeat(marker.length)}`)}`
    })
    return lines.length === 0 ? [] : [lines.join("\n")]
  }

  const blockOf = (element: HtmlElement, depth: number): ReadonlyArray<string> => {
    const { children, name } = element
    if (name === "hr") return ["---"]
    if (/^h[1-6]$/.test(name)) {
      const words = withoutImages(oneLine(children.map(inline).join("")))
      return words === "" ? [] : [`${"#".repeat(Math.max(2, Number(name.slice(1))))} ${words}`]
    }
    if (name === "tr") {
      const cells = children.map((cell) => oneLine(inline(cell))).filter((cell) => cell !== "")
      return paragraph(cells.join(" · "))
    }
    if (name === "pre") return children.flatMap((child) => paragraph(preLines(child)))
    if (depth < maxDepth && (name === "ul" || name === "ol")) return listOf(element, depth)
    const blocks = blocksOf(children, name === "blockquote" ? depth + 1 : depth)
    const isQuote = depth < maxDepth && name === "blockquote" && blocks.length > 0
    return isQuote ? [blocks.join("\n\n").replace(/^/gm, "> ")] : blocks
  }

  /** The Markdown blocks of nodes; adjacent inline nodes form one paragraph. */
  const blocksOf = (nodes: ReadonlyArray<HtmlNode>, depth: number): ReadonlyArray<string> => {
    const blocks: Array<string> = []
    let line = ""
    for (const node of nodes) {
      if (isInline(node)) line += inline(node)
      else if (typeof node !== "string" && isVisible(node)) {
        blocks.push(...paragraph(line), ...blockOf(node, depth))
        line = ""
      }
    }
    return [...blocks, ...paragraph(line)]
  }

  return blocksOf
}

const joined = (blocks: ReadonlyArray<string>): string => {
  let text = ""
  for (const block of blocks) {
    if (text.length + block.length > maxItemCharacters)
      return text === "" ? truncated(block, maxItemCharacters) : `${text}\n\n…`
    text += text === "" ? block : `\n\n${block}`
  }
  return text
}

/** Plain text as Markdown that reads the same; a blank line separates paragraphs. */
export const textToMarkdown = (text: string): string =>
  joined(text.split(/\n\s*\n/).flatMap((part) => paragraph(escaped(part))))

const escapedTag = /<(?:p|br|a|div|span|ul|ol|li|strong|em|b|i|img|blockquote|table|h[1-6])(?:\s[^<>]*)?\/?>/i

/** The longest HTML of a feed's item that is read, many times the longest result. */
const maxHtmlCharacters = 300_000

/** The tree of a feed's HTML, which may have been escaped twice. */
export const feedHtml = (html: string): HtmlElement => {
  const tree = htmlTree(html.slice(0, maxHtmlCharacters))
  const text = tree.children.every((child) => typeof child === "string") ? tree.children.join("") : ""
  return escapedTag.test(text) ? htmlTree(text) : tree
}

/**
 * A feed's HTML as Markdown with its paragraphs, headings, lists, quotes and links. Pictures are dropped, since they
 * would reveal our readers to their host; so are scripts, styles and links of other schemes. The rest becomes text.
 */
export const htmlToMarkdown = (tree: HtmlElement, base: string | null): string =>
  tree.children.every((child) => typeof child === "string")
    ? textToMarkdown(tree.children.join(""))
    : joined(converter(base)(tree.children, 0))
