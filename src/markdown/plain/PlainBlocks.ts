import type { List, ListItem, Paragraph, RootContent } from "mdast"

/** A character that begins no block but a paragraph: a letter, a quotation mark, a bracket. */
const first = "[^\\0-!#-&)-@[-`{-\\x7f\\ufeff]"

/** A line without any character that has a meaning inside a line. */
const words = `${first}[^\\0-\\x1f&*<@[-\\]_\`~]*`

const paragraphs = new RegExp(`^${words}(?:\\n${words})*$`)
const headings = new RegExp(`^(#{1,6}) (${words})$`)
const quotes = new RegExp(`^> ${words}(?:\\n> ${words})*$`)
const bullets = new RegExp(`^([-*+]) ${words}(?:\\n\\1 ${words})*$`)
const numbers = new RegExp(`^(\\d{1,9})([.)]) ${words}(?:\\n\\d{1,9}\\2 ${words})*$`)

/** A space at the end of a line, which is dropped or breaks the line, and a possible address. */
const needsParser = / (?:\n|$)|:\/\/|www/i

const paragraphOf = (value: string): Paragraph => ({ type: "paragraph", children: [{ type: "text", value }] })

const itemOf = (line: string): ListItem => ({
  type: "listItem",
  spread: false,
  checked: null,
  children: [paragraphOf(line.slice(line.indexOf(" ") + 1))]
})

const listOf = (lines: string, start: number | null): List => ({
  type: "list",
  ordered: start !== null,
  start,
  spread: false,
  children: lines.split("\n").map(itemOf)
})

/**
 * The node of lines that stand between blank lines at the top level's margin, without a position. Undefined unless they
 * are a paragraph, a heading, a quote of one paragraph or a list of single lines, of plain words only.
 */
export const plainBlockOf = (lines: string): RootContent | undefined => {
  if (needsParser.test(lines)) return undefined
  if (paragraphs.test(lines)) return paragraphOf(lines)
  const [, marks, title] = headings.exec(lines) ?? []
  if (marks !== undefined && title !== undefined) {
    if (title.endsWith("#")) return undefined
    const depth = ([1, 2, 3, 4, 5, 6] as const)[marks.length - 1]
    return depth && { type: "heading", depth, children: [{ type: "text", value: title }] }
  }
  if (quotes.test(lines)) {
    return { type: "blockquote", children: [paragraphOf(lines.slice(2).replaceAll("\n> ", "\n"))] }
  }
  if (bullets.test(lines)) return listOf(lines, null)
  const [, number] = numbers.exec(lines) ?? []
  return number === undefined ? undefined : listOf(lines, Number(number))
}
