import { brotliCompress, brotliCompressSync, constants, crc32, deflateRawSync, gzip, gzipSync } from "node:zlib"
import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { entityTagOf, textOf } from "./EntityTag.ts"
import { RequestContext, type RequestState } from "./RequestContext.ts"

/** The codings of a response body (RFC 9110, 8.4.1), the preferred one first. */
const contentCodings = ["br", "gzip", "identity"] as const
type ContentCoding = (typeof contentCodings)[number]

/** Parses one member of `Accept-Encoding`, a coding with its weight; none where it is malformed. */
const parseMember = (member: string): Option.Option<readonly [coding: string, weight: number]> => {
  const [, name, weight = "1"] =
    /^([!#$%&'*+.^`|~\w-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i.exec(member) ?? []
  if (name === undefined) return Option.none()
  const coding = name.toLowerCase()
  return Option.some([coding === "x-gzip" ? "gzip" : coding, Number(weight)])
}

/** The maximum number of codings of an `Accept-Encoding` header that are read. */
const maxMembers = 20

/** The weight of identity where a client does not name it: better than no response. */
const leastWeight = 0.0001

/** The coding that a client prefers (RFC 9110, 12.5.3); identity where it names no other, or forbids all. */
export const contentCodingFor = (acceptEncoding: string | undefined): ContentCoding => {
  if (acceptEncoding === undefined) return "identity"
  const members = acceptEncoding.split(",", maxMembers)
  const weights = new Map(members.flatMap((member) => Option.toArray(parseMember(member.trim()))))
  const others = weights.get("*")
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? Math.min(others ?? leastWeight, leastWeight) : (others ?? 0))
  const best = contentCodings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(best) > 0 ? best : "identity"
}

/** The fewest bytes of a response that is compressed: shorter ones fit a packet. */
const minBytes = 1_000

/** Longer responses are compressed in zlib's threads, so that no other request waits for them. */
const maxSyncBytes = 65_536

/** Higher qualities take far longer, and save a few percent. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** For a text that is compressed once. */
const bestOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const textTypes = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|image\/svg\+xml)/

/** True for a whole body of text that is worth compressing. */
export const isCompressible = (contentType: string | undefined, bytes: number): boolean =>
  bytes >= minBytes && contentType !== undefined && textTypes.test(contentType)

const encodeSync = (coding: "br" | "gzip", bytes: Uint8Array, options = brotliOptions): Buffer =>
  coding === "br" ? brotliCompressSync(bytes, options) : gzipSync(bytes)

/** Compresses in zlib's threads. */
const encodeInThread = (coding: "br" | "gzip", bytes: Buffer): Effect.Effect<Buffer> =>
  Effect.async((resume) => {
    const done = (error: Error | null, encoded: Buffer) =>
      resume(error === null ? Effect.succeed(encoded) : Effect.die(error))
    if (coding === "br") brotliCompress(bytes, brotliOptions, done)
    else gzip(bytes, done)
  })

const varyOf = (vary: string | undefined): string => {
  if (vary === undefined) return "Accept-Encoding"
  return vary.includes("Accept-Encoding") ? vary : `${vary}, Accept-Encoding`
}

const codedResponse = (
  { headers, status }: Pick<HttpServerResponse.HttpServerResponse, "headers" | "status">,
  coding: ContentCoding,
  bytes: Uint8Array,
  etag: string
) => {
  const { "content-length": _length, "content-type": contentType, vary, ...own } = headers
  return HttpServerResponse.uint8Array(bytes, {
    status,
    ...(contentType === undefined ? {} : { contentType }),
    headers: {
      ...own,
      etag,
      vary: varyOf(vary),
      ...(coding === "identity" ? {} : { "content-encoding": coding })
    }
  })
}

