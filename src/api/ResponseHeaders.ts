const text = { type: "string" }
const count = { type: "integer", minimum: 0 }

/** The response headers, as the document declares them. */
export const headers = {
  ETag: {
    description: "A weak tag of the body without view counts and `generatedAt`, for `If-None-Match`.",
    schema: text
  },
  "Idempotency-Replayed": {
    description:
      "`true` if an earlier request with this `Idempotency-Key` made the write, and this response is the one that it got.",
    schema: { type: "string", enum: ["true"] }
  },
  Location: { description: "The path of the created record.", schema: text },
  "RateLimit-Limit": {
    description: "The requests a minute that the most used limit allows. Absent when that limit is off.",
    schema: count
  },
  "RateLimit-Remaining": { description: "The requests that remain in this minute.", schema: count },
  "RateLimit-Reset": { description: "The seconds until the minute ends.", schema: count },
  "Retry-After": {
    description: "The seconds to wait before another attempt.",
    schema: { type: "integer", minimum: 1 }
  },
  "WWW-Authenticate": { description: "The schemes of `Authorization` that are taken.", schema: text },
  "X-Request-Id": { description: "Names the request in the server's log.", schema: text },
  "X-Unknown-Parameters": {
    description:
      "The names of query parameters, and of members of the body, that the operation does not have, which were ignored: " +
      "percent-encoded, separated by commas, those of an object within the body as `target.kind`; the first ten. Absent when there are none.",
    schema: text
  }
} as const

type Header = keyof typeof headers

export interface ResponseKind {
  readonly status: string
  readonly isCounted: boolean
  readonly isTagged: boolean
  /** True for an operation that takes an Idempotency-Key. */
  readonly isIdempotent: boolean
}

const namesOf = ({ isCounted, isIdempotent, isTagged, status }: ResponseKind): ReadonlyArray<Header> => [
  ...(isTagged && (status === "200" || status === "304") ? (["ETag"] as const) : []),
  ...(isIdempotent && status.startsWith("2") ? (["Idempotency-Replayed"] as const) : []),
  ...(status === "201" ? (["Location"] as const) : []),
  ...(isCounted ? (["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const) : []),
  ...(status === "429" || status === "503" ? (["Retry-After"] as const) : []),
  ...(status === "401" ? (["WWW-Authenticate"] as const) : []),
  "X-Request-Id",
  "X-Unknown-Parameters"
]

/** The headers of a response, as references to the document's components. */
export const headersOf = (kind: ResponseKind) =>
  Object.fromEntries(namesOf(kind).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
