import type { Code, InlineCode } from "mdast"
import type { Span } from "./destinations.ts"
import type { Edit } from "./edits.ts"
import { runsNothing } from "./elementNames.ts"
import { endsInAddress } from "./plainSpans.ts"
import { beginsWithScript } from "./schemes.ts"

/** What the parser has made of each character. */
export const role = { text: 0, settled: 1, plainCode: 2, doubtfulCode: 3 } as const

/** Where a tag, a comment or a declaration would begin. */
const tagBeginning = /<(?=[a-z/!?])/gi

/** Where the URL of a link or of a definition would begin. */
const urlBeginning = /\](?=[(:])/g

const blankLine = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g

/** How far back in its line what stands before a place is looked at, and how far ahead a URL is. */
const longestLookBack = 2_000
const longestLookAhead = 2_000

/** Whether a text ends in a backslash that takes its meaning from what follows, and is not itself escaped. */
const isEscaping = (text: string): boolean => {
  let from = text.length
  while (text.charAt(from - 1) === "\\") from--
  return (text.length - from) % 2 === 1
}

/** For places asked for in their order: the next place, from each, at which a text has something. */
const nextPlace = (find: (from: number) => number) => {
  let found = -1
  return (from: number): number => {
    if (found < from) {
      const next = find(from)
      found = next === -1 ? Number.POSITIVE_INFINITY : next
    }
    return found
  }
}

/** The role of each character. */
export const rolesOf = (
  source: string,
  settled: ReadonlyArray<Span>,
  codes: ReadonlyArray<Code | InlineCode>,
  isPlain: (node: Code | InlineCode) => boolean
): Uint8Array => {
  const roles = new Uint8Array(source.length)
  for (const node of codes) {
    const { end, start } = node.position ?? { start: { offset: 0 }, end: { offset: 0 } }
    const isFenced = node.type === "code" && /[`~]/.test(source.charAt(start.offset ?? 0))
    const info = isFenced ? source.slice(start.offset, end.offset).search(/[\r\n]|$/) : 0
    roles.fill(isPlain(node) ? role.plainCode : role.doubtfulCode, (start.offset ?? 0) + info, end.offset)
  }
  for (const { end, start } of settled) roles.fill(role.settled, start, end)
  return roles
}

/**
 * What is inert to this parser and may not be to another, made inert to every one. Renderers differ in where a block, a
 * table cell, a footnote or code ends, so a tag must not stand anywhere but in code that all of them see:
 * in text, titles and URLs its `<` is written as a reference, which reads the same; in doubtful code a space parts it from
 * its name. A URL that would run is parted likewise from the bracket before it.
 * A `<` stays as it is where nothing closes it, as in `i<n`, and where a tag that came of it would do nothing.
 */
export const looksAlike = (
  source: string,
  settled: ReadonlyArray<Span>,
  codes: ReadonlyArray<Code | InlineCode>,
  plainCode: () => (node: Code | InlineCode) => boolean
): ReadonlyArray<Edit> => {
  const tags = Array.from(source.matchAll(tagBeginning), ({ index }) => index)
  const urls = Array.from(source.matchAll(urlBeginning), ({ index }) => index).filter((at) =>
    beginsWithScript(source.slice(at + 2, at + longestLookAhead))
  )
  if (tags.length === 0 && urls.length === 0) return []

  const roles = rolesOf(source, settled, codes, plainCode())
  const closingAfter = nextPlace((from) => source.indexOf(">", from))
  const blankLineAfter = nextPlace((from) => {
    blankLine.lastIndex = from
    return blankLine.exec(source)?.index ?? -1
  })
  const lineBefore = (at: number) => {
    const before = source.slice(Math.max(0, at - longestLookBack), at)
    return before.slice(1 + Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")))
  }

  const ofTag = (at: number): Edit | undefined => {
    if (roles[at] === role.doubtfulCode) return { start: at + 1, end: at + 1, replacement: " " }
    if (roles[at] !== role.text) return undefined
    const before = lineBefore(at)
    if (isEscaping(before)) {
      return endsInAddress(before) ? { start: at - 1, end: at + 1, replacement: "&lt;" } : undefined
    }
    const closing = closingAfter(at)
    const blank = blankLineAfter(at)
    const end = Math.min(closing, blank)
    const couldOpen = closing < blank || !/\p{L}/u.test(before)
    return couldOpen && !runsNothing(source.slice(at, end))
      ? { start: at, end: at + 1, replacement: "&lt;" }
      : undefined
  }

  const ofUrl = (at: number): Edit | undefined => {
    const first = at + 2 + (/^[\s>]*/.exec(source.slice(at + 2, at + longestLookAhead))?.[0].length ?? 0)
    if (roles[at] === role.doubtfulCode) return { start: at + 1, end: at + 1, replacement: " " }
    const isJudged = roles[at] !== role.text || roles[first] === role.settled
    return isJudged ? undefined : { start: at + 1, end: at + 1, replacement: "\\" }
  }

  return [...tags.map(ofTag), ...urls.map(ofUrl)].filter((edit) => edit !== undefined)
}

/** The last resort: a text in which nothing can begin a tag or the URL of a link, to whatever parser. */
export const withoutBeginnings = (source: string): string =>
  source.replace(tagBeginning, "< ").replace(urlBeginning, "]\\")
