import { createHash } from "node:crypto"
import { HttpServerResponse } from "@effect/platform"

/** What may differ between two answers that say the same (contract, caching). No text holds it: a quote in one is escaped. */
const passing = /"viewCount":\d+|"generatedAt":"[^"]*"/g

/** The weak tag of an answer's body: the same as long as the answer says the same to the same caller. */
export const entityTagOf = (body: string): string =>
  `W/"${createHash("sha256").update(body.replace(passing, ""), "utf8").digest("base64url").slice(0, 22)}"`

/** The body of an answer as text; none where it has none that is known now. */
export const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined => {
  if (body._tag === "Raw") return typeof body.body === "string" ? body.body : undefined
  if (body._tag !== "Uint8Array") return undefined
  const { buffer, byteLength, byteOffset } = body.body
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8")
}

/** An answer of JSON that is text already. */
export const jsonText = (text: string, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, { status, contentType: "application/json", contentLength: Buffer.byteLength(text) })

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
  const { headers, status } = response
  if (status !== 200 || (method !== "GET" && method !== "HEAD")) return response
  const text = headers["etag"] === undefined ? textOf(response) : undefined
  const etag = headers["etag"] ?? (text === undefined ? undefined : entityTagOf(text))
  if (etag === undefined) return response
  const { "content-encoding": _coding, "content-length": _length, "content-type": _type, ...others } = headers
  return isHeld(ifNoneMatch, etag)
    ? HttpServerResponse.empty({ status: 304, headers: { ...others, etag } })
    : HttpServerResponse.setHeader(response, "etag", etag)
}
