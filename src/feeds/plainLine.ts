import type { HtmlElement, HtmlNode } from "./htmlTree.ts"

/** Elements that readers do not see, or that are none of the text. */
const unread: ReadonlySet<string> = new Set(
  (
    "script style template noscript iframe object embed applet svg math canvas audio video head title textarea select " +
    "button noembed noframes xmp"
  ).split(" ")
)

export const isRead = (node: HtmlNode): boolean => typeof node === "string" || !unread.has(node.name)

/** Elements that stand in a line of text; all others stand on their own. */
const inline: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var wbr"
  ).split(" ")
)

/** Whether a piece of HTML stands in a line of text; one that has blocks in it does not, whatever it is. */
export const isInline = (node: HtmlNode): boolean =>
  typeof node === "string" || (inline.has(node.name) && node.children.every(isInline))

/** Characters that show nothing, or turn what stands beside them around: controls, bidi overrides, tags, lone surrogates. */
const unseen = /[\p{Cc}\p{Cs}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

export const withoutUnseen = (text: string): string => text.replace(unseen, "")

/** A text in one line, without what nobody can see. */
export const oneLine = (text: string): string => withoutUnseen(text.replace(/\s+/gu, " ")).replace(/ {2,}/g, " ").trim()

/** The beginning of a text of at most so many code points; where it is cut it ends in "…", after a whole word if one ends near. */
export const beginning = (text: string, maxCodePoints: number): string => {
  const points = Array.from(text.slice(0, 2 * maxCodePoints + 2))
  if (points.length <= maxCodePoints) return text
  const kept = points.slice(0, maxCodePoints - 1).join("")
  const space = kept.lastIndexOf(" ")
  return `${(space > kept.length - 40 ? kept.slice(0, space) : kept).trimEnd()}…`
}

const wordsOf = (node: HtmlNode): string => {
  if (typeof node === "string") return node
  if (!isRead(node)) return ""
  if (node.name === "br") return " "
  const words = node.children.map(wordsOf).join("")
  return isInline(node) ? words : ` ${words} `
}

/** The text of a tree, in one line. */
export const plainLine = (tree: HtmlElement): string => oneLine(wordsOf(tree))
