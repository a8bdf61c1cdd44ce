/** The schemes that a URL in Markdown may have. */
const allowed: ReadonlySet<string> = new Set(["http", "https", "mailto"])

/** Named character references that can stand for what ends a scheme or hides in one; a scheme's letters have none. */
const named: ReadonlyMap<string, string> = new Map([
  ["colon", ":"],
  ["Tab", "\t"],
  ["NewLine", "\n"],
  ["amp", "&"],
  ["AMP", "&"],
  ["num", "#"],
  ["percnt", "%"],
  ["sol", "/"],
  ["quest", "?"]
])

const ofCodePoint = (codePoint: number): string =>
  codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : ""

const decodeReferences = (url: string): string =>
  url.replace(/&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z]+));?/g, (typed, hex, decimal, name) => {
    if (hex !== undefined) return ofCodePoint(Number.parseInt(hex, 16))
    if (decimal !== undefined) return ofCodePoint(Number.parseInt(decimal, 10))
    return named.get(name) ?? typed
  })

const decodePercents = (url: string): string =>
  url.replace(/%([\da-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Browsers pass over tabs and line ends anywhere in a URL, and over controls and spaces before it; so more is taken out. */
const withoutInvisible = (url: string): string => url.replace(/[\p{Z}\p{C}\\]/gu, "")

/**
 * A URL as it was typed, and as it would be read by somebody who decodes once more, percents and character references,
 * than there is to decode. Renderers and browsers do not, but pages are built of many parts.
 */
const readings = (url: string): ReadonlyArray<string> => {
  const found = [withoutInvisible(url)]
  for (let times = 0; times < 3; times++) {
    const next = withoutInvisible(decodePercents(decodeReferences(found.at(-1) ?? "")))
    if (next === found.at(-1)) break
    found.push(next)
  }
  return found
}

/** What stands before the first colon, unless a path, a query or a fragment begins earlier. */
const schemeOf = (url: string): string | undefined => /^([^:/?#]*):/.exec(url)?.[1]?.toLowerCase()

/** Whether a URL is relative, or of a scheme that may stand in Markdown. */
export const hasAllowedScheme = (url: string): boolean =>
  readings(url).every((reading) => {
    const scheme = schemeOf(reading)
    return scheme === undefined || allowed.has(scheme)
  })

/** How much of a text is looked at for the beginning of a URL; more than any scheme takes, however it is encoded. */
const longestScheme = 200

/**
 * Whether a text begins with a URL that could run something, in whatever way a renderer may find it there: after spaces,
 * line ends, marks of quotes and angle brackets.
 */
export const beginsWithScript = (text: string): boolean =>
  readings(text.replace(/^[\s>]+/, "").slice(0, longestScheme)).some((reading) =>
    /^[<>"'(]*(?:javascript|vbscript|data|livescript|mocha):/i.test(reading)
  )
