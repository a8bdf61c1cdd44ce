import type { Link, List, Nodes, Paragraph, PhrasingContent, Root, RootContent, Text } from "mdast"
import { isAmount, isBound } from "./dialect/SignsOfLines.ts"

/** A line of a block without the block's prefix, and the place where it begins in the source. */
interface PlainLine {
  readonly text: string
  /** True where no bracket of the source may begin a link. */
  readonly isLinkless: boolean
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** A character that may have a meaning inside a line, and one where brackets have none. */
const [special, specialBesideBrackets] = [/[\0-\x1f&*<@[-\]_`~]/g, /[\0-\x1f&*<@\\_`~]/g]

/** A text begins with a bracket that is no box of a task. */
const bracket = /^(?:\](?!:)|\[(?![ xX]\]))/

/** Words that begin with a letter or a digit, so that a delimiter before them can only open, and end in no space. */
const words = "[\\p{L}\\p{N}](?:[^\\0-\\x1f&*<@[-\\]_`~]*[^\\0-\\x20&*<@[-\\]_`~])?"

/**
 * Emphasis, code, or a link, of plain words and none inside another, between characters that give it no other meaning.
 */
const marked = new RegExp(
  `(?<![^ ("'])(?:(\\*\\*|__|[*_])(${words})\\1|\`((?! )[^\\0-\\x1f\`]*[^\\0-\\x20\`])\`|` +
    `\\[(@?${words})\\]\\(([\\w/:.?=#%+,;@~-]+)\\))(?![^ .,;:!?)"'])`,
  "uy"
)

