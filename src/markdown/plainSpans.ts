/** How far a backtick reaches is plain in a line up to a place; up to its end where there is no doubt at all. */
interface PlainSpans {
  readonly starts: ReadonlySet<number>
  readonly isWhole: boolean
}

const isSpace = (character: string): boolean => character === " " || character === "\t"

/**
 * Whether a text ends in an address without angle brackets. Renderers take into it all that follows up to a space,
 * backslashes and backticks too, and differ in what begins one.
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

/** The code spans that begin and end in a line, its backticks paired from left to right, up to the first doubt. */
const spansOf = (line: string): PlainSpans => {
  const runs = Array.from(line.matchAll(/`+/g))
  const starts = new Set<number>()
  let end = 0
  for (let at = 0; at < runs.length; at++) {
    const closing = indexOfNext(runs, at)
    const from = runs[at]?.index ?? 0
    const to = runs[closing]?.index
    if (to === undefined) return { starts, isWhole: false }
    const before = line.slice(end, from)
    // A bracket closes first to some, a bar is the end of a cell to others.
    const inside = line.slice(from, to)
    if (before.endsWith("\\") || endsInAddress(before) || /^`+\]|\|/.test(inside)) return { starts, isWhole: false }
    starts.add(from)
    end = to
    at = closing
  }
  return { starts, isWhole: true }
}

/**
 * Tells whether a code span that begins at a place of a line (from 1) is one to every renderer: nothing before it, in the
 * lines from the last boundary on, reaches further than its own line.
 */
export const plainSpansOf = (
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
