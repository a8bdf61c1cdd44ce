import { isStarOfWord } from "./dialect/Delimiters.ts"
import { TooCostly } from "./Refusals.ts"

// Bounds on the constructs that make parsers slow, far above any text that a person writes. Each is counted in linear
// time before the parser sees the text, without the parser's rules: code counts as text.

/** The maximum number of closing runs of emphasis without an opening run, in a paragraph. */
const maxUnmatchedDelimiters = 2_000

/** The maximum number of beginnings of code spans, comments and declarations that have no end, in a paragraph. */
const maxUnmatchedOpenings = 200

/** The maximum number of brackets within each other, in a paragraph. */
const maxNestedBrackets = 300

/** The maximum number of markers of quotes and lists at the beginnings of lines. */
const maxContainerMarkers = 5_000

/** The maximum number of lines that begin with other markers than the line before. */
const maxContainerChanges = 2_000

const maxCellsOf = ({ length }: string) => 1_000 + 0.4 * length

/** The maximum number of marks of footnotes. */
const maxFootnoteMarks = 2_000

/** The maximum number of lines that may underline a heading. */
const maxUnderlines = 1_000

/**
 * The maximum number of markers of quotes and lists that are counted in a line; more are beyond the nesting limit,
 * which refuses the line.
 */
const maxMarkersOfLine = 60

const containers = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]|$))){1,${maxMarkersOfLine}}`)
const containerMarker = />|[-*+]|\d+[.)]/g
const thematicBreak = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/

/** A line of these characters may be the row of dashes below the header of a table, in a quote or list too. */
const delimiterRow = /^[ \t>*+\d.)|:-]+$/

const isSpace = (character: string) => /^\s?$/.test(character)

/** True for signs that are no marks: stars inside words, and tildes that are not two. */
const isSign = (paragraph: string, run: string, index: number): boolean => {
  if (run.startsWith("~")) return run.length !== 2
  const after = index + run.length
  return run.startsWith("*") && isStarOfWord(paragraph.charCodeAt(index - 1), paragraph.charCodeAt(after), run.length)
}

/** Closing runs of `*`, `_` or `~` that have no opening run of the same length before them. */
const countUnmatchedDelimiters = (paragraph: string): number => {
  const open: Array<string> = []
  const openOf = new Map<string, number>()
  let unmatched = 0
  for (const { 0: run, index } of paragraph.matchAll(/([*_~])\1*/g)) {
    if (isSign(paragraph, run, index)) continue
    const canClose = !isSpace(paragraph.charAt(index - 1))
    const canOpen = !isSpace(paragraph.charAt(index + run.length))
    if (canClose && (openOf.get(run) ?? 0) > 0) {
      let closed: string | undefined
      do {
        closed = open.pop() ?? run
        openOf.set(closed, (openOf.get(closed) ?? 0) - 1)
      } while (closed !== run)
    } else {
      if (canClose) unmatched++
      if (canOpen) {
        open.push(run)
        openOf.set(run, (openOf.get(run) ?? 0) + 1)
      }
    }
  }
  return unmatched
}

/** The end that a parser looks for after each beginning of a comment or declaration. */
const endOf = (mark: string): string =>
  mark === "<!--" ? "-->" : mark === "<?" ? "?>" : mark.startsWith("<![") ? "]]>" : ">"

/**
 * Beginnings of code spans, comments and declarations that have no end: for each the parser reads on to the last line.
 */
const countUnmatchedOpenings = (paragraph: string): number => {
  const lastEnds = new Map<string, number>()
  const lastEnd = (end: string) => {
    const found = lastEnds.get(end) ?? paragraph.lastIndexOf(end)
    lastEnds.set(end, found)
    return found
  }
  for (const { 0: run, index } of paragraph.matchAll(/`+/g)) lastEnds.set(run, index)
  let unmatched = 0
  for (const { 0: mark, index } of paragraph.matchAll(/\\?`+|<!--|<!\[CDATA\[|<\?|<![a-z]/gi)) {
    const backticks = mark.replace(/^\\`/, "")
    const end = mark.startsWith("<") ? lastEnd(endOf(mark)) : (lastEnds.get(backticks) ?? -1)
    if (backticks !== "" && end <= index) unmatched++
  }
  return unmatched
}

