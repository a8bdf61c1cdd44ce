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
