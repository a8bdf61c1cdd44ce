import { Context, Data, Duration, type Effect, Option } from "effect"

/** Why a request to another server has no response. */
export class OutgoingFault extends Data.TaggedError("OutgoingFault")<{
  readonly fault:
    | "connection"
    | "cut"
    | "encoding"
    | "gzip"
    | "large"
    | "location"
    | "name"
    | "port"
    | "private"
    | "protocol"
    | "redirects"
    | "time"
  /** The code of a failed connection. */
  readonly code?: string
}> {}

export interface OutgoingRequest {
  readonly method: "GET" | "POST"
  /** May hold a user and a password, which are sent to its own origin only. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The maximum number of bytes of the response, unpacked; 0 where it is not to be read. */
  readonly maxBytes: number
  readonly maxRedirects: number
  /** The timeout, from the look-up of the host name to the last byte. */
  readonly timeout: Duration.DurationInput
}

/** A response that is no redirect. Its body is read for status 200 only. */
export interface OutgoingResponse {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Uint8Array
  /** The URL after all redirects. */
  readonly url: URL
  /** True after redirects that are all permanent. */
  readonly hasMoved: boolean
}

/** Why a URL that a member or an admin gives cannot be sent to. */
export class EndpointRefused extends Data.TaggedError("EndpointRefused")<{
  readonly reason: "https" | "private"
}> {}

/** The one way to servers of the Internet by HTTP. The operator's own mail server, database and Redis are none. */
export class Outgoing extends Context.Tag("ports/Outgoing")<
  Outgoing,
  {
    /**
     * Sends a request within the time and the sizes that it names. Each name is resolved once for each connection, and
     * only public addresses are connected to, also after redirects, unless the operator allows others.
     */
    readonly send: (request: OutgoingRequest) => Effect.Effect<OutgoingResponse, OutgoingFault>

    /**
     * Checks a URL that messages are to be sent to later. It must be https at a public address. A name that cannot be
     * resolved now, or whose turn does not come in time, passes: `send` checks it again.
     */
    readonly endpoint: (url: URL) => Effect.Effect<void, EndpointRefused>
  }
>() {}

/** The longest wait that another server may ask for. */
const longestRetryAfter = Duration.weeks(1)

/**
 * Reads a `Retry-After` header, in seconds or as a date; `now` is in milliseconds since 1970. None for an absent or
 * malformed one.
 */
export const retryAfter = (header: string | undefined, now: number): Option.Option<Duration.Duration> => {
  const text = (header ?? "").trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds)
    ? Option.some(Duration.min(Duration.seconds(Math.max(seconds, 0)), longestRetryAfter))
    : Option.none()
}
