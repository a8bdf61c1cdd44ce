import { directionOf } from "./Direction.ts"
import { type FilteredElement, type FilteredNode, wordsOf } from "./Html.ts"

/** How a page shows the HTML of a content. */
export interface TextOfPage {
  /** The name of the place on the page, which makes the ids of footnotes unique there. */
  readonly name: string
  /** The level of the heading that the text is below. */
  readonly under: number
  /** True where each line end that was typed is one on the page. */
  readonly keepsLines: boolean
  readonly footnotes: string
  readonly backToReference: (number: string) => string
}

/** Blocks of lines, which have a direction of their own. */
const isOfLines = (name: string): boolean => /^(?:p|h[1-6]|t[dh]|pre)$/.test(name)

/** Blocks of blocks: `dir="auto"` sees none of their texts, which have directions of their own. */
const isOfBlocks = (name: string): boolean => /^(?:ul|ol|blockquote|table)$/.test(name)

const directed = ({ children, name }: FilteredElement): string => {
  if (isOfLines(name)) return ' dir="auto"'
  const direction = isOfBlocks(name) ? directionOf(wordsOf(children)) : undefined
  return direction === undefined ? "" : ` dir="${direction}"`
}

const isBlock = (node: FilteredNode | undefined): boolean =>
  node === undefined ||
  (typeof node !== "string" && (isOfLines(node.name) || isOfBlocks(node.name) || node.name === "hr"))

const isBreak = (node: FilteredNode | undefined): boolean => typeof node === "object" && node.name === "br"

/** A text with its line ends as elements, but for those that only stand beside a block or a break. */
const withLines = (text: string, before: FilteredNode | undefined, after: FilteredNode | undefined) => {
  const [front = ""] = isBlock(before) || isBreak(before) ? (/^\s*/.exec(text) ?? []) : []
  const rest = text.slice(front.length)
  const [back = ""] = isBlock(after) ? (/\s*$/.exec(rest) ?? []) : []
  const lines = rest.slice(0, rest.length - back.length).split(/\r\n?|\n/)
  const nodes: Array<FilteredNode> = [front]
  for (const [index, line] of lines.entries()) {
    if (index > 0) nodes.push({ name: "br", attributes: "", children: [] }, "\n")
    nodes.push(line)
  }
  return [...nodes, back]
}

const prefix = "user-content-"

const ofFootnotes = (attributes: string, { backToReference, name }: TextOfPage): string =>
  attributes
    .replace(/(\s(?:id|href)="#?)user-content-/g, `$1${name}-`)
    .replace(/(\s(?:id|aria-describedby)=")footnote-label"/g, `$1${name}-footnotes"`)
    .replace(
      /(\saria-label=")Back to reference ([\d-]+)"/g,
      (_, start, number) => `${start}${backToReference(number)}"`
    )

const isOfFootnotes = (attributes: string): boolean =>
  attributes.includes(prefix) || attributes.includes("footnote-label")

/** Elements whose texts are lines of words. */
const holdsLines = (name: string): boolean => isOfLines(name) || /^(?:li|a|del|em|strong|sup|sub)$/.test(name)

/** Gives headings, in their order, the level of a page: each is one below that which it is under, and 6 at most. */
const levelsUnder = (level: number) => {
  const above: Array<number> = []
  return (own: number): number => {
    while ((above.at(-1) ?? 0) >= own) above.pop()
    above.push(own)
    return Math.min(6, level + above.length)
  }
}

/**
 * The HTML of a content as a page shows it: headings sink and skip no level, boxes of task lists become signs that
 * nobody can tick, keys scroll a table and code, each block has its own direction, and footnotes have ids of their own
 * and the reader's language.
 */
export const textOfPage = (nodes: ReadonlyArray<FilteredNode>, how: TextOfPage): ReadonlyArray<FilteredNode> => {
  const levelOf = levelsUnder(how.under)
  const shown = (element: FilteredElement, isCode: boolean): FilteredNode => {
    const { attributes, name } = element
    if (name === "input") return /\bchecked\b/.test(attributes) ? "☑" : "☐"
    const isLabel = attributes.includes('id="footnote-label"')
    const children = isLabel ? [how.footnotes] : below(element.children, name, isCode || name === "pre")
    const own = isOfFootnotes(attributes) ? ofFootnotes(attributes, how) : attributes
    const level = /^h([1-6])$/.exec(name)?.[1]
    return {
      name: level === undefined ? name : `h${levelOf(Number(level))}`,
      attributes: `${own}${name === "table" || name === "pre" ? ' tabindex="0"' : ""}${directed(element)}`,
      children
    }
  }
  const below = (nodes: ReadonlyArray<FilteredNode>, parent: string, isCode: boolean): ReadonlyArray<FilteredNode> =>
    nodes.flatMap((node, index) => {
      if (typeof node !== "string") return [shown(node, isCode)]
      const isLines = how.keepsLines && !isCode && holdsLines(parent) && /[\r\n]/.test(node)
      const edge = parent === "li" ? undefined : ""
      return isLines ? withLines(node, nodes[index - 1] ?? edge, nodes[index + 1] ?? edge) : [node]
    })
  return below(nodes, "", false)
}
