import type { Link, PhrasingContent, Text } from "mdast"

/** A line of a block without the block's prefix, and the place where it begins in the source. */
export interface PlainLine {
  readonly text: string
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** A character that may have a meaning inside a line. */
const special = /[\0-\x1f&*<@[-\]_`~]/g

/** Words that begin with a letter or a digit, so that a delimiter before them can only open, and end in no space. */
const words = "[\\p{L}\\p{N}](?:[^\\0-\\x1f&*<@[-\\]_`~]*[^\\0-\\x20&*<@[-\\]_`~])?"

/** Emphasis, code, or a link, of plain words and none inside another, between characters that give it no other meaning. */
const marked = new RegExp(
  `(?<![^ ("'])(?:(\\*\\*|__|[*_])(${words})\\1|\`((?! )[^\\0-\\x1f\`]*[^\\0-\\x20\`])\`|` +
    `\\[(${words})\\]\\(([\\w/:.?=#%+,;@~-]+)\\))(?![^ .,;:!?)"'])`,
  "uy"
)

/** A character that begins no block but a paragraph: a letter, a quotation mark, a bracket; or a number of no list. */
const startOfWords = /^(?:[^\0-!#-&)-@[-`{-\x7f\ufeff]|\d+(?![\d.)]))/

const possibleAddress = /:\/\/|www/i

const textOf = (value: string): Text => ({ type: "text", value })

const linkOf = (text: string, url: string, offset: number): Link => ({
  type: "link",
  title: null,
  url,
  children: [textOf(text)],
  data: { destination: { start: offset + text.length + 3, end: offset + text.length + 3 + url.length } }
})

/** A delimiter after a punctuation mark closes only before a space. */
const canClose = (text: string, next: string): boolean => next === "" || next === " " || /[\p{L}\p{N}]$/u.test(text)

/** The node of a match of `marked`; undefined where the parser may see another one. */
const markedNode = (found: RegExpExecArray, { column, line, offset, text: source }: PlainLine) => {
  const [all, delimiter, emphasised, code, linked, url] = found
  const end = found.index + all.length
  if (delimiter !== undefined && emphasised !== undefined) {
    if (possibleAddress.test(emphasised) || !canClose(emphasised, source.charAt(end))) return undefined
    const type = delimiter.length === 2 ? ("strong" as const) : ("emphasis" as const)
    return { type, children: [textOf(emphasised)] }
  }
  const pointAt = (at: number) => ({ line, column: column + at, offset: offset + at })
  const position = { start: pointAt(found.index), end: pointAt(end) }
  if (code !== undefined) return { type: "inlineCode" as const, value: code, position }
  if (linked === undefined || url === undefined || possibleAddress.test(linked)) return undefined
  return { ...linkOf(linked, url, offset + found.index), position }
}

/** The place of the next character of a line that may have a meaning; the end of the line if there is none. */
const nextSpecial = (line: string, from: number): number => {
  special.lastIndex = from
  return special.exec(line)?.index ?? line.length
}

/** The nodes of lines of plain words with simple marks; undefined where they need the parser. */
export const phrasingOf = (lines: ReadonlyArray<PlainLine>): Array<PhrasingContent> | undefined => {
  const nodes: Array<PhrasingContent> = []
  let text = ""
  for (const [index, line] of lines.entries()) {
    const source = line.text
    if (index > 0) text += "\n"
    if (source === "" || source.endsWith(" ")) return undefined // the space is dropped, or breaks the line
    for (let done = 0; done < source.length; ) {
      const at = nextSpecial(source, done)
      const words = source.slice(done, at)
      if (possibleAddress.test(words) || (done === 0 && at > 0 && !startOfWords.test(words))) return undefined
      text += words
      done = at
      if (at === source.length) break
      marked.lastIndex = at
      const found = marked.exec(source)
      const node = found ? markedNode(found, line) : undefined
      if (found === null || node === undefined) return undefined
      if (text !== "") nodes.push(textOf(text))
      nodes.push(node)
      text = ""
      done = marked.lastIndex
    }
  }
  if (text !== "") nodes.push(textOf(text))
  return nodes
}
