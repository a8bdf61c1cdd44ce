import type { List, Paragraph, RootContent } from "mdast"
import { type PlainLine, phrasingOf } from "./PlainLine.ts"

const marker = /^(?:[-*+]|\d{1,9}[.)]) /
const heading = /^#{1,6} /

const withoutPrefix = ({ column, line, offset, text }: PlainLine, { length }: string): PlainLine => ({
  text: text.slice(length),
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
    list.children.push({ type: "listItem", spread: false, checked: null, children: [item] })
  }
  return list
}

/**
 * The node of lines that stand between blank lines at the top level's margin; only its links and code have positions.
 * Undefined unless they are a paragraph, a heading, a quote of one paragraph or a list of single lines, of plain words
 * with simple marks.
 */
export const plainBlockOf = (lines: ReadonlyArray<PlainLine>): RootContent | undefined => {
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
    const isWhole = lines.every(({ text }) => text.startsWith("> "))
    const quoted = isWhole ? paragraphOf(lines.map((line) => withoutPrefix(line, "> "))) : undefined
    return quoted && { type: "blockquote", children: [quoted] }
  }
  const [firstMarker] = marker.exec(first.text) ?? []
  return firstMarker === undefined ? paragraphOf(lines) : listOf(lines, firstMarker)
}
