import type { Nodes, Root } from "mdast"
import { runsNothing } from "./elementNames.ts"

/** Nodes that stand on their own, so that the words before and after them are not one. */
const isBlock: Readonly<Partial<Record<Nodes["type"], true>>> = {
  paragraph: true,
  heading: true,
  blockquote: true,
  list: true,
  listItem: true,
  code: true,
  table: true,
  tableRow: true,
  tableCell: true,
  footnoteDefinition: true,
  thematicBreak: true,
  break: true
}

const ownText = (node: Nodes): string => {
  if (node.type === "text" || node.type === "inlineCode" || node.type === "code") return node.value
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? ""
  let text = ""
  if ("children" in node) for (const child of node.children) text += textOf(child)
  return text
}

const textOf = (node: Nodes): string => (isBlock[node.type] ? ` ${ownText(node)} ` : ownText(node))

/** Any space but a single one as it should be. */
const unevenSpace = / \s+|[^\S ]\s*/g

/** The words of a tree in their order, with one space where there is any space between them. */
export const plainText = (tree: Root): string => textOf(tree).replace(unevenSpace, " ").trim()

/** The most code points of an excerpt. */
const maxExcerptCodePoints = 280

/** How far back from the cut the end of a word is looked for; a longer word is cut through. */
const longestWordCodePoints = 40

/**
 * An excerpt stands in lists, where a page may show it as it is. So a `<` that would begin a tag there gets a space after
 * it, unless it is one that runs nothing: of no element and without attributes, as in `List<String>`.
 */
const inert = (text: string): string =>
  text.replace(/<(?=[a-z/!?])/gi, (_, at) => {
    const tag = /^<[^<>]*>/.exec(text.slice(at))?.[0]
    return tag !== undefined && runsNothing(tag) ? "<" : "< "
  })

/** The beginning of a plain text; where it is cut it ends in "…", after a whole word if one ends near. */
export const excerptOf = (text: string): string => {
  // No code point is longer than two units, so that these are enough to see that there are too many.
  const points = Array.from(inert(text.slice(0, 4 * maxExcerptCodePoints)).slice(0, 2 * maxExcerptCodePoints + 2))
  if (points.length <= maxExcerptCodePoints) return points.join("")
  const kept = points.slice(0, maxExcerptCodePoints - 1)
  const end = points[kept.length] === " " ? kept.length : kept.lastIndexOf(" ")
  return `${kept
    .slice(0, end >= kept.length - longestWordCodePoints ? end : kept.length)
    .join("")
    .trimEnd()}…`
}
