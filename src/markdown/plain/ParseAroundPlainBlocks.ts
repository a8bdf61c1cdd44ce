import type { Nodes, Root, RootContent } from "mdast"
import { forEachNode } from "../ForEachNode.ts"
import { plainBlockOf } from "./PlainBlocks.ts"
import type { PlainLine } from "./PlainLine.ts"

type Point = NonNullable<Nodes["position"]>["start"]

/** Lines between blank lines. */
const block = /[^\n]+(?:\n[^\n]+)*/g

/** HTML that ends at a `>` wherever that stands, and not at a blank line; and what shifts lines or offsets. */
const needsParser = /<[!?]|\r|^\ufeff/

/** A row of plain blocks in the source, and the offset of its placeholder in the skeleton. */
interface Gap {
  readonly blocks: Array<RootContent>
  readonly at: number
  readonly start: number
  end: number
}

/** Any text that is a paragraph. */
const placeholder = "x"

/** Each block of a text, with its node where it is plain. A list needs plain neighbours that are no lists, which it could absorb. */
const blocksOf = (source: string) => {
  let line = 1
  let offset = 0
  const blocks = Array.from(source.matchAll(block), ({ 0: text, index: start }) => {
    line += start - offset // only line ends stand between blocks
    offset = start
    const lines = text.split("\n").map((text): PlainLine => {
      const placed = { text, line: line++, column: 1, offset }
      offset += text.length + 1
      return placed
    })
    line--
    offset--
    return { start, end: offset, node: plainBlockOf(lines) }
  })
  const endsList = (index: number) => {
    const neighbour = blocks[index]
    return neighbour === undefined || (neighbour.node !== undefined && neighbour.node.type !== "list")
  }
  return blocks.map((found, index) =>
    found.node?.type !== "list" || (endsList(index - 1) && endsList(index + 1)) ? found : { ...found, node: undefined }
  )
}

/** The text with a placeholder for each row of plain blocks. */
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

const countLineEnds = (source: string, { end, start }: Gap): number => {
  let count = 0
  for (let at = source.indexOf("\n", start); at !== -1 && at < end; at = source.indexOf("\n", at + 1)) count++
  return count
}

/** Moves the positions of a block by an offset and a number of lines, from the skeleton to the source. */
const move = (moved: RootContent, offset: number, line: number) => {
  const movedPoint = (point: Point) => ({
    line: point.line + line,
    column: point.column,
    offset: (point.offset ?? 0) + offset
  })
  forEachNode(moved, (node) => {
    if (node.position) node.position = { start: movedPoint(node.position.start), end: movedPoint(node.position.end) }
    const destination = node.data?.destination
    if (destination) node.data = { destination: { start: destination.start + offset, end: destination.end + offset } }
  })
}

/**
 * The tree of a text whose plain blocks skip the parser, which reads every letter: most of what members write is plain.
 * Undefined where that does not help, or does not work.
 *
 * Behind a blank line a letter, a heading, a quote or a list at the margin begins a block at the top level, unless it
 * stands inside an open fence or HTML. A plain block ends neither of these, so the check comes afterwards: each
 * placeholder must have become a paragraph at the top level.
 */
export const parseAroundPlainBlocks = (source: string, parse: (text: string) => Root): Root | undefined => {
  if (needsParser.test(source)) return undefined
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
      line += countLineEnds(source, gap)
      found++
    } else {
      if (found > 0) move(child, offset, line)
      children.push(child)
    }
  }
  return found === gaps.length ? { type: "root", children } : undefined
}
