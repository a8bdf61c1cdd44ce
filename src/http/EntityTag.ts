import { createHash } from "node:crypto"
import { HttpServerResponse } from "@effect/platform"

/** What may differ between two answers that say the same (contract, caching). No text holds it: a quote in one is escaped. */
const passing = /"viewCount":\d+|"generatedAt":"[^"]*"/g

/** The weak tag of an answer's body: the same as long as the answer says the same to the same caller. */
export const entityTagOf = (body: Uint8Array): string => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")
  const hash = createHash("sha256").update(text.replace(passing, ""), "latin1").digest("base64url")
  return `W/"${hash.slice(0, 22)}"`
}

/** Whether a client that sends this `If-None-Match` has the answer of the tag already (RFC 9110, 13.1.2: compared weakly). */
export const isHeld = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(",").some((held) => {
    const bare = held.trim()
    return bare === "*" || bare === tag || `W/${bare}` === tag
  }) === true

/** What a request has to do with tags. */
export interface Asking {
  readonly method: string
  readonly ifNoneMatch: string | undefined
}

/** Tags an answer to a GET or HEAD that has no tag yet; it is 304 where the client has it already. */
export const tagged = (
  { ifNoneMatch, method }: Asking,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = response
  if (status !== 200 || body._tag !== "Uint8Array" || (method !== "GET" && method !== "HEAD")) return response
  const etag = headers["etag"] ?? entityTagOf(body.body)
  const { "content-length": _length, "content-type": _type, ...others } = headers
  return isHeld(ifNoneMatch, etag)
    ? HttpServerResponse.empty({ status: 304, headers: { ...others, etag } })
    : HttpServerResponse.setHeader(response, "etag", etag)
}
