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
export const unambiguousSpans = (
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
