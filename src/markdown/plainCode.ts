import type { Code, InlineCode, Parents, Root } from "mdast"
import { visit } from "unist-util-visit"
import { plainSpansOf } from "./plainSpans.ts"

/** What may stand before a fence, in the eyes of the most generous renderer: spaces, and marks of quotes and lists. */
const looseFence = /^[\s>*+\-.)\d]*(`{3,}|~{3,})/

/** A fence where every renderer sees one: after spaces and marks of quotes, or right after the marker of a list item. */
const strictPrefix = /^[ >]*(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?$/

/** What may take the next line for its URL, a fence included. */
const openDefinition = /\]:\s*$/

/** What begins a list or a footnote, which could reach down to code that is indented. */
const looseContainer = /^[\s>]*(?:[-*+]|\d+[.)]|\[\^)/

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line)

/** Where a node stands: its first and last line, from 1, and its column, from 0. */
interface Place {
  readonly first: number
  readonly last: number
  readonly column: number
}

/** Whether fenced code begins, goes on and ends as every renderer has it. */
const isPlainFence = (lines: ReadonlyArray<string>, { column, first, last }: Place, atRoot: boolean): boolean => {
  const [opening = "", ...rest] = lines.slice(first - 1, last)
  const prefix = opening.slice(0, column)
  const fence = /^(`{3,}|~{3,})[^`~<]*$/.exec(opening.slice(column))?.[1]
  const isOdd = openDefinition.test(lines[first - 2] ?? "") || !strictPrefix.test(prefix) || (atRoot && prefix !== "")
  if (fence === undefined || isOdd) return false
  const inside = prefix.replace(/[^> ]/g, " ")
  const reaches = (line: string) => atRoot || line.startsWith(inside) || line === inside.trimEnd() || isBlank(line)
  const closing = rest.at(-1)
  const closes = closing !== undefined && reaches(closing) && closing.replace(/^[> ]*/, "").trimEnd() === fence
  const held = closes ? rest.slice(0, -1) : rest
  return (
    (closes || (atRoot && last === lines.length)) &&
    held.every((line) => reaches(line) && !(looseFence.exec(line)?.[1] ?? "").startsWith(fence))
  )
}

/** Whether indented code stands alone: after a blank line, below a block at the margin that holds no list or footnote. */
const isPlainIndented = (lines: ReadonlyArray<string>, { first, last }: Place): boolean => {
  if (!lines.slice(first - 1, last).every((line) => /^(?: {4}|\t)/.test(line) || isBlank(line))) return false
  let above = first - 1
  if (!isBlank(lines[above - 1] ?? "")) return false
  while (above > 0 && isBlank(lines[above - 1] ?? "")) above--
  for (; above > 0 && !isBlank(lines[above - 1] ?? ""); above--) {
    if (looseContainer.test(lines[above - 1] ?? "")) return false
  }
  return /^(?:$|\S)/.test(lines[above] ?? "")
}

const mayHoldCode = (previous: string | undefined): boolean => previous === "list" || previous === "footnoteDefinition"

/**
 * Tells the code that every renderer sees as code from that of which this may be doubted: renderers differ in where a
 * fence ends that is indented oddly, or how far a backtick reaches beyond its line. What stands in plain code may look
 * like a tag; elsewhere it must not, or what is code here runs there.
 */
export const plainCodeOf = (source: string, tree: Root): ((node: Code | InlineCode) => boolean) => {
  const lines = source.split(/\r\n|\n|\r/)
  const lineStarts = [0]
  for (const { 0: ending, index } of source.matchAll(/\r\n|\n|\r/g)) lineStarts.push(index + ending.length)
  const placeOf = ({ position }: Code | InlineCode): Place => {
    const first = position?.start.line ?? 1
    return {
      first,
      last: position?.end.line ?? 1,
      column: (position?.start.offset ?? 0) - (lineStarts[first - 1] ?? 0)
    }
  }

  const plain = new Set<Code | InlineCode>()
  const fenced = new Set<number>()
  const noteBlock = (node: Code, index: number, parent: Parents) => {
    const place = placeOf(node)
    const atRoot = parent.type === "root"
    if (/^[`~]/.test(source.slice(node.position?.start.offset))) {
      if (!isPlainFence(lines, place, atRoot)) return
      for (let line = place.first; line <= place.last; line++) fenced.add(line)
      plain.add(node)
    } else if (atRoot && !mayHoldCode(parent.children[index - 1]?.type) && isPlainIndented(lines, place)) {
      plain.add(node)
    }
  }
  visit(tree, "code", (node, index, parent) => {
    if (parent && index !== undefined) noteBlock(node, index, parent)
  })
  if (!lines.every((line, index) => fenced.has(index + 1) || !looseFence.test(line))) return () => false

  const isPlainSpan = plainSpansOf(lines, (line) => fenced.has(line) || isBlank(lines[line - 1] ?? ""))
  return (node) => {
    if (node.type === "code") return plain.has(node)
    const { column, first, last } = placeOf(node)
    return first === last && isPlainSpan(first, column)
  }
}
