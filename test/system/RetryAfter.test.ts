import { describe, expect, it } from "@effect/vitest"
import { Duration, Option } from "effect"
import { retryAfter } from "../../src/system/RetryAfter.ts"

const now = Date.UTC(2026, 2, 5, 8, 0, 0)

describe("A Retry-After header", () => {
  it.each([
    ["120", "2 minutes"],
    [" 0 ", 0],
    ["Thu, 05 Mar 2026 08:30:00 GMT", "30 minutes"],
    ["Thu, 05 Mar 2026 07:30:00 GMT", 0],
    ["999999999", "1 week"],
    ["Fri, 05 Mar 2027 08:30:00 GMT", "1 week"]
  ] as const)("of %s asks for %s", (header, duration) =>
    expect(Option.map(retryAfter(header, now), Duration.toMillis)).toEqual(Option.some(Duration.toMillis(duration)))
  )

  it.each([undefined, "", "soon", "1e99", "9".repeat(400)])("of %.20s asks for nothing", (header) =>
    expect(retryAfter(header, now)).toEqual(Option.none())
  )
})