/** A character that begins no block but a paragraph: a letter, a quotation mark, a bracket; or a number of no list. */
const startOfWords = /^(?:[^\0-!#-&)-@[-`{-\x7f\ufeff]|\d+(?![\d.)]))/

const possibleAddress = /:\/\/|www/i

const textOf = (value: string): Text => ({ type: "text", value })

const linkOf = (text: string, url: string, offset: number): Link => ({
  type: "link",
  title: null,
  url,
  children: [textOf(text)],
  data: { destination: { start: offset + text.length + 3, end: offset + text.length + 3 + url.length } }
})

/** A delimiter after a punctuation mark closes only before a space. */
const canClose = (text: string, next: string): boolean => next === "" || next === " " || /[\p{L}\p{N}]$/u.test(text)

/** The node of a match of `marked`; undefined where the parser may see another one. */
const markedNode = (found: RegExpExecArray, { column, line, offset, text: source }: PlainLine) => {
  const [all, delimiter, emphasised, code, linked, url] = found
  const end = found.index + all.length
  if (delimiter !== undefined && emphasised !== undefined) {
    if (possibleAddress.test(emphasised) || !canClose(emphasised, source.charAt(end))) return undefined
    const type = delimiter.length === 2 ? ("strong" as const) : ("emphasis" as const)
    return { type, children: [textOf(emphasised)] }
  }
  const pointAt = (at: number) => ({ line, column: column + at, offset: offset + at })
  const position = { start: pointAt(found.index), end: pointAt(end) }
  if (code !== undefined) return { type: "inlineCode" as const, value: code, position }
  if (linked === undefined || url === undefined || possibleAddress.test(linked)) return undefined
  return { ...linkOf(linked, url, offset + found.index), position }
}

/** The place of the next character of a line that may have a meaning; the end of the line if there is none. */
const nextSpecial = ({ isLinkless, text }: PlainLine, from: number): number => {
  const pattern = isLinkless ? specialBesideBrackets : special
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

const isStart = ({ isLinkless }: PlainLine, words: string): boolean =>
  startOfWords.test(words) || (isLinkless && bracket.test(words))

/** The nodes of lines of plain words with simple marks; undefined where they need the parser. */
const phrasingOf = (lines: ReadonlyArray<PlainLine>): Array<PhrasingContent> | undefined => {
  const nodes: Array<PhrasingContent> = []
  let text = ""
  for (const [index, line] of lines.entries()) {
    const source = line.text
    if (index > 0) text += "\n"
    if (source === "" || source.endsWith(" ")) return undefined // the space is dropped, or breaks the line
    for (let done = 0; done < source.length; ) {
      const at = nextSpecial(line, done)
      const words = source.slice(done, at)
      if (possibleAddress.test(words) || (done === 0 && at > 0 && !isStart(line, words))) return undefined
      text += words
      done = at
      if (at === source.length) break
      marked.lastIndex = at
      const found = marked.exec(source)
      const node = found ? markedNode(found, line) : undefined
      if (found === null || node === undefined) return undefined
      if (text !== "") nodes.push(textOf(text))
      nodes.push(node)
      text = ""
      done = marked.lastIndex
    }
  }
  if (text !== "") nodes.push(textOf(text))
  return nodes
}

/**
 * Visits every node of a tree in the order of the text, parents first. The visitor may change a node, but not its
 * parent.
 */
export const forEachNode = (node: Nodes, visit: (node: Nodes) => void): void => {
  visit(node)
  if ("children" in node) for (const child of node.children) forEachNode(child, visit)
}

const marker = /^(?:[-*+]|\d{1,9}[.)]) /
const heading = /^#{1,6} /

const withoutPrefix = ({ column, isLinkless, line, offset, text }: PlainLine, { length }: string): PlainLine => ({
  text: text.slice(length),
  isLinkless,
  line,
  column: column + length,
  offset: offset + length
})

const paragraphOf = (lines: ReadonlyArray<PlainLine>): Paragraph | undefined => {
  const children = phrasingOf(lines)
  return children && { type: "paragraph", children }
}

/** A list of single lines that begin with the same kind of marker. */
const listOf = (lines: ReadonlyArray<PlainLine>, firstMarker: string): List | undefined => {
  const start = firstMarker.length === 2 ? null : Number(firstMarker.slice(0, -2))
  const list: List = { type: "list", ordered: start !== null, start, spread: false, children: [] }
  for (const line of lines) {
    const found = marker.exec(line.text)?.[0]
    const item = found?.at(-2) === firstMarker.at(-2) ? paragraphOf([withoutPrefix(line, found ?? "")]) : undefined
    if (item === undefined) return undefined
    const data = start === null ? {} : { data: { typedNumber: (found ?? "").trimEnd() } }
    list.children.push({ type: "listItem", spread: false, checked: null, children: [item], ...data })
  }
  return list
}

/**
 * The node of lines between blank lines at the top level's margin; only its links and code have positions. Undefined
 * unless they are a paragraph, a heading, a quote of one paragraph or a list of single lines, of plain words with
 * simple marks.
 */
const plainBlockOf = (lines: ReadonlyArray<PlainLine>): RootContent | undefined => {
  const [first] = lines
  if (first === undefined) return undefined
  const [hashes] = heading.exec(first.text) ?? []
  if (hashes !== undefined) {
    if (lines.length > 1 || first.text.endsWith("#")) return undefined
    const depth = ([1, 2, 3, 4, 5, 6] as const)[hashes.length - 2]
    const children = phrasingOf([withoutPrefix(first, hashes)])
    return depth && children && { type: "heading", depth, children }
  }
  if (first.text.startsWith("> ")) {
    const isWhole = lines.every(({ text }) => text.startsWith("> ")) && !isBound(first.text.slice(2))
    const quoted = isWhole ? paragraphOf(lines.map((line) => withoutPrefix(line, "> "))) : undefined
    return quoted && { type: "blockquote", children: [quoted] }
  }
  const [firstMarker] = marker.exec(first.text) ?? []
  if (lines.length === 1 && /^[-+] /.test(first.text) && isAmount(first.text.slice(2))) return undefined
  return firstMarker === undefined ? paragraphOf(lines) : listOf(lines, firstMarker)
}

type Point = NonNullable<Nodes["position"]>["start"]

/** Lines between blank lines. */
const block = /[^\n]+(?:\n[^\n]+)*/g

/** HTML that ends at any `>`, and not at a blank line; and characters that shift lines or offsets. */
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

/**
 * Each block of a text, with its node where it is plain. A list needs plain neighbours other than lists, which it could
 * absorb.
 */
const blocksOf = (source: string) => {
  const isLinkless = !source.includes("]:") && (!source.includes("](") || !source.includes(")"))
  let line = 1
  let offset = 0
  const blocks = Array.from(source.matchAll(block), ({ 0: text, index: start }) => {
    line += start - offset // only line ends are between blocks
    offset = start
    const lines = text.split("\n").map((text): PlainLine => {
      const placed = { text, isLinkless, line: line++, column: 1, offset }
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
 * After a blank line a letter, a heading, a quote or a list at the margin begins a block at the top level, unless it is
 * inside an open fence or HTML. A plain block ends neither fence nor HTML, so the check comes afterwards: each
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
