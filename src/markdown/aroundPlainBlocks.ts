import type { Nodes, Root, RootContent } from "mdast"
import { eachNode } from "./eachNode.ts"
import { plainBlockOf } from "./plainBlocks.ts"

type Point = NonNullable<Nodes["position"]>["start"]

/** Lines between blank ones. */
const block = /[^\n]+(?:\n[^\n]+)*/g

/** HTML that a `>` ends, wherever it stands, and not a blank line. */
const openHtml = /<[!?]/

/** Plain blocks that follow one another in a text, and where the one letter stands that takes their place. */
interface Gap {
  readonly blocks: Array<RootContent>
  readonly at: number
  readonly start: number
  end: number
}

/** Stands for plain blocks: any text that is a paragraph. */
const placeholder = "x"

/** Each block of a text and its node, if it is plain whatever is around it: lists take in what follows, and one another. */
const blocksOf = (source: string) => {
  const blocks = Array.from(source.matchAll(block), ({ 0: lines, index }) => ({
    start: index,
    end: index + lines.length,
    node: plainBlockOf(lines)
  }))
  const endsList = (index: number) => {
    const neighbour = blocks[index]
    return neighbour === undefined || (neighbour.node !== undefined && neighbour.node.type !== "list")
  }
  return blocks.map((found, index) =>
    found.node?.type !== "list" || (endsList(index - 1) && endsList(index + 1)) ? found : { ...found, node: undefined }
  )
}

/** A text with one letter for each row of plain blocks. */
const skeletonOf = (source: string) => {
  const gaps: Array<Gap> = []
  let text = ""
  let from = 0
  let gap: Gap | undefined
  for (const { end, node, start } of blocksOf(source)) {
    if (node === undefined) gap = undefined
    else {
      if (gap === undefined) {
        text += source.slice(from, start)
        gap = { blocks: [], at: text.length, start, end }
        gaps.push(gap)
        text += placeholder
      }
      gap.blocks.push(node)
      from = gap.end = end
    }
  }
  return { gaps, text: text + source.slice(from) }
}

const lineEndsIn = (source: string, { end, start }: Gap): number => {
  let count = 0
  for (let at = source.indexOf("\n", start); at !== -1 && at < end; at = source.indexOf("\n", at + 1)) count++
  return count
}

/** Puts a block where it stands in the whole text, of which so much is before it that was not parsed. */
const move = (moved: RootContent, offset: number, line: number) => {
  const movedPoint = (point: Point) => ({
    line: point.line + line,
    column: point.column,
    offset: (point.offset ?? 0) + offset
  })
  eachNode(moved, (node) => {
    if (node.position) node.position = { start: movedPoint(node.position.start), end: movedPoint(node.position.end) }
    const destination = node.data?.destination
    if (destination) node.data = { destination: { start: destination.start + offset, end: destination.end + offset } }
  })
}

/**
 * The tree of a text, for which a parser is given only what is not plain: most of what members write is, and a parser
 * goes through every letter. Nothing where that does not help, or cannot be done.
 *
 * After a blank line a letter, a heading, a quote or a list at the margin begins a block at the top level, whatever stands
 * before it, unless that is an open fence or HTML. Plain blocks end neither, so that this is seen afterwards: the letter
 * that stood for them would have to be a paragraph at the top level too.
 */
export const treeAroundPlainBlocks = (source: string, parse: (text: string) => Root): Root | undefined => {
  if (openHtml.test(source)) return undefined
  const { gaps, text } = skeletonOf(source)
  const [only] = gaps
  if (only === undefined) return undefined
  if (/^\n*x\n*$/.test(text)) return { type: "root", children: only.blocks }

  const children: Array<RootContent> = []
  let [found, offset, line] = [0, 0, 0]
  for (const child of parse(text).children) {
    const gap = gaps[found]
    if (gap && child.position?.start.offset === gap.at) {
      if (child.type !== "paragraph" || child.position.end.offset !== gap.at + placeholder.length) return undefined
      for (const node of gap.blocks) children.push(node)
      offset += gap.end - gap.start - placeholder.length
      line += lineEndsIn(source, gap)
      found++
    } else {
      if (found > 0) move(child, offset, line)
      children.push(child)
    }
  }
  return found === gaps.length ? { type: "root", children } : undefined
}
