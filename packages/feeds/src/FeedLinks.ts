/** Query parameters that only track readers. */
const tracking =
  /^(?:utm_\w*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|at_medium|at_campaign|oly_anon_id|oly_enc_id|vero_id|wt_mc)$/i

/** The longest link of a feed; a longer one is dropped: browsers and servers refuse many of them. */
const maxLinkCharacters = 2_000

const isTracking = (parameter: string) => tracking.test(parameter.split("=")[0] ?? "")

const parsed = (url: string, base: string | null): URL | null => {
  try {
    return new URL(url.trim(), base ?? undefined)
  } catch {
    return null
  }
}

/** Resolves nested bases of relative links (`xml:base`), the outermost first; invalid ones are skipped. */
export const baseOf = (bases: ReadonlyArray<string | null | undefined>): string | null =>
  bases.reduce<string | null>((outer, base) => (base ? (parsed(base, outer)?.href ?? outer) : outer), null)

/**
 * A link of a feed as an absolute URL without credentials and tracking parameters. Null for an invalid URL, one of more
 * than 2,000 characters, and one of another scheme than http and https.
 */
export const feedLink = (written: string | undefined, base: string | null): string | null => {
  const url = written === undefined || written.trim() === "" ? null : parsed(written, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > maxLinkCharacters) return null
  url.username = ""
  url.password = ""
  const parameters = url.search.slice(1).split("&")
  if (parameters.some(isTracking)) url.search = parameters.filter((parameter) => !isTracking(parameter)).join("&")
  if (isTracking(url.hash.slice(1))) url.hash = ""
  return url.href
}
