/** Parameters that tell who sent a reader, and nothing of the page. */
const tracking =
  /^(?:utm_\w*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|at_medium|at_campaign|oly_anon_id|oly_enc_id|vero_id|wt_mc)$/i

/** What is told of a page is its address, and not a book. */
const maxCharacters = 2_000

const withoutTracking = (query: string): string =>
  query
    .split("&")
    .filter((parameter) => !tracking.test(parameter.split("=")[0] ?? ""))
    .join("&")

/** The URL, if there is one that can be read; its base may be none. */
const parsed = (url: string, base: string | null): URL | null => {
  try {
    return new URL(url.trim(), base ?? undefined)
  } catch {
    return null
  }
}

/** Where a document's relative links begin: `xml:base`, itself relative to what stands around it. */
export const baseOf = (bases: ReadonlyArray<string | null | undefined>): string | null =>
  bases.reduce<string | null>((around, base) => (base ? (parsed(base, around)?.href ?? around) : around), null)

/**
 * A link of a feed as an absolute URL without credentials and tracking parameters; the others stay as they were written.
 * Null for what is no http or https URL, unless `schemes` allows more.
 */
export const feedLink = (
  written: string | undefined,
  base: string | null,
  schemes: ReadonlyArray<string> = ["http:", "https:"]
): string | null => {
  const url = written === undefined || written.trim() === "" ? null : parsed(written, base)
  if (url === null || !schemes.includes(url.protocol) || url.href.length > maxCharacters) return null
  url.username = ""
  url.password = ""
  if (url.search !== "") url.search = withoutTracking(url.search.slice(1))
  if (tracking.test(url.hash.slice(1).split("=")[0] ?? "")) url.hash = ""
  return url.href
}
