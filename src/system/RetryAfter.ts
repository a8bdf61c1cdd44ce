import { Duration, Option } from "effect"

/** However long a server asks for, it is asked again after a week. */
const longest = Duration.weeks(1)

/** What a `Retry-After` header asks for: seconds, or a moment; `now` in milliseconds since 1970. None for anything else. */
export const retryAfter = (header: string | undefined, now: number): Option.Option<Duration.Duration> => {
  const text = (header ?? "").trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds)
    ? Option.some(Duration.min(Duration.seconds(Math.max(seconds, 0)), longest))
    : Option.none()
}
