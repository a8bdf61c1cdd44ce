import { describe, expect, it } from "@effect/vitest"
import { contentCodingFor } from "../../../../src/transport/wire/Compression.ts"

const chosen: ReadonlyArray<readonly [accepted: string | undefined, coding: string]> = [
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZip", "gzip"],
  ["x-gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0.5, br;q=0.4", "gzip"],
  ["gzip; q=0.5 , br ;q=1.000", "br"],
  ["gzip;q=0.001", "gzip"],
  ["gzip;q=0", "identity"],
  ["gzip;q=0.000, br;q=0", "identity"],
  ["identity, gzip;q=0.9", "identity"],
  ["identity;q=0.5, gzip;q=0.4", "identity"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["deflate", "identity"],
  ["gzip;q=2", "identity"],
  ["gzip;level=9", "identity"],
  [",,gzip,,", "gzip"],
  ["gzipped, xbr", "identity"]
]

describe("contentCodingFor", () => {
  for (const [accepted, coding] of chosen) {
    it(`takes ${coding} where Accept-Encoding is ${accepted === undefined ? "not sent" : JSON.stringify(accepted)}`, () =>
      expect(contentCodingFor(accepted)).toBe(coding))
  }
})
