import { createHash } from "node:crypto"
import { HttpServerResponse } from "@effect/platform"
import { fieldJson, type Tagged, type VolatileField } from "./Tagged.ts"

/** The weak tag of a body. It does not depend on the volatile members (contract, Conventions). */
export const entityTagOf = (body: string, volatile: ReadonlyArray<VolatileField> = []): string => {
  const hash = createHash("sha256")
  let from = 0
  for (const { name, value } of volatile) {
    const json = fieldJson(name, value)
    const at = body.indexOf(json, from)
    if (at === -1) continue
    hash.update(body.slice(from, at), "utf8")
    from = at + json.length
  }
  return `W/"${hash.update(body.slice(from), "utf8").digest("base64url").slice(0, 22)}"`
}

/** The body of a response as text; undefined for a stream. */
export const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined => {
  if (body._tag === "Raw") return typeof body.body === "string" ? body.body : undefined
  if (body._tag !== "Uint8Array") return undefined
  const { buffer, byteLength, byteOffset } = body.body
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8")
}

/** A response of serialised JSON. */
export const jsonText = (
  text: string,
  status = 200,
  headers?: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, {
    status,
    headers,
    contentType: "application/json",
    contentLength: Buffer.byteLength(text)
  })

/** The response of a tagged one. Its entity tag leaves the volatile fields out. */
export const entityTagged = ({
  value,
  volatile
}: Tagged<HttpServerResponse.HttpServerResponse>): HttpServerResponse.HttpServerResponse => {
  const text = volatile.length === 0 || value.status !== 200 ? undefined : textOf(value)
  return text === undefined ? value : HttpServerResponse.setHeader(value, "etag", entityTagOf(text, volatile))
}

/** Compares an `If-None-Match` with a tag, weakly (RFC 9110, 13.1.2). */
const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(",").some((member) => {
    const bare = member.trim()
    return bare === "*" || bare === tag || `W/${bare}` === tag
  }) === true

export interface ResponseHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Tags the 200 response of a GET or HEAD; it becomes a 304, which has no body, where the client has it already. */
export const withEntityTag = (
  { ifNoneMatch, method }: { readonly method: string; readonly ifNoneMatch: string | undefined },
  response: HttpServerResponse.HttpServerResponse
): ResponseHead => {
  const { headers, status } = response
  if (status !== 200 || (method !== "GET" && method !== "HEAD")) return response
  const text = headers["etag"] === undefined ? textOf(response) : undefined
  const etag = headers["etag"] ?? (text === undefined ? undefined : entityTagOf(text))
  if (etag === undefined) return response
  if (!matchesTag(ifNoneMatch, etag)) return { status, headers: { ...headers, etag } }
  const { "content-encoding": _coding, "content-length": _length, "content-type": _type, ...others } = headers
  return { status: 304, headers: { ...others, etag } }
}
