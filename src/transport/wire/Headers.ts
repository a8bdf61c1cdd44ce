import { Option } from "effect"
import type { RequestState } from "./RequestContext.ts"

/** Headers of every response against scripts, framing, type sniffing and leaking addresses (security, Input and output). */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer"
}

/** The docs page runs its own inline script, shows its own inline styles and pictures, and calls this server only. */
const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'"

const docsPage = /^\/+docs\/*$/i

/** Paths whose responses may carry a secret. */
const secretPaths = /^\/+api\/+auth\//i

/** True for a path whose requests and responses may hold a secret. */
export const carriesSecrets = (path: string): boolean => secretPaths.test(path)

const cacheControl = (pathname: string, { route, userId }: RequestState): string => {
  if (carriesSecrets(route ?? pathname)) return "no-store"
  return userId === undefined ? "no-cache" : "private, no-cache"
}

/** All headers of a response: its own, those of every response, and those that the request's state asks for. */
export const responseHeaders = (
  own: Readonly<Record<string, string>>,
  pathname: string,
  state: RequestState
): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {
    ...own,
    ...securityHeaders,
    ...state.headers,
    "x-request-id": state.id,
    "cache-control": own["cache-control"] ?? cacheControl(pathname, state),
    vary: own["vary"] === undefined ? "Authorization" : `Authorization, ${own["vary"]}`
  }
  if (docsPage.test(pathname)) headers["content-security-policy"] = docsPolicy
  if (Option.isSome(state.budget)) {
    const { limit, remaining, resetSeconds } = state.budget.value
    headers["ratelimit-limit"] = String(limit)
    headers["ratelimit-remaining"] = String(remaining)
    headers["ratelimit-reset"] = String(resetSeconds)
  }
  return headers
}
