import { type Endpoint, endpointAt, pathnameOf } from "./Endpoints.ts"

/** The most names that are told, and the most characters of each. */
const maxNames = 10
const maxNameCharacters = 64

/** A name in characters that a list in a header takes (RFC 9110, 5.6.2: token); what is none of them is percent-encoded. */
const tokenOf = (name: string) =>
  encodeURIComponent(name)
    .replace(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)
    .slice(0, maxNameCharacters)
    .replace(/%[\dA-F]?$/, "")

/**
 * The query parameters that an endpoint does not have, as `X-Unknown-Parameters` names them; nothing when it has all of
 * them. Names only: a value may be a credential that was sent to the wrong endpoint.
 */
export const unknownParameters = ({ parameters }: Endpoint, query: URLSearchParams): string | undefined => {
  let unknown: Set<string> | undefined
  for (const name of query.keys()) {
    if (parameters.has(name) || name === "" || unknown?.size === maxNames) continue
    unknown = (unknown ?? new Set()).add(tokenOf(name))
  }
  return unknown === undefined ? undefined : Array.from(unknown).join(", ")
}

/** The same of the target of a request; nothing where no endpoint answers it. */
export const unknownParametersOf = (method: string, url: string): string | undefined => {
  const start = url.indexOf("?")
  if (start === -1) return undefined
  const endpoint = endpointAt(method, pathnameOf(url))
  return endpoint === undefined ? undefined : unknownParameters(endpoint, new URLSearchParams(url.slice(start)))
}
