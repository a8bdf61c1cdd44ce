import type { Html } from "mdast"
import type { Span } from "./destinations.ts"
import { namesNoElement } from "./elementNames.ts"
import { endOfTag } from "./filterTitle.ts"

/** A tag, comment or declaration in raw HTML. */
export interface HtmlPart extends Span {
  /** The element in small letters; none for a comment or declaration. */
  readonly name: string
  readonly kind: "opening" | "closing" | "other" | "noElement"
  /** Where what it opens must end, if nothing closes it: with a block of HTML; an inline tag that is alone opens nothing. */
  readonly limit: number
}

/** Elements whose content is raw text to a browser: it ends at their first closing tag, whatever stands before. */
const raw: ReadonlySet<string> = new Set(
  "script style iframe noembed noframes noscript xmp plaintext textarea title".split(" ")
)

/** Elements whose content is markup of which a browser shows no text. */
const unshown: ReadonlySet<string> = new Set("template object svg applet audio video canvas".split(" "))

/** Whether a part opens an element whose content goes with its tags. */
export const dropsContent = ({ kind, name }: HtmlPart): boolean =>
  kind === "opening" && (raw.has(name) || unshown.has(name))

/** The parts of a piece of HTML in their order. What is never closed reaches to the end. */
const partsIn = (html: string): ReadonlyArray<HtmlPart> => {
  const parts: Array<HtmlPart> = []
  const beginning = /<(?=[a-z/!?])/gi
  for (let found = beginning.exec(html); found !== null; found = beginning.exec(html)) {
    const start = found.index
    const rest = html.slice(start)
    if (namesNoElement(rest)) {
      parts.push({ start, end: start + 1, name: "", kind: "noElement", limit: html.length })
      continue
    }
    const length = endOfTag(rest) ?? rest.length
    const [, slash, tag = ""] = /^<(\/?)([a-z][^\s/>]*)/i.exec(rest) ?? []
    const name = tag.toLowerCase()
    const isEmpty = name === "svg" && rest.slice(0, length).endsWith("/>")
    const kind = name === "" || isEmpty ? "other" : slash === "/" ? "closing" : "opening"
    parts.push({ start, end: start + length, name, kind, limit: html.length })
    beginning.lastIndex = start + length
    if (kind === "opening" && raw.has(name)) {
      const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi")
      closing.lastIndex = start + length
      beginning.lastIndex = closing.exec(html)?.index ?? html.length
    }
  }
  return parts
}

/** For each place of a node's text its place in the source: in a quote or list each line has a prefix there. */
const placesOf = (source: string, { end, start }: Span, value: string): ((at: number) => number) | undefined => {
  const typed = source.slice(start, end)
  if (typed === value) return (at) => start + at
  const [typedLines, lines] = [typed.split(/\r\n|\n|\r/), value.split(/\r\n|\n|\r/)]
  if (typedLines.length !== lines.length || !lines.every((line, index) => typedLines[index]?.endsWith(line))) {
    return undefined
  }
  const places: Array<number> = []
  let from = start
  for (const [index, line] of lines.entries()) {
    const ending = /^(?:\r\n|\n|\r)?/.exec(source.slice(from + (typedLines[index]?.length ?? 0)))?.[0].length ?? 0
    const lineStart = from + (typedLines[index]?.length ?? 0) - line.length
    for (let at = 0; at < line.length + ending; at++) places.push(lineStart + at)
    from = lineStart + line.length + ending
  }
  return (at) => places[at] ?? end
}

/** The parts of a node of raw HTML, as they stand in the source. */
export const htmlPartsOf = (source: string, node: Html, span: Span, isBlock: boolean): ReadonlyArray<HtmlPart> => {
  // An inline node is one tag, comment or declaration; where it is no element, only its `<` is meant.
  if (!isBlock) {
    const [part] = partsIn(node.value)
    const { kind = "other", name = "" } = part ?? {}
    const end = kind === "noElement" ? span.start + 1 : span.end
    return [{ start: span.start, end, name, kind, limit: span.end }]
  }
  const placeOf = placesOf(source, span, node.value)
  // Where a line cannot be found in the source (a tab that a prefix takes half of), all of the block goes.
  if (placeOf === undefined) return [{ ...span, name: "", kind: "other", limit: span.end }]
  return partsIn(node.value).map((part) => ({
    ...part,
    start: placeOf(part.start),
    end: part.end === node.value.length ? span.end : placeOf(part.end - 1) + 1,
    limit: span.end
  }))
}
