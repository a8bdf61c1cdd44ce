import { Headers, type HttpServerRequest } from "@effect/platform"
import { Effect } from "effect"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../api/WireErrors.ts"

/** The most bytes of a body that are read (contract, Conventions). */
export const maxBodyBytes = 256 * 1024

/** How deep JSON may nest: what is deeper is none of ours, and some printers recurse. */
const maxNesting = 64

const tooLarge = new PayloadTooLarge({ message: "the body is larger than 256 KiB" })

const isPlain = (encoding: string | undefined) => encoding === undefined || encoding.trim().toLowerCase() === "identity"

const charset = /;\s*charset="?utf-?8"?\s*$/i

const isOf = (type: string, sent: string | undefined) => {
  if (sent === undefined) return true
  const bare = sent.replace(charset, "").replace(/;\s*$/, "").trim().toLowerCase()
  return bare === type || (type === "application/json" && /^application\/[\w.-]+\+json$/.test(bare))
}

const hasBody = (headers: Readonly<Record<string, string | undefined>>) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Reads the body, which whoever asks for its text or JSON later finds read. Refuses one that is not of the type that is
 * asked for, or too large; what a GET carries is ignored.
 */
export const readable = (
  request: HttpServerRequest.HttpServerRequest,
  type: string
): Effect.Effect<void, PayloadTooLarge | UnsupportedMediaType> => {
  const { headers, method } = request
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return tooLarge
  if (method === "GET" || method === "HEAD" || !hasBody(headers)) return Effect.void
  if (!isPlain(headers["content-encoding"])) {
    return new UnsupportedMediaType({ message: "send the body without Content-Encoding" })
  }
  return isOf(type, headers["content-type"])
    ? Effect.asVoid(Effect.orDie(request.text))
    : new UnsupportedMediaType({ message: `send JSON, with Content-Type: ${type}` })
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

/**
 * The request with a type that HttpApi reads as JSON: it would read `application/vnd.api+json` as bytes, which are gone
 * once the text has been read, and look for the parts of a form where there is no body at all.
 */
export const plainlyTyped = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const { headers } = request
  const type = headers["content-type"]
  if (type === undefined || request.method === "GET" || request.method === "HEAD") return request
  if (!hasBody(headers)) return request.modify({ headers: Headers.remove(headers, "content-type") })
  return type !== "application/json" && isOf("application/json", type)
    ? request.modify({ headers: Headers.set(headers, "content-type", "application/json") })
    : request
}

/** Refuses a text that nests too deep for the decoder. */
export const shallowText = (text: string): Effect.Effect<void, BadRequest> =>
  nestsTooDeep(text) ? new BadRequest({ message: `the body nests deeper than ${maxNesting} levels` }) : Effect.void

/** The same of the body of a request. */
export const shallow = (request: HttpServerRequest.HttpServerRequest) =>
  request.method === "GET" || request.method === "HEAD" || !hasBody(request.headers)
    ? Effect.void
    : Effect.flatMap(Effect.orDie(request.text), shallowText)
