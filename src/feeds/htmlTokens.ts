import sax from "sax"
import { withWindowsLetters } from "./windowsLetters.ts"

/** What a piece of HTML is made of, in order. */
export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: "close"; readonly name: string }

/** The characters that HTML 4 has names for. */
const named = sax.parser(false).ENTITIES

const ofCodePoint = (codePoint: number, written: string): string => {
  const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff)
  if (!isCharacter) return written
  return withWindowsLetters(String.fromCodePoint(codePoint))
}

/** A text with its character references resolved, once. */
export const decodedReferences = (text: string): string =>
  text.replace(
    /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z][a-zA-Z\d]{1,10}));?/g,
    (written, hex, decimal, name) => {
      if (hex !== undefined) return ofCodePoint(Number.parseInt(hex, 16), written)
      if (decimal !== undefined) return ofCodePoint(Number.parseInt(decimal, 10), written)
      return Object.hasOwn(Object.getPrototypeOf(named), name) && written.endsWith(";")
        ? (named[name] ?? written)
        : written
    }
  )

/** Elements in which nothing is a tag but their own end. */
const raw: ReadonlySet<string> = new Set("script style title textarea xmp iframe noembed noframes".split(" "))

const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

const attributesOf = (written: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(written.matchAll(attribute), ([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodedReferences(double ?? single ?? bare ?? "")
    ])
  )

/** Where the tag ends that begins at a place: at its first `>` outside of quoted values; the end of all for none. */
const endOfTag = (html: string, from: number): number => {
  let quote = ""
  let before = ""
  for (let at = from; at < html.length; at++) {
    const character = html.charAt(at)
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === ">") return at
    else if (before === "=" && (character === '"' || character === "'")) quote = character
    if (character.trim() !== "") before = character
  }
  return html.length
}

/** Where what begins with `<!` or `<?` ends, and the text that it holds: that of CDATA, else none. */
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

/** Where the content of an element ends in which nothing is a tag. */
const endOfRaw = (html: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi")
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

/**
 * The tags and texts of a piece of HTML, as browsers tell them apart: `<` begins a tag before a letter or `/` and a
 * letter, else it is text. Comments, and the content of scripts and styles, are left out; what is never closed reaches to
 * the end. It takes time in proportion to the text.
 */
export const htmlTokens = (html: string): ReadonlyArray<HtmlToken> => {
  const tokens: Array<HtmlToken> = []
  const text = (written: string) => {
    if (written !== "") tokens.push({ kind: "text", text: written })
  }
  let from = 0
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", Math.max(at + 1, from))) {
    const beginning = /^<(?:(\/?)([a-zA-Z][^\s/>]*)|([!?]))/.exec(html.slice(at, at + 64))
    if (beginning === null) continue
    const [, slash, written = "", declaration] = beginning
    text(decodedReferences(html.slice(from, at)))
    if (declaration !== undefined) {
      const { end, text: held } = ofDeclaration(html, at)
      text(held)
      from = end
      continue
    }
    const name = written.toLowerCase()
    const end = endOfTag(html, at + beginning[0].length)
    from = Math.min(end + 1, html.length)
    if (end === html.length) continue
    if (slash === "/") tokens.push({ kind: "close", name })
    else {
      tokens.push({ kind: "open", name, attributes: attributesOf(html.slice(at + beginning[0].length, end)) })
      if (raw.has(name)) from = endOfRaw(html, name, from)
    }
  }
  text(decodedReferences(html.slice(from)))
  return tokens
}
