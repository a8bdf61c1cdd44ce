import { isUtf8 } from "node:buffer"
import { Headers, type HttpServerRequest } from "@effect/platform"
import { Effect, Either, Option } from "effect"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../../api/WireErrors.ts"

/** The most bytes of a body that are read (contract, Conventions). */
export const maxBodyBytes = 256 * 1024

/** A limit for functions that recurse into a body. No request of the contract nests so deep. */
const maxNestingLevels = 64

const tooLarge = new PayloadTooLarge({ message: "the body is larger than 256 KiB" })
const contentCoded = new UnsupportedMediaType({ message: "send the body without Content-Encoding" })
const notUtf8 = new BadRequest({ message: "the body is not valid UTF-8" })
const tooDeep = new BadRequest({ message: `the body nests deeper than ${maxNestingLevels} levels` })

const isIdentity = (coding: string | undefined) => coding === undefined || coding.trim().toLowerCase() === "identity"

const charset = /;\s*charset="?utf-?8"?\s*$/i

/** False for a body without a type: a page of any origin can make a browser send one without a preflight. */
const isOfType = (type: string, contentType = "") =>
  contentType.replace(charset, "").replace(/;\s*$/, "").trim().toLowerCase() === type

const hasBody = (headers: Readonly<Record<string, string | undefined>>) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** The text of UTF-8 bytes; none if they are not valid UTF-8. */
export const utf8 = (bytes: Buffer): Option.Option<string> =>
  isUtf8(bytes) ? Option.some(bytes.toString("utf8")) : Option.none()

/**
 * Reads the body, and makes `text` and `json` of the request use the result: platform would replace bytes that are not
 * UTF-8 by U+FFFD.
 */
const readText = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Option.Option<string>> =>
  Effect.map(Effect.orDie(request.arrayBuffer), (bytes) => {
    const text = utf8(Buffer.from(bytes))
    Object.defineProperty(request, "text", { value: Effect.succeed(Option.getOrElse(text, () => "")) })
    return text
  })

/**
 * Reads the text of a body; none if it is not valid UTF-8. Fails for a body of another type than `type`, with a content
 * coding, or larger than `maxBodyBytes`. The body of a GET is ignored.
 */
export const readBodyText = (
  request: HttpServerRequest.HttpServerRequest,
  type: string
): Effect.Effect<Option.Option<string>, PayloadTooLarge | UnsupportedMediaType> => {
  const { headers, method } = request
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return tooLarge
  if (method === "GET" || method === "HEAD" || !hasBody(headers)) return Effect.succeedSome("")
  if (!isIdentity(headers["content-encoding"])) return contentCoded
  const contentType = headers["content-type"]
  if (isOfType(type, contentType)) return readText(request)
  const wrongType = new UnsupportedMediaType({ message: `send JSON, with Content-Type: ${type}` })
  // Some clients send no body as a chunked one, of no type and no bytes.
  return contentType === undefined && headers["transfer-encoding"] !== undefined
    ? Effect.filterOrFail(readText(request), Option.contains(""), () => wrongType)
    : wrongType
}

/** True if JSON nests deeper than the limit. Counts brackets outside of strings. */
const nestsTooDeep = (json: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (inString) {
      if (character === "\\") index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === "[" || character === "{") {
      if (++depth > maxNestingLevels) return true
    } else if (character === "]" || character === "}") depth--
  }
  return false
}

/** Removes the content type of a request without a body: HttpApi would look for the parts of a form. */
export const withoutUnusedContentType = (
  request: HttpServerRequest.HttpServerRequest
): HttpServerRequest.HttpServerRequest => {
  const { headers } = request
  return headers["content-type"] === undefined || hasBody(headers)
    ? request
    : request.modify({ headers: Headers.remove(headers, "content-type") })
}

/** Fails for a body that is not valid UTF-8, or nests too deep for the decoder. */
export const checkBodyText = (body: Option.Option<string>): Either.Either<string, BadRequest> => {
  if (Option.isNone(body)) return Either.left(notUtf8)
  return nestsTooDeep(body.value) ? Either.left(tooDeep) : Either.right(body.value)
}
