import { referenceDecoder } from "@rare-disease-community/text/Html"

/** The schemes that a URL in Markdown may have. */
const allowed: ReadonlySet<string> = new Set(["http", "https", "mailto"])

/** Named character references that can end a scheme or hide inside one; letters have none. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    colon: ":",
    Tab: "\t",
    NewLine: "\n",
    amp: "&",
    AMP: "&",
    num: "#",
    percnt: "%",
    sol: "/",
    quest: "?"
  })
)

/** Reads more references than HTML does: in a URL it is safer to find a scheme too many. */
const decodeReferences = referenceDecoder({
  named,
  openNames: true,
  numbered: (codePoint) => (codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : "")
})

const decodePercents = (url: string): string =>
  url.replace(/%([\da-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Browsers ignore tabs and line ends in a URL, and controls and spaces before it; this drops more than they do. */
const withoutInvisible = (url: string): string => url.replace(/[\p{Z}\p{C}\\]/gu, "")

/** A URL as typed, and as decoded up to three times: a page with many parts may decode once more than it should. */
const decodings = (url: string): ReadonlyArray<string> => {
  const found = [withoutInvisible(url)]
  for (let times = 0; times < 3; times++) {
    const next = withoutInvisible(decodePercents(decodeReferences(found.at(-1) ?? "")))
    if (next === found.at(-1)) break
    found.push(next)
  }
  return found
}

/** The text before the first colon, unless a path, a query or a fragment begins earlier. */
const schemeOf = (url: string): string | undefined => /^([^:/?#]*):/.exec(url)?.[1]?.toLowerCase()

/** True for a relative URL and for one of an allowed scheme, however often it is decoded. */
export const hasAllowedScheme = (url: string): boolean =>
  decodings(url).every((decoded) => {
    const scheme = schemeOf(decoded)
    return scheme === undefined || allowed.has(scheme)
  })

/**
 * The maximum number of characters that are examined for the scheme of a URL, more than any takes, however it is
 * encoded.
 */
const maxSchemeCharacters = 200

/**
 * True where a renderer could find a URL that runs a script at the start of a text, after spaces, quotes and brackets.
 */
export const startsWithScriptUrl = (text: string): boolean =>
  decodings(text.replace(/^[\s>]+/, "").slice(0, maxSchemeCharacters)).some((decoded) =>
    /^[<>"'(]*(?:javascript|vbscript|data|livescript|mocha):/i.test(decoded)
  )
