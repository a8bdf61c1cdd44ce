import type { Code, InlineCode, Parents, Root } from "mdast"
import { visit } from "unist-util-visit"

/** The columns at which the code spans of a line begin, up to the first ambiguity; `isWhole` where there is none. */
interface LineSpans {
  readonly starts: ReadonlySet<number>
  readonly isWhole: boolean
}

const isSpace = (character: string): boolean => character === " " || character === "\t"

/**
 * True where a text ends in an address without angle brackets. Renderers differ in how one begins, and include all that
 * follows up to a space, even backslashes and backticks.
 */
export const endsInAddress = (text: string): boolean => {
  let from = text.length
  while (from > 0 && !isSpace(text.charAt(from - 1))) from--
  return /\/\/|www\.|@/i.test(text.slice(from))
}

const indexOfNext = (runs: ReadonlyArray<RegExpExecArray>, from: number): number => {
  for (let at = from + 1; at < runs.length; at++) if (runs[at]?.[0] === runs[from]?.[0]) return at
  return -1
}

/** Pairs the backticks of a line from left to right. */
const spansOf = (line: string): LineSpans => {
  const runs = Array.from(line.matchAll(/`+/g))
  const starts = new Set<number>()
  let end = 0
  for (let at = 0; at < runs.length; at++) {
    const closing = indexOfNext(runs, at)
    const from = runs[at]?.index ?? 0
    const to = runs[closing]?.index
    if (to === undefined) return { starts, isWhole: false }
    const before = line.slice(end, from)
    // To some renderers a bracket closes first, to others a bar ends a table cell.
    const inside = line.slice(from, to)
    if (before.endsWith("\\") || endsInAddress(before) || /^`+\]|\|/.test(inside)) return { starts, isWhole: false }
    starts.add(from)
    end = to
    at = closing
  }
  return { starts, isWhole: true }
}

/**
 * A predicate for a line (from 1) and a column: true where every renderer sees a code span begin, since no backtick
 * before it, back to the last boundary, pairs beyond its own line.
 */
const unambiguousSpans = (
  lines: ReadonlyArray<string>,
  isBoundary: (line: number) => boolean
): ((line: number, column: number) => boolean) => {
  const spans = lines.map(spansOf)
  const reached: Array<boolean> = [true]
  for (const [index, { isWhole }] of spans.entries()) {
    reached.push(isBoundary(index + 1) || (reached[index] === true && isWhole))
  }
  return (line, column) => reached[line - 1] === true && spans[line - 1]?.starts.has(column) === true
}

/** A fence to the most generous renderer: after any spaces and marks of quotes and lists. */
const looseFence = /^[\s>*+\-.)\d]*(`{3,}|~{3,})/

/** The text before a fence that every renderer sees: spaces and marks of quotes, or the marker of a list item. */
const strictPrefix = /^[ >]*(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?$/

/** A definition that takes the next line for its URL, a fence included. */
const openDefinition = /\]:\s*$/

/** The start of a list or a footnote, which could extend down to indented code. */
const looseContainer = /^[\s>]*(?:[-*+]|\d+[.)]|\[\^)/

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line)

/** The first and last line of a node, from 1, and its column, from 0. */
interface Lines {
  readonly first: number
  readonly last: number
  readonly column: number
}

/** True for fenced code that begins, continues and ends alike to every renderer. */
const isStrictFence = (lines: ReadonlyArray<string>, { column, first, last }: Lines, atRoot: boolean): boolean => {
  const [opening = "", ...rest] = lines.slice(first - 1, last)
  const prefix = opening.slice(0, column)
  const fence = /^(`{3,}|~{3,})[^`~<]*$/.exec(opening.slice(column))?.[1]
  const isOdd = openDefinition.test(lines[first - 2] ?? "") || !strictPrefix.test(prefix) || (atRoot && prefix !== "")
  if (fence === undefined || isOdd) return false
  const continued = prefix.replace(/[^> ]/g, " ")
  const continues = (line: string) =>
    atRoot || line.startsWith(continued) || line === continued.trimEnd() || isBlank(line)
  const closing = rest.at(-1)
  const isClosed = closing !== undefined && continues(closing) && closing.replace(/^[> ]*/, "").trimEnd() === fence
  const content = isClosed ? rest.slice(0, -1) : rest
  return (
    (isClosed || (atRoot && last === lines.length)) &&
    content.every((line) => continues(line) && !(looseFence.exec(line)?.[1] ?? "").startsWith(fence))
  )
}

/** True for indented code that follows a blank line, below a block at the margin that holds no list or footnote. */
const isStrictIndented = (lines: ReadonlyArray<string>, { first, last }: Lines): boolean => {
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
 * A predicate for code that every renderer sees as code. Renderers differ in where an oddly indented fence ends, and in
 * how far a backtick extends beyond its line. Text that looks like a tag may occur only in unambiguous code: elsewhere
 * another renderer could run it.
 */
export const unambiguousCode = (source: string, tree: Root): ((node: Code | InlineCode) => boolean) => {
  const lines = source.split(/\r\n|\n|\r/)
  const lineStarts = [0]
  for (const { 0: ending, index } of source.matchAll(/\r\n|\n|\r/g)) lineStarts.push(index + ending.length)
  const linesOf = ({ position }: Code | InlineCode): Lines => {
    const first = position?.start.line ?? 1
    const column = (position?.start.offset ?? 0) - (lineStarts[first - 1] ?? 0)
    return { first, last: position?.end.line ?? 1, column }
  }

  const strict = new Set<Code | InlineCode>()
  const fenced = new Set<number>()
  const addBlock = (node: Code, index: number, parent: Parents) => {
    const place = linesOf(node)
    const atRoot = parent.type === "root"
    if (/^[`~]/.test(source.slice(node.position?.start.offset))) {
      if (!isStrictFence(lines, place, atRoot)) return
      for (let line = place.first; line <= place.last; line++) fenced.add(line)
      strict.add(node)
    } else if (atRoot && !mayHoldCode(parent.children[index - 1]?.type) && isStrictIndented(lines, place)) {
      strict.add(node)
    }
  }
  visit(tree, "code", (node, index, parent) => {
    if (parent && index !== undefined) addBlock(node, index, parent)
  })
  if (!lines.every((line, index) => fenced.has(index + 1) || !looseFence.test(line))) return () => false

  const isStrictSpan = unambiguousSpans(lines, (line) => fenced.has(line) || isBlank(lines[line - 1] ?? ""))
  return (node) => {
    if (node.type === "code") return strict.has(node)
    const { column, first, last } = linesOf(node)
    return first === last && isStrictSpan(first, column)
  }
}
