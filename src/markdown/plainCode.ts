import type { Code, InlineCode, Parents, Root } from "mdast"
import { visit } from "unist-util-visit"

/** What may stand before a fence, in the eyes of the most generous renderer: spaces, and marks of quotes and lists. */
const looseFence = /^[\s>*+\-.)\d]*(`{3,}|~{3,})/

/** A fence where every renderer sees one: after spaces and marks of quotes, or right after the marker of a list item. */
const strictPrefix = /^[ >]*(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?$/

/** An address without angle brackets, which takes in all that follows up to a space, backslashes and backticks too. */
export const endsInAddress = /(?:\/\/|www\.|@)[^ \t\r\n]*$/i

/** What may take the next line for its URL, a fence included. */
const openDefinition = /\]:\s*$/

/** What begins a list or a footnote, which could reach down to code that is indented. */
const looseContainer = /^[\s>]*(?:[-*+]|\d+[.)]|\[\^)/

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line)

/** Code spans of one line, its backticks paired from left to right, or nothing when they do not pair off plainly. */
const spansOf = (line: string, upTo: number): ReadonlyArray<number> | undefined => {
  const runs = Array.from(line.matchAll(/`+/g))
  const starts: Array<number> = []
  let at = 0
  for (let run = runs[0]; run !== undefined && run.index <= upTo; run = runs[at]) {
    const closing = runs.findIndex(([ticks], index) => index > at && ticks === run[0])
    const before = line.slice(0, run.index)
    const inside = line.slice(run.index + run[0].length, runs[closing]?.index)
    if (closing === -1 || before.endsWith("\\") || endsInAddress.test(before) || /^\]|\|/.test(inside)) return undefined
    starts.push(run.index)
    at = closing + 1
  }
  return starts
}

/**
 * Tells the code that every renderer sees as code from that of which this may be doubted: renderers differ in where a
 * fence ends that is indented oddly, or how far a backtick reaches beyond its line. What stands in plain code may look
 * like a tag; elsewhere it must not, or what is code here runs there.
 */
export const plainCodeOf = (source: string, tree: Root): ((node: Code | InlineCode) => boolean) => {
  const lines = source.split(/\r\n|\n|\r/)
  const lineStarts = [0]
  for (const { 0: ending, index } of source.matchAll(/\r\n|\n|\r/g)) lineStarts.push(index + ending.length)

  const columnOf = (node: Code | InlineCode): number =>
    (node.position?.start.offset ?? 0) - (lineStarts[(node.position?.start.line ?? 1) - 1] ?? 0)
  const linesOf = (node: Code | InlineCode): ReadonlyArray<string> =>
    lines.slice((node.position?.start.line ?? 1) - 1, node.position?.end.line)

  const isPlainFence = (node: Code, parent: Parents): boolean => {
    const [first = "", ...rest] = linesOf(node)
    const prefix = first.slice(0, columnOf(node))
    const fence = /^(`{3,}|~{3,})[^`~<]*$/.exec(first.slice(prefix.length))?.[1]
    const above = lines[(node.position?.start.line ?? 1) - 2] ?? ""
    const atRoot = parent.type === "root"
    const isOdd = openDefinition.test(above) || !strictPrefix.test(prefix) || (atRoot && prefix !== "")
    if (fence === undefined || isOdd) return false
    const inside = prefix.replace(/[^> ]/g, " ")
    const reaches = (line: string) => atRoot || line.startsWith(inside) || line === inside.trimEnd() || isBlank(line)
    const closing = rest.at(-1)
    const closes = closing !== undefined && reaches(closing) && closing.replace(/^[> ]*/, "").trimEnd() === fence
    const held = closes ? rest.slice(0, -1) : rest
    return (
      (closes || (atRoot && (node.position?.end.offset ?? 0) === source.length)) &&
      held.every((line) => reaches(line) && !(looseFence.exec(line)?.[1] ?? "").startsWith(fence))
    )
  }

  const fenced = new Set<number>()
  const atRoot = new Set<Code>()
  visit(tree, "code", (node, index, parent) => {
    if (!parent || index === undefined || !node.position) return
    if (/^[`~]/.test(source.slice(node.position.start.offset))) {
      if (!isPlainFence(node, parent)) return
      for (let line = node.position.start.line; line <= node.position.end.line; line++) fenced.add(line)
    } else if (
      parent.type === "root" &&
      !/^(?:list|footnoteDefinition)$/.test(parent.children[index - 1]?.type ?? "")
    ) {
      atRoot.add(node)
    }
  })
  const fencesArePlain = lines.every((line, index) => fenced.has(index + 1) || !looseFence.test(line))

  const isPlainIndented = (node: Code): boolean => {
    if (!atRoot.has(node) || !linesOf(node).every((line) => /^(?: {4}|\t)/.test(line) || isBlank(line))) return false
    let line = (node.position?.start.line ?? 1) - 1
    if (!isBlank(lines[line - 1] ?? "")) return false
    while (line > 0 && isBlank(lines[line - 1] ?? "")) line--
    for (; line > 0 && !isBlank(lines[line - 1] ?? ""); line--)
      if (looseContainer.test(lines[line - 1] ?? "")) return false
    return /^(?:$|\S)/.test(lines[line] ?? "")
  }

  const isPlainSpan = (node: InlineCode): boolean => {
    const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 1 } }
    if (start.line !== end.line) return false
    const own = lines[start.line - 1] ?? ""
    if (!spansOf(own, columnOf(node))?.includes(columnOf(node))) return false
    for (let line = start.line - 1; line > 0 && !fenced.has(line); line--) {
      const above = lines[line - 1] ?? ""
      if (isBlank(above)) return true
      if (spansOf(above, above.length) === undefined) return false
    }
    return true
  }

  return (node) => {
    if (!fencesArePlain) return false
    if (node.type === "inlineCode") return isPlainSpan(node)
    return fenced.has(node.position?.start.line ?? 0) || isPlainIndented(node)
  }
}
