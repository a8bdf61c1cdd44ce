import type { RequestState } from "../wire/RequestContext.ts"
import { pathnameOf } from "../wire/RequestTarget.ts"
import { type Endpoint, endpointAt } from "./Endpoints.ts"

/** Limits of the header. */
const maxNames = 10
const maxNameCharacters = 64

/** A name as a token (RFC 9110, 5.6.2), with all other characters percent-encoded. */
const tokenOf = (name: string) =>
  encodeURIComponent(name)
    .replace(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)
    .slice(0, maxNameCharacters)
    .replace(/%[\dA-F]?$/, "")

/**
 * Lists the query parameters that an endpoint does not have in `X-Unknown-Parameters`. It lists names only: a value may
 * be a credential that was sent to the wrong endpoint.
 */
export const noteUnknownParameters = ({ headers }: RequestState, { parameters }: Endpoint, names: Iterable<string>) => {
  let unknown: Set<string> | undefined
  for (const name of names) {
    if (parameters.has(name) || name === "" || unknown?.size === maxNames) continue
    unknown = (unknown ?? new Set()).add(tokenOf(name))
  }
  if (unknown !== undefined) headers["x-unknown-parameters"] = Array.from(unknown).join(", ")
}

/** Lists the unknown parameters of a request's target; none where no endpoint answers it. */
export const noteUnknownParametersOf = (state: RequestState, method: string, url: string) => {
  const start = url.indexOf("?")
  const endpoint = start === -1 ? undefined : endpointAt(method, pathnameOf(url))?.endpoint
  if (endpoint !== undefined) noteUnknownParameters(state, endpoint, new URLSearchParams(url.slice(start)).keys())
}
