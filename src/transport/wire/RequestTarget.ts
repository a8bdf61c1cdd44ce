/** The path of a request's target, without its query. */
export const pathnameOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

const absoluteForm = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]*)/i

/** Splits the target of a request (RFC 9112, 3.2) into the host of an absolute form, without a user, and the rest. */
export const parseTarget = (url: string): { readonly host: string | undefined; readonly target: string } => {
  const [prefix = "", host] = url.startsWith("/") ? [] : (absoluteForm.exec(url) ?? [])
  return { host, target: url.slice(prefix.length) }
}

/** The parameters of a query; a list of values where one was sent several times. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

export const queryOf = (parameters: URLSearchParams): Query => {
  const query: Record<string, string | ReadonlyArray<string>> = {}
  for (const [name, value] of parameters) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}

/** The most unknown parameters that the header names. */
const maxNames = 10

/** The most characters of each name in the header. */
const maxNameCharacters = 64

/** A name as a token (RFC 9110, 5.6.2), with all other characters percent-encoded. */
const tokenOf = (name: string) =>
  encodeURIComponent(name)
    .replace(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)
    .slice(0, maxNameCharacters)
    .replace(/%[\dA-F]?$/, "")

/**
 * The value of `X-Unknown-Parameters`: the parameters that an endpoint does not have; undefined if it has all of them. It
 * lists names only: a value may be a credential that was sent to the wrong endpoint.
 */
export const unknownParameters = (known: ReadonlySet<string>, sent: Iterable<string>): string | undefined => {
  let unknown: Set<string> | undefined
  for (const name of sent) {
    if (known.has(name) || name === "" || unknown?.size === maxNames) continue
    unknown = (unknown ?? new Set()).add(tokenOf(name))
  }
  return unknown === undefined ? undefined : Array.from(unknown).join(", ")
}
