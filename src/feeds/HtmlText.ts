import type { HtmlElement, HtmlNode } from "./HtmlTree.ts"

/** Elements that browsers do not show as text. */
const hidden: ReadonlySet<string> = new Set(
  (
    "script style template noscript iframe object embed applet svg math canvas audio video head title textarea select " +
    "button noembed noframes xmp"
  ).split(" ")
)

export const isVisible = (node: HtmlNode): boolean => typeof node === "string" || !hidden.has(node.name)

/** Inline elements; all others are blocks. */
const inline: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var wbr"
  ).split(" ")
)

/** True for a node without blocks inside it. */
export const isInline = (node: HtmlNode): boolean =>
  typeof node === "string" || (inline.has(node.name) && node.children.every(isInline))

/** Controls, bidi overrides, tag characters, lone surrogates, and spaces of no width. */
const invisible = /[\p{Cc}\p{Cs}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, "")

/** A text on one line, without invisible characters. */
export const oneLine = (text: string): string =>
  withoutInvisible(text.replace(/\s+/gu, " ")).replace(/ {2,}/g, " ").trim()

/** Cuts a text to at most so many code points; a cut text ends in "…", after a whole word if one ends near. */
export const truncated = (text: string, maxCodePoints: number): string => {
  const points = Array.from(text.slice(0, 2 * maxCodePoints + 2))
  if (points.length <= maxCodePoints) return text
  const kept = points.slice(0, maxCodePoints - 1).join("")
  const space = kept.lastIndexOf(" ")
  return `${(space > kept.length - 40 ? kept.slice(0, space) : kept).trimEnd()}…`
}

const wordsOf = (node: HtmlNode): string => {
  if (typeof node === "string") return node
  if (!isVisible(node)) return ""
  if (node.name === "br") return " "
  const words = node.children.map(wordsOf).join("")
  return isInline(node) ? words : ` ${words} `
}

/** The visible text of a tree, on one line. */
export const textOfHtml = (tree: HtmlElement): string => oneLine(wordsOf(tree))
