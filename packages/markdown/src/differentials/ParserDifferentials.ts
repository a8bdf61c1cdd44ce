import type { Code, InlineCode } from "mdast"
import { type Edit, escapeTag, insert, replace, type Span, spanOf } from "../Edits.ts"
import { isInertTag } from "../HtmlElements.ts"
import { startsWithScriptUrl } from "../UrlSchemes.ts"
import { endsInAddress } from "./UnambiguousCode.ts"

/** The meaning of a character to this parser; `handled` ones need no further edit. */
export const role = { text: 0, handled: 1, unambiguousCode: 2, ambiguousCode: 3 } as const

type IsUnambiguous = (node: Code | InlineCode) => boolean

/** The start of a tag, a comment or a declaration. */
const tagStart = /<(?=[a-z/!?])/gi

/** The bracket before the URL of a link or of a definition. */
const urlStart = /\](?=[(:])/g

const blankLine = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g

/** The longest part of a line before a tag that is examined. */
const maxLookBehind = 2_000

/** The longest part of a URL after its bracket that is examined. */
const maxLookAhead = 2_000

/** True where a text ends in a backslash that escapes the next character. */
const endsInEscape = (text: string): boolean => {
  let from = text.length
  while (text.charAt(from - 1) === "\\") from--
  return (text.length - from) % 2 === 1
}

/** Caches the next match of a search whose start only grows, so that a text is searched once. */
const nextMatch = (find: (from: number) => number) => {
  let found = -1
  return (from: number): number => {
    if (found < from) {
      const next = find(from)
      found = next === -1 ? Number.POSITIVE_INFINITY : next
    }
    return found
  }
}

export const rolesOf = (
  source: string,
  handled: ReadonlyArray<Span>,
  codes: ReadonlyArray<Code | InlineCode>,
  isUnambiguous: IsUnambiguous
): Uint8Array => {
  const roles = new Uint8Array(source.length)
  for (const node of codes) {
    const { end, start } = spanOf(node)
    const isFenced = node.type === "code" && /[`~]/.test(source.charAt(start))
    const infoLength = isFenced ? source.slice(start, end).search(/[\r\n]|$/) : 0
    roles.fill(isUnambiguous(node) ? role.unambiguousCode : role.ambiguousCode, start + infoLength, end)
  }
  for (const { end, start } of handled) roles.fill(role.handled, start, end)
  return roles
}

/**
 * The edits that make a text inert to every parser. Renderers differ in where a block, a table cell, a footnote or code
 * ends, so a tag may occur only in code that every renderer sees as code. In text, titles and URLs its `<` becomes a
 * character reference, which reads the same; in ambiguous code a space separates it from its name. A URL that would run
 * a script is separated from its bracket. A `<` stays where nothing closes it, as in `i<n`, and where its tag is inert.
 */
export const differentialEdits = (
  source: string,
  handled: ReadonlyArray<Span>,
  codes: ReadonlyArray<Code | InlineCode>,
  unambiguousCode: () => IsUnambiguous
): ReadonlyArray<Edit> => {
  const tags = Array.from(source.matchAll(tagStart), ({ index }) => index)
  const urls = Array.from(source.matchAll(urlStart), ({ index }) => index).filter((at) =>
    startsWithScriptUrl(source.slice(at + 2, at + maxLookAhead))
  )
  if (tags.length === 0 && urls.length === 0) return []

  const roles = rolesOf(source, handled, codes, unambiguousCode())
  const closingAfter = nextMatch((from) => source.indexOf(">", from))
  const blankLineAfter = nextMatch((from) => {
    blankLine.lastIndex = from
    return blankLine.exec(source)?.index ?? -1
  })
  const lineBefore = (at: number) => {
    const before = source.slice(Math.max(0, at - maxLookBehind), at)
    return before.slice(1 + Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")))
  }

  const editOfTag = (at: number): Edit | undefined => {
    if (roles[at] === role.ambiguousCode) return insert(at + 1, " ")
    if (roles[at] !== role.text) return undefined
    const before = lineBefore(at)
    if (endsInEscape(before)) return endsInAddress(before) ? replace({ start: at - 1, end: at + 1 }, "&lt;") : undefined
    const closing = closingAfter(at)
    const blank = blankLineAfter(at)
    const couldOpen = closing < blank || !/\p{L}/u.test(before)
    const isHarmless = () =>
      isInertTag(source.slice(at, Math.min(closing, blank))) &&
      !startsWithScriptUrl(source.slice(at + 1, at + maxLookAhead))
    return couldOpen && !isHarmless() ? escapeTag(at) : undefined
  }

  const editOfUrl = (at: number): Edit | undefined => {
    const first = at + 2 + (/^[\s>]*/.exec(source.slice(at + 2, at + maxLookAhead))?.[0].length ?? 0)
    if (roles[at] === role.ambiguousCode) return insert(at + 1, " ")
    return roles[at] !== role.text || roles[first] === role.handled ? undefined : insert(at + 1, "\\")
  }

  return [...tags.map(editOfTag), ...urls.map(editOfUrl)].filter((edit) => edit !== undefined)
}

/** The last resort: changes a text so that no parser can see a tag or the URL of a link in it. */
export const withoutMarkupStarts = (source: string): string => source.replace(tagStart, "< ").replace(urlStart, "]\\")
