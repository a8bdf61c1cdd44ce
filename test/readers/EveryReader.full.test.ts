import { describe, expect, it } from "@effect/vitest"
import { costlyReaders } from "./Measure.ts"

describe("Every reader of strangers' texts, of all hostile texts", () => {
  it("holds the processor for at most 150 milliseconds, and a thread for at most 500, over all that ships", async () => {
    expect(await costlyReaders({ what: "millis", data: "whole" })).toEqual([])
  })

  it("takes at most 2.2 times the steps for twice the text", async () => {
    expect(await costlyReaders({ what: "steps", data: "small" })).toEqual([])
  })
})
