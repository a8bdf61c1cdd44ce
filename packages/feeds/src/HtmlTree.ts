import { characterOf, endOfRawText, endOfTag, referenceDecoder } from "@rare-disease-community/text/Html"
import { streamSafe } from "@rare-disease-community/text/Marks"
import sax from "sax"
import { withWindowsLetters } from "./DecodeBytes.ts"

type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: "close"; readonly name: string }

/** The named character references of HTML 4. */
const named = new Map(Object.entries<string>(Object.getPrototypeOf(sax.parser(false).ENTITIES)))

const decoded = referenceDecoder({
  named,
  numbered: (codePoint) => {
    const character = characterOf(codePoint)
    return character === undefined ? undefined : withWindowsLetters(character)
  }
})

/** Elements whose content is raw text: it ends at their first end tag. */
const rawText: ReadonlySet<string> = new Set("script style title textarea xmp iframe noembed noframes".split(" "))

const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

const attributesOf = (written: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(written.matchAll(attribute), ([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decoded(double ?? single ?? bare ?? "")
    ])
  )

/** The end of a comment, CDATA section or declaration, and the text of a CDATA section. */
const ofDeclaration = (html: string, at: number): { readonly end: number; readonly text: string } => {
  const [from, closing] = html.startsWith("<!--", at)
    ? [at + 4, "-->"]
    : html.startsWith("<![CDATA[", at)
      ? [at + 9, "]]>"]
      : [at + 2, ">"]
  const closed = html.indexOf(closing, from)
  const end = closed === -1 ? html.length : closed
  return { end: closed === -1 ? end : end + closing.length, text: closing === "]]>" ? html.slice(from, end) : "" }
}

/**
 * The tags and texts of a piece of HTML, as browsers see them: `<` begins a tag in front of a letter or of `/` and a
 * letter, else it is text. Comments and the content of scripts and styles are dropped; an unclosed token extends to the
 * end. Takes linear time.
 */
const htmlTokens = (html: string): ReadonlyArray<HtmlToken> => {
  const tokens: Array<HtmlToken> = []
  const addText = (text: string) => {
    if (text !== "") tokens.push({ kind: "text", text })
  }
  let from = 0
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", Math.max(at + 1, from))) {
    const beginning = /^<(?:(\/?)([a-zA-Z][^\s/>]*)|([!?]))/.exec(html.slice(at, at + 64))
    if (beginning === null) continue
    const [{ length }, slash, written = "", declaration] = beginning
    addText(decoded(html.slice(from, at)))
    if (declaration !== undefined) {
      const { end, text } = ofDeclaration(html, at)
      addText(text)
      from = end
      continue
    }
    const name = written.toLowerCase()
    const end = endOfTag(html, at + length)
    from = end === -1 ? html.length : end
    if (end === -1) continue
    if (slash === "/") tokens.push({ kind: "close", name })
    else {
      tokens.push({ kind: "open", name, attributes: attributesOf(html.slice(at + length, end - 1)) })
      if (rawText.has(name)) from = endOfRawText(html, name, from)
    }
  }
  addText(decoded(html.slice(from)))
  return tokens
}

export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<HtmlNode>
}

const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" ")
)

/** The open elements that a start tag closes, since few authors write all end tags. */
const closes: Readonly<Record<string, ReadonlyArray<string>>> = {
  p: ["p"],
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  tr: ["tr", "td", "th"],
  td: ["td", "th"],
  th: ["td", "th"]
}

/** Deeper elements of a feed's HTML become children of the element at this depth. */
const maxDepth = 60

/** The tree of any HTML: an end tag closes the elements down to its own, and without one it closes nothing. */
export const htmlTree = (html: string): HtmlElement => {
  const root: HtmlElement = { name: "", attributes: {}, children: [] }
  const open: Array<HtmlElement> = [root]
  let tooDeep = 0
  for (const token of htmlTokens(html)) {
    if (token.kind === "open") {
      const element: HtmlElement = { name: token.name, attributes: token.attributes, children: [] }
      while (closes[token.name]?.includes(open.at(-1)?.name ?? "") === true) open.pop()
      open.at(-1)?.children.push(element)
      if (voidElements.has(token.name)) continue
      if (open.length < maxDepth) open.push(element)
      else tooDeep++
    } else if (token.kind === "text") open.at(-1)?.children.push(token.text)
    else if (tooDeep > 0) tooDeep--
    else {
      const at = open.findLastIndex(({ name }) => name === token.name)
      if (at > 0) open.length = at
    }
  }
  return root
}

/** Elements that browsers do not show as text. */
const hidden: ReadonlySet<string> = new Set(
  (
    "script style template noscript iframe object embed applet svg math canvas audio video head title textarea select " +
    "button noembed noframes xmp"
  ).split(" ")
)

export const isVisible = (node: HtmlNode): boolean => typeof node === "string" || !hidden.has(node.name)

/** Inline elements; all others are blocks. */
const inline: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var wbr"
  ).split(" ")
)

/** True for a node without blocks inside it. */
export const isInline = (node: HtmlNode): boolean =>
  typeof node === "string" || (inline.has(node.name) && node.children.every(isInline))

/** Controls, bidi overrides, tag characters, lone surrogates, and spaces of no width. */
const invisible = /[\p{Cc}\p{Cs}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

/** Removes these, and marks beyond those of the stream-safe format. */
export const withoutInvisible = (text: string): string => streamSafe(text.replace(invisible, ""))

/** A text on one line, without invisible characters. */
export const oneLine = (text: string): string =>
  withoutInvisible(text.replace(/\s+/gu, " ")).replace(/ {2,}/g, " ").trim()

/** Cuts a text to at most `maxCodePoints`; a cut text ends in "…", after a whole word if one ends near. */
export const truncated = (text: string, maxCodePoints: number): string => {
  const points = Array.from(text.slice(0, 2 * maxCodePoints + 2))
  if (points.length <= maxCodePoints) return text
  const kept = points.slice(0, maxCodePoints - 1).join("")
  const space = kept.lastIndexOf(" ")
  return `${(space > kept.length - 40 ? kept.slice(0, space) : kept).trimEnd()}…`
}

const wordsOf = (node: HtmlNode): string => {
  if (typeof node === "string") return node
  if (!isVisible(node)) return ""
  if (node.name === "br") return " "
  const words = node.children.map(wordsOf).join("")
  return isInline(node) ? words : ` ${words} `
}

export const textOfHtml = (tree: HtmlElement): string => oneLine(wordsOf(tree))
