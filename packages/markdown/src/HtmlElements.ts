import { htmlTagNames } from "html-tag-names"

/** The elements of SVG 1.1 and 2. */
const svg =
  "a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform audio canvas circle clipPath " +
  "color-profile cursor defs desc discard ellipse feBlend feColorMatrix feComponentTransfer feComposite " +
  "feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG " +
  "feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight " +
  "feTile feTurbulence filter font font-face font-face-format font-face-name font-face-src font-face-uri foreignObject " +
  "g glyph glyphRef hkern iframe image line linearGradient marker mask metadata missing-glyph mpath path pattern " +
  "polygon polyline radialGradient rect script set stop style svg switch symbol text textPath title tref tspan use " +
  "video view vkern"

/**
 * The presentation elements of MathML. Browsers ignore its content elements (`int`, `vector`, `list`), which members
 * write in code such as `vector<int>`.
 */
const mathMl =
  "annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr " +
  "mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace " +
  "msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics"

/** Elements of HTML that `html-tag-names` lacks. */
const newHtml = "fencedframe selectedcontent"

const known: ReadonlySet<string> = new Set(
  [...htmlTagNames, ...`${svg} ${mathMl} ${newHtml}`.split(" ")].map((name) => name.toLowerCase())
)

/** True where a text begins like a tag, opening or closing, of no known element: `<String>` in `List<String>`. */
export const isUnknownElement = (tag: string): boolean => {
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(tag)?.[1]
  return name !== undefined && !known.has(name.toLowerCase())
}

/** Attributes that have an effect even on an unknown element. */
const activeAttribute = /(?:^|[^a-z])(?:on[a-z]+|style)\s*=/i

/** True where a text that begins like a tag is harmless even to a browser that reads it as one. */
export const isInertTag = (tag: string): boolean => isUnknownElement(tag) && !activeAttribute.test(tag)

/** Tags of Office's namespaces, which come with what is pasted from it, and the element of spreadsheets of Google. */
const office = /^<\/?(?:(?:mso|st\d|w\d+|[movwx]):[a-z]|google-sheets-html-origin)[\w.-]*(?=[\s/>])/i

/** True where a text begins like a tag that a word processor wrote. */
export const isOfficeTag = (tag: string): boolean => office.test(tag)

/** The gap that a reader sees between the text before a tag and the text after it. */
export type Gap = "none" | "raised" | "space" | "line"

const gaps: ReadonlyArray<Gap> = ["none", "raised", "space", "line"]

export const widest = (one: Gap, other: Gap): Gap => (gaps.indexOf(one) > gaps.indexOf(other) ? one : other)

/** The sign before a raised number in plain text: `10^9`. */
export const raisedSign = "^"

const beginsLine: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer " +
    "form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search section summary " +
    "table tbody tfoot thead tr ul"
  ).split(" ")
)

const isCell = (name: string): boolean => name === "td" || name === "th"

/** The longest beginning of a raised text that is examined, its tags included. */
const maxRaised = 60

/** True for a raised text that is a number, such as an exponent; letters read as well without a sign: `1er`, `2nd`. */
const isRaisedNumber = (html: string): boolean =>
  /^(?:\s|<[^<>]*>)*[-+\u2212\u2013(]?\p{N}/u.test(html.slice(0, maxRaised))

/** The gap that a removed tag leaves between words; `after` is the text that follows the tag. */
export const leftBy = ({ kind, name }: { readonly kind: string; readonly name: string }, after: string): Gap => {
  if (beginsLine.has(name)) return "line"
  if (isCell(name)) return "space"
  return name === "sup" && kind === "opening" && isRaisedNumber(after) ? "raised" : "none"
}
