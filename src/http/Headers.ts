import { Option } from "effect"
import type { Learnt } from "./RequestRecord.ts"

/** Headers of every answer: nothing that comes from here runs, frames, sniffs or leaks (security, Input and output). */
export const always = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer"
}

/** The docs page runs its own inline script, shows its own inline styles and pictures, and asks this server only. */
const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'"

const docsPage = /^\/+docs\/*$/i

/** Endpoints whose answers carry a secret. */
const secretive = /^\/+api\/+auth\//i

/** Whether and by whom an answer may be kept (contract, caching). */
const cacheControl = (pathname: string, { route, userId }: Learnt): string => {
  if (secretive.test(route ?? pathname)) return "no-store"
  return userId === undefined ? "no-cache" : "private, no-cache"
}

/** The headers that an answer leaves with, beside those of its own, which come first. */
export const leaving = (
  own: Readonly<Record<string, string>>,
  pathname: string,
  record: Learnt
): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {
    ...own,
    ...always,
    "x-request-id": record.id,
    "cache-control": own["cache-control"] ?? cacheControl(pathname, record),
    vary: own["vary"] === undefined ? "Authorization" : `Authorization, ${own["vary"]}`
  }
  if (docsPage.test(pathname)) headers["content-security-policy"] = docsPolicy
  if (record.retryAfterSeconds !== undefined) headers["retry-after"] = String(record.retryAfterSeconds)
  if (record.allow !== undefined) headers["allow"] = record.allow
  if (record.location !== undefined) headers["location"] = record.location
  if (record.unknownParameters !== undefined) headers["x-unknown-parameters"] = record.unknownParameters
  if (Option.isSome(record.budget)) {
    const { limit, remaining, resetSeconds } = record.budget.value
    headers["ratelimit-limit"] = String(limit)
    headers["ratelimit-remaining"] = String(remaining)
    headers["ratelimit-reset"] = String(resetSeconds)
  }
  return headers
}
