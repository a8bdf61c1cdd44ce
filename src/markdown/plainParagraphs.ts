import type { Paragraph, Root, RootContent } from "mdast"
import type { Position } from "unist"
import { eachNode } from "./eachNode.ts"

/** Lines between blank ones. */
const block = /[^\n]+(?:\n[^\n]+)*/g

/** What begins a line that can begin no block, nor continue one, but a paragraph: a letter, a quotation mark, a bracket. */
const first = "[^\\0-!#-&)-@[-`{-\\x7f\\ufeff]"

/** What has no meaning inside of a line, and ends neither a fence nor HTML. */
const inner = "[^\\0-\\x1f&*<>@[-\\]_`~]"

const inertLines = new RegExp(`^${first}${inner}*(?:\\n${first}${inner}*)*$`)

/** A space that is dropped or breaks the line, and what could be an address. */
const meaning = / (?:\n|$)|:\/\/|www/i

const isPlain = (lines: string): boolean => inertLines.test(lines) && !meaning.test(lines)

/** Plain paragraphs that follow one another in a text, and where the one letter stands that takes their place. */
interface Gap {
  readonly paragraphs: Array<string>
  readonly at: number
  readonly start: number
  end: number
}

/** Stands for plain paragraphs: any text that is one. */
const placeholder = "x"

/** A text with one letter for each row of plain paragraphs. */
const skeletonOf = (source: string) => {
  const gaps: Array<Gap> = []
  let text = ""
  let from = 0
  let gap: Gap | undefined
  for (const { 0: lines, index } of source.matchAll(block)) {
    if (!isPlain(lines)) gap = undefined
    else {
      if (gap === undefined) {
        text += source.slice(from, index)
        gap = { paragraphs: [], at: text.length, start: index, end: index }
        gaps.push(gap)
        text += placeholder
      }
      gap.paragraphs.push(lines)
      from = gap.end = index + lines.length
    }
  }
  return { gaps, text: text + source.slice(from) }
}

const paragraphOf = (value: string): Paragraph => ({ type: "paragraph", children: [{ type: "text", value }] })

const lineEndsIn = (source: string, { end, start }: Gap): number => {
  let count = 0
  for (let at = source.indexOf("\n", start); at !== -1 && at < end; at = source.indexOf("\n", at + 1)) count++
  return count
}

/** Puts a block where it stands in the whole text, of which so much is before it that was not parsed. */
const move = (block: RootContent, offset: number, line: number) => {
  const movedPoint = (point: Position["start"]) => ({
    line: point.line + line,
    column: point.column,
    offset: (point.offset ?? 0) + offset
  })
  eachNode(block, (node) => {
    if (node.position) node.position = { start: movedPoint(node.position.start), end: movedPoint(node.position.end) }
    const destination = node.data?.destination
    if (destination) node.data = { destination: { start: destination.start + offset, end: destination.end + offset } }
  })
}

/**
 * The tree of a text, for which a parser is given only what is no plain paragraph: most of what members write is plain,
 * and a parser goes through every letter. Nothing where that does not help, or cannot be done.
 *
 * A block between blank lines, each line of which begins at the margin with a letter, is a paragraph at the top level
 * whatever stands before it, unless that is an open fence or HTML; and with none of the characters that mean something
 * inside of a line its words are its text. That it was no fence is seen afterwards: the letter that stood for it would
 * have to be a paragraph at the top level too. Its nodes have no position.
 */
export const treeAroundPlainParagraphs = (source: string, parse: (text: string) => Root): Root | undefined => {
  const { gaps, text } = skeletonOf(source)
  if (gaps.length === 0) return undefined
  const [only] = gaps
  if (only && /^\n*x\n*$/.test(text)) return { type: "root", children: only.paragraphs.map(paragraphOf) }

  const children: Array<RootContent> = []
  let [found, offset, line] = [0, 0, 0]
  for (const child of parse(text).children) {
    const gap = gaps[found]
    if (gap && child.position?.start.offset === gap.at) {
      if (child.type !== "paragraph" || child.position.end.offset !== gap.at + placeholder.length) return undefined
      for (const value of gap.paragraphs) children.push(paragraphOf(value))
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
