import type { Nodes, Root } from "mdast"
import { isInertTag } from "./HtmlRemovals.ts"

/** Nodes that separate the words before and after them. */
const separating: ReadonlySet<Nodes["type"]> = new Set([
  "paragraph",
  "heading",
  "blockquote",
  "list",
  "listItem",
  "code",
  "table",
  "tableRow",
  "tableCell",
  "footnoteDefinition",
  "thematicBreak",
  "break"
])

const ownText = (node: Nodes): string => {
  if (node.type === "text" || node.type === "inlineCode" || node.type === "code") return node.value
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? ""
  let text = ""
  if ("children" in node) for (const child of node.children) text += textOf(child)
  return text
}

const textOf = (node: Nodes): string => (separating.has(node.type) ? ` ${ownText(node)} ` : ownText(node))

/** Any white space but a single space. */
const unevenSpace = / \s+|[^\S ]\s*/g

/** The words of a tree in their order, separated by single spaces. */
export const plainText = (tree: Root): string => textOf(tree).replace(unevenSpace, " ").trim()

/** The longest excerpt of a post in lists (contract, Records). */
const maxExcerptCodePoints = 280

/** The cut moves back by at most this much to the end of a word; a longer word is cut through. */
const maxCutWordCodePoints = 40

/** A page may show an excerpt as it is, so a space follows each `<` that begins a tag, unless the tag is inert. */
const withoutTags = (text: string): string =>
  text.replace(/<(?=[a-z/!?])/gi, (_, at) => {
    const tag = /^<[^<>]*>/.exec(text.slice(at))?.[0]
    return tag !== undefined && isInertTag(tag) ? "<" : "< "
  })

/** The beginning of a plain text, at most 280 code points, which ends in "…" after a whole word where it was cut. */
export const excerptOf = (text: string): string => {
  // A code point has at most two units, so this prefix shows whether there are too many.
  const points = Array.from(withoutTags(text.slice(0, 4 * maxExcerptCodePoints)).slice(0, 2 * maxExcerptCodePoints + 2))
  if (points.length <= maxExcerptCodePoints) return points.join("")
  const kept = points.slice(0, maxExcerptCodePoints - 1)
  const end = points[kept.length] === " " ? kept.length : kept.lastIndexOf(" ")
  const words = kept.slice(0, end >= kept.length - maxCutWordCodePoints ? end : kept.length)
  return `${words.join("").trimEnd()}…`
}
