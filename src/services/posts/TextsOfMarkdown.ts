import type { TextPiece } from "@rare-disease-community/markdown/TextPieces"
import { asMarkdown } from "@rare-disease-community/text/PlainMarkdown"

/** A part of a text: words to translate, or what stays. The white space around words is a part that stays. */
export interface Part {
  readonly text: string
  readonly isTranslated: boolean
}

const hasLetter = /\p{L}/u

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** The pattern of names as they are written: with any white space, quotes and hyphens. */
const patternOf = (names: ReadonlyArray<string>): RegExp | undefined => {
  if (names.length === 0) return undefined
  const longestFirst = Array.from(new Set(names)).sort((one, other) => other.length - one.length)
  const written = longestFirst.map((name) =>
    escaped(name)
      .replace(/\s+/g, "\\s+")
      .replace(/['\u2018\u2019]/g, "['\u2018\u2019]")
      .replace(/\\-|[\u2010-\u2013]/g, "[-\u2010-\u2013]")
  )
  return new RegExp(`(?<![\\p{L}\\p{N}])(${written.join("|")})(?![\\p{L}\\p{N}])`, "gu")
}

const wordsOf = (text: string): ReadonlyArray<Part> => {
  const core = text.trim()
  const at = text.indexOf(core)
  if (!hasLetter.test(core)) return [{ text, isTranslated: false }]
  const around = [text.slice(0, at), core, text.slice(at + core.length)]
  return around.map((text, index) => ({ text, isTranslated: index === 1 }))
}

/** Parts a text around names of diseases, which stay. */
export const partsAround = (names: ReadonlyArray<string>) => {
  const pattern = patternOf(names)
  return (text: string): ReadonlyArray<Part> =>
    pattern === undefined
      ? wordsOf(text)
      : text
          .split(pattern)
          .flatMap((part, index) => (index % 2 === 1 ? [{ text: part, isTranslated: false }] : wordsOf(part)))
}

/** Puts translated words into their parts; `next` gives them in their order. */
export const joined = (parts: ReadonlyArray<Part>, next: () => string): string =>
  parts.map(({ isTranslated, text }) => (isTranslated ? next().trim() : text)).join("")

/** Puts other words into Markdown, which show as they are. */
export const withTexts = (source: string, pieces: ReadonlyArray<TextPiece>, texts: ReadonlyArray<string>): string => {
  let content = ""
  let from = 0
  for (const [index, { end, start, text: before }] of pieces.entries()) {
    const text = texts[index] ?? before
    if (text === before) continue
    const [front, back] = [/^\s/.test(text) ? " " : "", /\s$/.test(text) ? " " : ""]
    content += source.slice(from, start) + front + asMarkdown(text) + back
    from = end
  }
  return content + source.slice(from)
}
