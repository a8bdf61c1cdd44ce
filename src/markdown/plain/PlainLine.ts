import type { Link, PhrasingContent, Text } from "mdast"

/** A line of a block without the block's prefix, and the place where it begins in the source. */
export interface PlainLine {
  readonly text: string
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** A character without a meaning inside a line. */
const word = "[^\\0-\\x1f&*<@[-\\]_`~]"

/** Words that begin with a letter or a digit, so that a delimiter before them can only open, and end in no space. */
const words = `[\\p{L}\\p{N}](?:${word}*[^\\0-\\x20&*<@[-\\]_\`~])?`

/** Emphasis, code, or a link, of plain words and none inside another, between characters that give it no other meaning. */
const marked = new RegExp(
  `(?<![^ ("'])(?:(\\*\\*|__|[*_])(${words})\\1|\`((?! )[^\\0-\\x1f\`]*[^\\0-\\x20\`])\`|` +
    `\\[(${words})\\]\\(([\\w/:.?=#%+,;@~-]+)\\))(?![^ .,;:!?)"'])`,
  "gu"
)

const onlyWords = new RegExp(`^${word}*$`)

/** A character that begins no block but a paragraph: a letter, a quotation mark, a bracket; or a number of no list. */
const startOfWords = /^(?:[^\0-!#-&)-@[-`{-\x7f\ufeff]|\d+(?![\d.)]))/

const possibleAddress = /:\/\/|www/i

const isPlain = (text: string): boolean => onlyWords.test(text) && !possibleAddress.test(text)

const textOf = (value: string): Text => ({ type: "text", value })

const linkOf = (text: string, url: string, offset: number): Link => ({
  type: "link",
  title: null,
  url,
  children: [textOf(text)],
  data: { destination: { start: offset + text.length + 3, end: offset + text.length + 3 + url.length } }
})

/** A delimiter behind a punctuation mark closes only before a space. */
const canClose = (text: string, next: string): boolean => next === "" || next === " " || /[\p{L}\p{N}]$/u.test(text)

/** The node of a match of `marked`; undefined where the parser may see another one. */
const markedNode = (found: RegExpExecArray, { column, line, offset, text: source }: PlainLine) => {
  const [all, delimiter, emphasised, code, linked, url] = found
  const end = found.index + all.length
  if (delimiter !== undefined && emphasised !== undefined) {
    if (!isPlain(emphasised) || !canClose(emphasised, source.charAt(end))) return undefined
    const type = delimiter.length === 2 ? ("strong" as const) : ("emphasis" as const)
    return { type, children: [textOf(emphasised)] }
  }
  const pointAt = (at: number) => ({ line, column: column + at, offset: offset + at })
  const position = { start: pointAt(found.index), end: pointAt(end) }
  if (code !== undefined) return { type: "inlineCode" as const, value: code, position }
  if (linked === undefined || url === undefined || !isPlain(linked)) return undefined
  return { ...linkOf(linked, url, offset + found.index), position }
}

/** The nodes of lines of plain words with simple marks; undefined where they need the parser. */
export const phrasingOf = (lines: ReadonlyArray<PlainLine>): Array<PhrasingContent> | undefined => {
  const nodes: Array<PhrasingContent> = []
  let text = ""
  for (const [index, line] of lines.entries()) {
    if (index > 0) text += "\n"
    if (line.text.endsWith(" ")) return undefined // is dropped, or breaks the line
    let done = 0
    for (const found of line.text.matchAll(marked)) {
      const before = line.text.slice(done, found.index)
      const node = isPlain(before) ? markedNode(found, line) : undefined
      if (node === undefined || (found.index > 0 && done === 0 && !startOfWords.test(before))) return undefined
      text += before
      if (text !== "") nodes.push(textOf(text))
      nodes.push(node)
      text = ""
      done = found.index + found[0].length
    }
    const rest = line.text.slice(done)
    if (!isPlain(rest) || (done === 0 && !startOfWords.test(rest))) return undefined
    text += rest
  }
  if (text !== "") nodes.push(textOf(text))
  return nodes
}
