const text = { type: "string" }
const count = { type: "integer", minimum: 0 }

/** The headers that answers carry, as the document declares them. */
export const headers = {
  ETag: {
    description: "A weak tag of what is told, view counts and `generatedAt` aside; for `If-None-Match`.",
    schema: text
  },
  Location: { description: "Where to read what was created.", schema: text },
  "RateLimit-Limit": {
    description: "How many requests a minute the limit with the least left allows. Absent when that limit is off.",
    schema: count
  },
  "RateLimit-Remaining": { description: "How many more of them pass in this minute.", schema: count },
  "RateLimit-Reset": { description: "In how many seconds the minute ends.", schema: count },
  "Retry-After": { description: "After how many seconds to try again.", schema: { type: "integer", minimum: 1 } },
  "WWW-Authenticate": { description: "The schemes of `Authorization` that are taken.", schema: text },
  "X-Request-Id": { description: "Names the request in the server's log.", schema: text },
  "X-Unknown-Parameters": {
    description:
      "The names of query parameters that the operation does not have, which were ignored, percent-encoded and separated " +
      "by commas; the first ten. Absent when there are none.",
    schema: text
  }
} as const

type Header = keyof typeof headers

/** What an answer is to, as far as its headers depend on it. */
export interface Answered {
  readonly status: string
  /** Whether the operation counts in a limit. */
  readonly isCounted: boolean
  /** Whether its answers have tags. */
  readonly isTagged: boolean
}

const namesOf = ({ isCounted, isTagged, status }: Answered): ReadonlyArray<Header> => [
  ...(isTagged && (status === "200" || status === "304") ? (["ETag"] as const) : []),
  ...(status === "201" ? (["Location"] as const) : []),
  ...(isCounted ? (["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const) : []),
  ...(status === "429" || status === "503" ? (["Retry-After"] as const) : []),
  ...(status === "401" ? (["WWW-Authenticate"] as const) : []),
  "X-Request-Id",
  "X-Unknown-Parameters"
]

/** The headers of one answer, as references to those of the document. */
export const headersOf = (answered: Answered) =>
  Object.fromEntries(namesOf(answered).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
