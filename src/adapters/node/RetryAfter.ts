import { Duration, Option } from "effect"

/** The longest wait that a server may ask for. */
const longest = Duration.weeks(1)

/**
 * Reads a `Retry-After` header, in seconds or as a date; `now` is in milliseconds since 1970. None for an absent or
 * malformed one.
 */
export const retryAfter = (header: string | undefined, now: number): Option.Option<Duration.Duration> => {
  const text = (header ?? "").trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds)
    ? Option.some(Duration.min(Duration.seconds(Math.max(seconds, 0)), longest))
    : Option.none()
}
