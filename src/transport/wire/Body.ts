import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { Effect, Either, Exit, Option } from "effect"
import { formType } from "../../api/Access.ts"
import { BadRequest, maxBodyBytes, PayloadTooLarge, UnsupportedMediaType } from "../../api/WireErrors.ts"

/**
 * The maximum number of levels of a body in JSON, for functions that recurse into it. No request of the contract nests
 * so deep.
 */
const maxNestingLevels = 64

const tooLarge = new PayloadTooLarge({ message: `the body is larger than ${maxBodyBytes / 1024} KiB` })
const contentCoded = new UnsupportedMediaType({ message: "send the body without Content-Encoding" })
const notUtf8 = new BadRequest({ message: "the body is not valid UTF-8" })
const tooDeep = new BadRequest({ message: `the body nests deeper than ${maxNestingLevels} levels` })

const isIdentity = (coding: string | undefined) => coding === undefined || coding.trim().toLowerCase() === "identity"

const charset = /;\s*charset="?utf-?8"?\s*$/i

/** The types of a form that programs of mail send, in parts too (RFC 8058, 3.1). */
export const oneClickType = `${formType} or multipart/form-data`

/** False for a body without a type: a page of any origin can make a browser send one without a preflight. */
const isOfType = (type: string, contentType = ""): boolean =>
  type === oneClickType
    ? isOfType(formType, contentType) || /^multipart\/form-data\s*;/i.test(contentType)
    : contentType.replace(charset, "").replace(/;\s*$/, "").trim().toLowerCase() === type

type Posted = Pick<IncomingMessage, "headers" | "method">

const hasBody = (headers: Readonly<Record<string, unknown>>) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** The text of UTF-8 bytes; none if they are not valid UTF-8. */
const utf8 = (bytes: Buffer): Option.Option<string> =>
  isUtf8(bytes) ? Option.some(bytes.toString("utf8")) : Option.none()

/** The body of a GET is ignored. */
const isBodiless = ({ headers, method }: Posted) => method === "GET" || method === "HEAD" || !hasBody(headers)

/** True for a body without a type. Some clients send no body as a chunked one, of no type and no bytes. */
const isUntyped = ({ headers }: Posted) =>
  headers["content-type"] === undefined && headers["transfer-encoding"] !== undefined

const wrongType = (type: string) =>
  new UnsupportedMediaType({
    message: `send ${type.startsWith(formType) ? "a form" : "JSON"}, with Content-Type: ${type}`
  })

/** The failures of a body that is not read. */
export type Refusal = PayloadTooLarge | UnsupportedMediaType

/**
 * Refuses a body that is larger than `maxBodyBytes`, has a content coding, or another type than `type`, by its headers.
 */
export const checkBodyHead = (request: Posted, type: string): Either.Either<void, Refusal> => {
  const { headers } = request
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return Either.left(tooLarge)
  if (isBodiless(request)) return Either.void
  if (!isIdentity(headers["content-encoding"])) return Either.left(contentCoded)
  return isOfType(type, headers["content-type"]) || isUntyped(request) ? Either.void : Either.left(wrongType(type))
}

/** Reads a body whose head was checked: its text, none if it is not valid UTF-8. */
export const readBody = (request: IncomingMessage, type: string): Effect.Effect<Option.Option<string>, Refusal> =>
  isBodiless(request) ? noBody : Effect.async((resume) => collect(request, type, resume))

const noBody = Exit.succeed(Option.some(""))

const collect = (
  request: IncomingMessage,
  type: string,
  resume: (body: Either.Either<Option.Option<string>, Refusal>) => void
) => {
  const chunks: Array<Buffer> = []
  let length = 0
  const add = (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBodyBytes) return void chunks.push(chunk)
    // A client that is still sending would not read the response, so the rest is discarded.
    request.off("data", add).off("end", end).resume()
    resume(Either.left(tooLarge))
  }
  const end = () => {
    const isRefused = length > 0 && isUntyped(request)
    resume(isRefused ? Either.left(wrongType(type)) : Either.right(utf8(Buffer.concat(chunks))))
  }
  request.on("data", add).once("end", end)
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

/** Fails for a body that is not valid UTF-8, or nests too deep for the decoder. */
export const checkBodyText = (body: Option.Option<string>): Either.Either<string, BadRequest> => {
  if (Option.isNone(body)) return Either.left(notUtf8)
  return nestsTooDeep(body.value) ? Either.left(tooDeep) : Either.right(body.value)
}

const notJson = new BadRequest({ message: "the body is not valid JSON" })

export const parseJson = (text: string): Either.Either<unknown, BadRequest> =>
  Either.try({ try: () => JSON.parse(text), catch: () => notJson })