/** The number of brackets inside one another, where one of them is closed. */
const deepestBracket = (paragraph: string): number => {
  let depth = 0
  let deepest = 0
  for (const [bracket] of paragraph.matchAll(/[[\]]/g)) {
    if (bracket === "[") depth++
    else {
      deepest = Math.max(deepest, depth)
      depth = Math.max(0, depth - 1)
    }
  }
  return deepest
}

const containersOf = (line: string): ReadonlyArray<string> =>
  thematicBreak.test(line) ? [] : (containers.exec(line)?.[0].match(containerMarker) ?? [])

const countMarkers = (source: string): number => source.split("\n").flatMap(containersOf).length

/** Lines of a paragraph that begin with other markers than the line before. */
const countChanges = (paragraph: string): number => {
  const kinds = paragraph.split("\n").map((line) => containersOf(line).join("").replace(/\d+/g, ""))
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length
}

const countBars = (line: string): number => line.replaceAll("\\|", "").split("|").length

/**
 * The cells of a table with as many columns as its row of dashes, and as many rows as the paragraph has lines. One more
 * row counts for the table itself: two thousand small tables cost more than a large one with as many cells.
 */
const countCells = (paragraph: string): number => {
  if (!paragraph.includes("|")) return 0
  const lines = paragraph.split("\n")
  let columns = 0
  for (const [index, line] of lines.entries()) {
    if (index === 0 || !line.includes("-") || !delimiterRow.test(line)) continue
    // The header has as many columns; the bars around a row may be left out.
    if (Math.abs(countBars(lines[index - 1] ?? "") - countBars(line)) > 2) continue
    columns = Math.max(columns, line.match(/-+/g)?.length ?? 0)
  }
  return columns * (lines.length + 1)
}

/** Lines that may underline a heading: for each the parser goes back to the beginning of its paragraph. */
const countUnderlines = (source: string): number => (source.match(/^ {0,3}(?:=+|--+)[ \t]*$/gm) ?? []).length

const countFootnoteMarks = (source: string): number => source.split("[^").length - 1

const sumOf = (paragraphs: ReadonlyArray<string>, count: (paragraph: string) => number): number =>
  paragraphs.reduce((sum, paragraph) => sum + count(paragraph), 0)

/** Throws where a text has too much of something; it cannot have more of it than characters. */
const refuseOver = (max: number, text: string, count: (text: string) => number, excess: TooCostly["excess"]): void => {
  if (text.length > max && count(text) > max) throw new TooCostly({ excess })
}

/** Throws `TooCostly` for a text that has more of something than a person writes, and that parsers are slow at. */
export const checkLimits = (typed: string): void => {
  const source = typed.replace(/\r\n?/g, "\n")
  const paragraphs = source.split(/\n[ \t]*\n\s*/)
  for (const paragraph of paragraphs) {
    refuseOver(maxUnmatchedDelimiters, paragraph, countUnmatchedDelimiters, "delimiters")
    refuseOver(maxUnmatchedOpenings, paragraph, countUnmatchedOpenings, "openings")
    refuseOver(maxNestedBrackets, paragraph, deepestBracket, "brackets")
  }
  refuseOver(maxFootnoteMarks, source, countFootnoteMarks, "footnotes")
  refuseOver(maxUnderlines, source, countUnderlines, "headings")
  refuseOver(maxContainerMarkers, source, countMarkers, "containers")
  refuseOver(maxContainerChanges, source, () => sumOf(paragraphs, countChanges), "containers")
  if (sumOf(paragraphs, countCells) > maxCellsOf(source)) throw new TooCostly({ excess: "cells" })
}
