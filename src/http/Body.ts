import { isUtf8 } from "node:buffer"
import { Headers, type HttpServerRequest } from "@effect/platform"
import { Effect, Option } from "effect"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../api/WireErrors.ts"

/** The most bytes of a body that are read (contract, Conventions). */
export const maxBodyBytes = 256 * 1024

/** How deep JSON may nest: what is deeper is none of ours, and some printers recurse. */
const maxNesting = 64

const tooLarge = new PayloadTooLarge({ message: "the body is larger than 256 KiB" })

const isPlain = (encoding: string | undefined) => encoding === undefined || encoding.trim().toLowerCase() === "identity"

const charset = /;\s*charset="?utf-?8"?\s*$/i

/** Without a type it is none: a web page can make a browser send such a body to any server, without asking it first. */
const isOf = (type: string, sent = "") => sent.replace(charset, "").replace(/;\s*$/, "").trim().toLowerCase() === type

const hasBody = (headers: Readonly<Record<string, string | undefined>>) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Reads the body. Whoever asks for its text or JSON later finds what is read here: platform alone would put U+FFFD in
 * the place of bytes that are not UTF-8.
 */
const read = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Option.Option<string>> =>
  Effect.map(Effect.orDie(request.arrayBuffer), (bytes) => {
    const text = utf8(Buffer.from(bytes))
    Object.defineProperty(request, "text", { value: Effect.succeed(Option.getOrElse(text, () => "")) })
    return text
  })

/**
 * Reads the body; none when it is not valid UTF-8. Refuses one that is not of the type that is asked for, or too large.
 * The body of a GET is ignored.
 */
export const readable = (
  request: HttpServerRequest.HttpServerRequest,
  type: string
): Effect.Effect<Option.Option<string>, PayloadTooLarge | UnsupportedMediaType> => {
  const { headers, method } = request
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return tooLarge
  if (method === "GET" || method === "HEAD" || !hasBody(headers)) return Effect.succeedSome("")
  if (!isPlain(headers["content-encoding"])) {
    return new UnsupportedMediaType({ message: "send the body without Content-Encoding" })
  }
  const sent = headers["content-type"]
  if (isOf(type, sent)) return read(request)
  const wrongType = new UnsupportedMediaType({ message: `send JSON, with Content-Type: ${type}` })
  // Some clients send no body as a chunked one, of no type and no bytes.
  return sent === undefined && headers["transfer-encoding"] !== undefined
    ? Effect.filterOrFail(read(request), Option.contains(""), () => wrongType)
    : wrongType
}

/** Whether JSON nests deeper than is read; looks at brackets outside of strings only. */
export const nestsTooDeep = (json: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (inString) {
      if (character === "\\") index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === "[" || character === "{") {
      if (++depth > maxNesting) return true
    } else if (character === "]" || character === "}") depth--
  }
  return false
}

/** The request without the type of a body that it has not: HttpApi would look for the parts of a form. */
export const plainlyTyped = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const { headers } = request
  return headers["content-type"] === undefined || hasBody(headers)
    ? request
    : request.modify({ headers: Headers.remove(headers, "content-type") })
}

const notUtf8 = new BadRequest({ message: "the body is not valid UTF-8" })

/** The text of a body; none when its bytes are not valid UTF-8. */
export const utf8 = (bytes: Buffer): Option.Option<string> =>
  isUtf8(bytes) ? Option.some(bytes.toString("utf8")) : Option.none()

/** Refuses a body that is not valid UTF-8, or nests too deep for the decoder. */
export const legible = (body: Option.Option<string>): Effect.Effect<void, BadRequest> => {
  if (Option.isNone(body)) return notUtf8
  return nestsTooDeep(body.value)
    ? new BadRequest({ message: `the body nests deeper than ${maxNesting} levels` })
    : Effect.void
}
