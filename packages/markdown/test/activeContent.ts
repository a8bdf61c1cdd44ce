import { isInertTag } from "../src/HtmlElements.ts"

/** The elements and attributes that Markdown renders to; HTML of only these is harmless. */
const elements = new Set(
  (
    "a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre s section strong sup table tbody td th thead " +
    "tr ul"
  ).split(" ")
)
const attributes = new Set(
  (
    "align alt aria-describedby aria-label checked class data-footnote-backref data-footnote-ref data-footnotes " +
    "disabled href id rel src start style title type value"
  ).split(" ")
)

/** The attributes of one opening tag, quoted or not, as a browser would part them. */
const attributesOf = (inside: string): ReadonlyArray<readonly [name: string, value: string]> =>
  Array.from(
    inside.matchAll(/([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g),
    ([, name = "", double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? ""] as const
  )

const decode = (value: string) =>
  value
    .replace(/&#x([\da-f]+);?/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);?/g, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 10)))
    .replaceAll("&colon;", ":")
    .replaceAll("&Tab;", "\t")
    .replaceAll("&NewLine;", "\n")
    .replaceAll("&amp;", "&")

const isScript = (url: string) => /^(?:javascript|vbscript|data):/i.test(decode(url).replace(/[\p{Z}\p{C}]/gu, ""))

const isHarmless = (name: string, value: string) =>
  attributes.has(name) &&
  !(isUrl(name) && isScript(value)) &&
  (name !== "style" || /^text-align: ?\w+$/.test(value)) &&
  (name !== "value" || /^\d+$/.test(value)) // the number of an item

const isUrl = (name: string) => name === "href" || name === "src"

/**
 * The tags and comments of a page that could run something, or that no plain Markdown renders to. Renderers escape each
 * `<` of a text, so every remaining one is markup to a browser.
 */
export const activeContent = (html: string): ReadonlyArray<string> =>
  Array.from(
    html.matchAll(/<(?:([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>?|\/([a-z][^\s>]*)\s*>?|[a-z/!?])/gi)
  ).flatMap(([tag, opening, inside = "", closing]) => {
    if (isInertTag(tag)) return []
    if (opening !== undefined) {
      const bad = attributesOf(inside).filter(([name, value]) => !isHarmless(name, value))
      return elements.has(opening.toLowerCase()) && bad.length === 0 ? [] : [tag]
    }
    return closing !== undefined && elements.has(closing.toLowerCase()) ? [] : [tag]
  })
