import { describe, expect, it } from "@effect/vitest"
import { costlyReaders } from "./Measure.ts"

describe("Every reader of strangers' texts, of all hostile texts", () => {
  it("takes at most 2.2 times the steps for twice the text", async () => {
    expect(await costlyReaders({ what: "steps", data: "small" })).toEqual([])
  })
})