/** A response in the coding that its client prefers, where it is a text worth compressing; else the same response. */
export const compressed = (
  response: HttpServerResponse.HttpServerResponse,
  { acceptEncoding }: Pick<RequestState, "acceptEncoding">
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { headers, status } = response
  const mayBeEncoded = (status === 200 || status === 201) && headers["content-encoding"] === undefined
  if (!mayBeEncoded || !isCompressible(headers["content-type"], Number(headers["content-length"] ?? 0))) {
    return Effect.succeed(response)
  }
  const coding = contentCodingFor(acceptEncoding)
  const text = textOf(response)
  if (coding === "identity" || text === undefined) {
    return Effect.succeed(HttpServerResponse.setHeader(response, "vary", varyOf(headers["vary"])))
  }
  const bytes = Buffer.from(text)
  const etag = headers["etag"] ?? entityTagOf(text)
  const respond = (encoded: Uint8Array) => codedResponse(response, coding, encoded, etag)
  return bytes.length > maxSyncBytes
    ? Effect.map(encodeInThread(coding, bytes), respond)
    : Effect.succeed(respond(encodeSync(coding, bytes)))
}

/** The variants of a body that never changes, each made at its first use. */
export const variantsOf = (bytes: Buffer, contentType: string, etag: string) => {
  const made = new Map<ContentCoding, HttpServerResponse.HttpServerResponse>()
  const isWorthIt = isCompressible(contentType, bytes.length)
  const plain = HttpServerResponse.uint8Array(bytes, { contentType, headers: { etag } })
  return (acceptEncoding: string | undefined): HttpServerResponse.HttpServerResponse => {
    if (!isWorthIt) return plain
    const coding = contentCodingFor(acceptEncoding)
    const known = made.get(coding)
    if (known !== undefined) return known
    const options = bytes.length > maxSyncBytes ? brotliOptions : bestOptions
    const variant = codedResponse(
      plain,
      coding,
      coding === "identity" ? bytes : encodeSync(coding, bytes, options),
      etag
    )
    made.set(coding, variant)
    return variant
  }
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Zlib begins again where there are no bytes. */
const checksumOf = (bytes: Buffer, before = 0): number => (bytes.length === 0 ? before : crc32(bytes, before))

/**
 * Compresses a body around a few bytes that change (RFC 1951, RFC 1952): these go between the compressed parts as a
 * stored block, so that a response costs a copy and a checksum, and no compression.
 */
export const gzipAround = (before: Buffer, after: Buffer) => {
  const head = deflateRawSync(before, { finishFlush: constants.Z_FULL_FLUSH })
  const tail = deflateRawSync(after)
  const checksum = checksumOf(before)
  return (middle: Buffer): Buffer => {
    const stored = Buffer.alloc(5)
    stored.writeUInt16LE(middle.length, 1)
    stored.writeUInt16LE(~middle.length & 0xffff, 3)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(checksumOf(after, checksumOf(middle, checksum)), 0)
    trailer.writeUInt32LE(before.length + middle.length + after.length, 4)
    return Buffer.concat([gzipHeader, head, stored, middle, tail, trailer])
  }
}

/** True for a client that takes gzip at least as gladly as no coding. */
export const takesGzip = (acceptEncoding: string | undefined): boolean => {
  const withoutBrotli = acceptEncoding?.replace(/\bbr\b[^,]*,?/i, "")
  return contentCodingFor(withoutBrotli) === "gzip"
}

export const gzipResponse = (bytes: Buffer, contentType: string, etag: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: { etag, vary: "Accept-Encoding", "content-encoding": "gzip" }
  })

/**
 * Responds with a constant text. Its bytes, its tag and each content coding are computed once, at their first request,
 * even if that client hangs up first.
 */
export const preparedText = (contentType: string, text: Effect.Effect<string>) =>
  Effect.map(
    Effect.cached(
      Effect.uninterruptible(Effect.map(text, (text) => variantsOf(Buffer.from(text), contentType, entityTagOf(text))))
    ),
    (variants) => Effect.zipWith(variants, RequestContext, (variant, { acceptEncoding }) => variant(acceptEncoding))
  )
