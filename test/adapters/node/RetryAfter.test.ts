import { describe, expect, it } from "@effect/vitest"
import { Duration, Option } from "effect"
import { retryAfter } from "../../../src/ports/Outgoing.ts"

const now = Date.UTC(2026, 2, 5, 8, 0, 0)

describe("retryAfter", () => {
  it.each([
    ["120", "2 minutes"],
    [" 0 ", 0],
    ["Thu, 05 Mar 2026 08:30:00 GMT", "30 minutes"],
    ["Thu, 05 Mar 2026 07:30:00 GMT", 0],
    ["999999999", "1 week"],
    ["Fri, 05 Mar 2027 08:30:00 GMT", "1 week"]
  ] as const)("reads %s as %s", (header, duration) =>
    expect(Option.map(retryAfter(header, now), Duration.toMillis)).toEqual(Option.some(Duration.toMillis(duration)))
  )

  it.each([undefined, "", "soon", "1e99", "9".repeat(400)])("ignores %.20s", (header) =>
    expect(retryAfter(header, now)).toEqual(Option.none())
  )
})
