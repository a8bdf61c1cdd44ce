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
 * The elements that MathML is laid out with. Those that only say what a formula means (`int`, `vector`, `list`) are no
 * elements to a browser, and are what people write in `vector<int>`.
 */
const mathMl =
  "annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr " +
  "mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace " +
  "msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics"

/** Elements of HTML that are younger than the package's list. */
const youngHtml = "fencedframe selectedcontent"

const known: ReadonlySet<string> = new Set(
  [...htmlTagNames, ...`${svg} ${mathMl} ${youngHtml}`.split(" ")].map((name) => name.toLowerCase())
)

/** Whether a text begins as a tag, opening or closing, that names no element: `<String>` in a `List<String>`. */
export const namesNoElement = (tag: string): boolean => {
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(tag)?.[1]
  return name !== undefined && !known.has(name.toLowerCase())
}

/** The attributes that do something on an element that nobody knows. */
const lively = /(?:^|[^a-z])(?:on[a-z]+|style)\s*=/i

/** Whether what begins as a tag is harmless even as one. */
export const runsNothing = (tag: string): boolean => namesNoElement(tag) && !lively.test(tag)
