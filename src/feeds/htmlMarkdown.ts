import { feedLink } from "./feedLinks.ts"
import { type HtmlElement, type HtmlNode, htmlTree } from "./htmlTree.ts"
import { beginning, isInline, isRead, oneLine, withoutUnseen } from "./plainLine.ts"

/** What is nested deeper in lists and quotes is put at this depth: our Markdown is never too deep for the filter. */
const maxDepth = 6

/** How long a text may become; what comes after it is left to the page itself. */
const maxCharacters = 30_000

/** What would mean something to Markdown: marks, tags, references; an underscore in a word means itself. */
const meaningful = /[\\`*[\]~|]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu

const escapedWords = (text: string): string =>
  text.replace(meaningful, (character) => (character === "<" ? "&lt;" : character === "&" ? "&amp;" : `\\${character}`))

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]])/i

/** A text that means itself, the addresses in it as links. */
const escaped = (text: string): string =>
  withoutUnseen(text.replace(/\s+/gu, " "))
    .split(address)
    .map((part, index) => {
      const url = index % 2 === 1 ? feedLink(part, null) : null
      return url === null ? escapedWords(part) : `<${url}>`
    })
    .join("")

/** What would begin a heading, a quote or a list is made to begin a text. */
const atLineStart = (line: string): string => line.replace(/^(?=[#>+=-])|(?<=^\d{1,9})(?=[.)](?:\s|$))/, "\\")

/** Lines of a paragraph, each on its own. */
const paragraph = (text: string): ReadonlyArray<string> => {
  const lines = text
    .split("\n")
    .map((line) => atLineStart(line.replace(/ {2,}/g, " ").trim()).replace(/!(?=\[)/g, "\\!"))
    .filter((line) => line !== "")
  return lines.length === 0 ? [] : [lines.join("  \n")]
}

const marks: Readonly<Record<string, string>> = { b: "**", strong: "**", em: "*", i: "*" }

/** Marks stand beside words, and not around nothing or other marks; spaces at the ends stay outside. */
const marked = (mark: string, text: string): string => {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return words === "" || /^\*|\*$|\n/.test(words) ? text : `${before}${mark}${words}${mark}${after}`
}

const linked = (text: string, url: string | null): string => {
  const words = text.replace(/\s+/g, " ").trim()
  if (url === null || words === "" || words.includes("](") || /<https?:/i.test(words)) {
    return url !== null && words.startsWith("<http") ? `<${url}>` : text
  }
  return `[${words}](${url.replace(/[()]/g, (character) => (character === "(" ? "%28" : "%29"))})`
}

/** What makes Markdown of HTML whose relative links begin at a base. */
class Writer {
  readonly #base: string | null
  constructor(base: string | null) {
    this.#base = base
  }

  inline(node: HtmlNode): string {
    if (typeof node === "string") return escaped(node)
    if (!isRead(node)) return ""
    if (node.name === "br") return "\n"
    if (node.name === "img") return escaped(node.attributes["alt"] ?? "")
    const text = node.children.map((child) => this.inline(child)).join("")
    if (node.name === "a") {
      return linked(text, feedLink(node.attributes["href"], this.#base, ["http:", "https:", "mailto:"]))
    }
    if (node.name === "sup" && text.trim() !== "") return `^${text}`
    const mark = marks[node.name]
    return mark === undefined ? text : marked(mark, text)
  }

  #list(list: HtmlElement, depth: number): ReadonlyArray<string> {
    const items = list.children
      .map((item) => this.blocks(typeof item === "string" || item.name !== "li" ? [item] : item.children, depth + 1))
      .filter((blocks) => blocks.length > 0)
    const lines = items.map((blocks, index) => {
      const marker = list.name === "ol" ? `${index + 1}. ` : "- "
      return `${marker}${blocks.join("\n\n").replace(/\n(?=[^\n])/g, `\n${" ".repeat(marker.length)}`)}`
    })
    return lines.length === 0 ? [] : [lines.join("\n")]
  }

  #block(element: HtmlElement, depth: number): ReadonlyArray<string> {
    const { children, name } = element
    if (name === "hr") return ["---"]
    if (/^h[1-6]$/.test(name)) {
      const words = oneLine(children.map((child) => this.inline(child)).join("")).replace(/!(?=\[)/g, "\\!")
      return words === "" ? [] : [`${"#".repeat(Math.max(2, Number(name.slice(1))))} ${words}`]
    }
    if (name === "tr") {
      const cells = children.map((cell) => oneLine(this.inline(cell))).filter((cell) => cell !== "")
      return paragraph(cells.join(" · "))
    }
    if (name === "pre") return children.flatMap((child) => paragraph(preLines(child)))
    if (depth < maxDepth && (name === "ul" || name === "ol")) return this.#list(element, depth)
    const blocks = this.blocks(children, name === "blockquote" ? depth + 1 : depth)
    if (depth < maxDepth && name === "blockquote" && blocks.length > 0) {
      return [blocks.join("\n\n").replace(/^/gm, "> ")]
    }
    return blocks
  }

  /** The blocks of Markdown that stand for these nodes; what stands in line together is one. */
  blocks(nodes: ReadonlyArray<HtmlNode>, depth = 0): ReadonlyArray<string> {
    const blocks: Array<string> = []
    let line = ""
    const endLine = () => {
      blocks.push(...paragraph(line))
      line = ""
    }
    for (const node of nodes) {
      if (isInline(node)) line += this.inline(node)
      else if (typeof node !== "string" && isRead(node)) {
        endLine()
        blocks.push(...this.#block(node, depth))
      }
    }
    endLine()
    return blocks
  }
}

/** Text in which line ends count. */
const preLines = (node: HtmlNode): string =>
  typeof node === "string"
    ? node.split("\n").map(escaped).join("\n")
    : node.name === "br"
      ? "\n"
      : node.children.map(preLines).join("")

const joined = (blocks: ReadonlyArray<string>): string => {
  let text = ""
  for (const block of blocks) {
    if (text.length + block.length > maxCharacters)
      return text === "" ? beginning(block, maxCharacters) : `${text}\n\n…`
    text += text === "" ? block : `\n\n${block}`
  }
  return text
}

/** Plain text as Markdown that means the same; a blank line parts paragraphs. */
export const plainMarkdown = (text: string): string =>
  joined(text.split(/\n\s*\n/).flatMap((part) => paragraph(escaped(part))))

const escapedTag = /<(?:p|br|a|div|span|ul|ol|li|strong|em|b|i|img|blockquote|table|h[1-6])(?:\s[^<>]*)?\/?>/i

/** How much of an item's HTML is read: many times what becomes of it. */
const maxHtmlCharacters = 300_000

/** The tree of a feed's HTML; of HTML that was escaped once more than it should have been too. */
export const feedHtml = (html: string): HtmlElement => {
  const tree = htmlTree(html.slice(0, maxHtmlCharacters))
  const text = tree.children.every((child) => typeof child === "string") ? tree.children.join("") : ""
  return escapedTag.test(text) ? htmlTree(text) : tree
}

/**
 * A feed's HTML as Markdown: paragraphs, headings, lists, quotes and links stay; pictures are left out, since they would
 * tell their host who reads here. Scripts, styles and links of other schemes are gone; what is left is text.
 */
export const htmlMarkdown = (tree: HtmlElement, base: string | null): string =>
  tree.children.every((child) => typeof child === "string")
    ? plainMarkdown(tree.children.join(""))
    : joined(new Writer(base).blocks(tree.children))
