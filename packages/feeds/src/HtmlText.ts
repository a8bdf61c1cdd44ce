import { characterOf, endOfRawText, endOfTag, referenceDecoder } from "@rare-disease-community/text/Html"
import { streamSafe } from "@rare-disease-community/text/Marks"
import sax from "sax"
import { withWindowsLetters } from "./DecodeBytes.ts"

/** The named character references of HTML 4. */
const named = new Map(Object.entries<string>(Object.getPrototypeOf(sax.parser(false).ENTITIES)))

const decoded = referenceDecoder({
  named,
  numbered: (codePoint) => {
    const character = characterOf(codePoint)
    return character === undefined ? undefined : withWindowsLetters(character)
  }
})

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(" "))

/** Elements whose content browsers do not show as text, up to their first end tag. */
const hidden = namesIn(
  "script style template noscript iframe object applet svg math canvas audio video title textarea select button " +
    "noembed noframes xmp"
)

/** Elements within a line; all others separate words. */
const inline = namesIn(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var wbr"
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
 * The words of a piece of HTML, as browsers see them: `<` begins a tag in front of a letter or of `/` and a letter,
 * else it is text. An unclosed tag, comment or hidden element extends to the end. Takes linear time.
 */
const wordsOf = (html: string): string => {
  let words = ""
  let from = 0
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", Math.max(at + 1, from))) {
    const beginning = /^<(?:(\/?)([a-zA-Z][^\s/>]*)|[!?])/.exec(html.slice(at, at + 64))
    if (beginning === null) continue
    const [{ length }, slash, written] = beginning
    words += decoded(html.slice(from, at))
    if (written === undefined) {
      const { end, text } = ofDeclaration(html, at)
      words += text
      from = end
      continue
    }
    const name = written.toLowerCase()
    const end = endOfTag(html, at + length)
    from = end === -1 ? html.length : end
    const isEmpty = html[from - 2] === "/"
    if (!(inline.has(name) || hidden.has(name))) words += " "
    else if (slash === "" && hidden.has(name) && !isEmpty) from = endOfRawText(html, name, from)
  }
  return words + decoded(html.slice(from))
}

/** Controls, bidi overrides, tag characters, lone surrogates, and spaces of no width. */
const invisible = /[\p{Cc}\p{Cs}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

/** A text on one line, without invisible characters, and without marks beyond those of the stream-safe format. */
export const oneLine = (text: string): string =>
  streamSafe(text.replace(/\s+/gu, " ").replace(invisible, "")).replace(/ {2,}/g, " ").trim()

/** Cuts a text to at most `maxCodePoints`; a cut text ends in "…", after a whole word if one ends near. */
export const truncated = (text: string, maxCodePoints: number): string => {
  const points = Array.from(text.slice(0, 2 * maxCodePoints + 2))
  if (points.length <= maxCodePoints) return text
  const kept = points.slice(0, maxCodePoints - 1).join("")
  const space = kept.lastIndexOf(" ")
  return `${(space > kept.length - 40 ? kept.slice(0, space) : kept).trimEnd()}…`
}

const tag = /<[a-z]/i

const escapedTag = /<(?:p|br|a|div|span|ul|ol|li|strong|em|b|i|img|blockquote|table|h[1-6])(?:\s[^<>]*)?\/?>/i

/** The longest HTML of a feed's item that is read, many times the longest text that is made of it. */
const maxHtmlCharacters = 300_000

/** The plain text of a feed's HTML, which may have been escaped twice, on one line. */
export const textOfHtml = (html: string): string => {
  const read = html.slice(0, maxHtmlCharacters)
  const words = wordsOf(read)
  return oneLine(!tag.test(read) && escapedTag.test(words) ? wordsOf(words) : words)
}
