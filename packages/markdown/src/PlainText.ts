import type { Nodes, Root } from "mdast"

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
  let text = node.data?.typedNumber ? `${node.data.typedNumber} ` : ""
  if ("children" in node) for (const child of node.children) text += textOf(child)
  return text
}

const textOf = (node: Nodes): string => (separating.has(node.type) ? ` ${ownText(node)} ` : ownText(node))

/** A byte order mark, which shows nothing. */
const byteOrderMark = /\ufeff/g

/** Any white space but a single space. */
const unevenSpace = / \s+|[^\S ]\s*/g

/** The words of a tree and the numbers of its lists in their order, separated by single spaces. */
export const plainText = (tree: Root): string =>
  textOf(tree).replace(byteOrderMark, "").replace(unevenSpace, " ").trim()
