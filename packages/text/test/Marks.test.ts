import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { maxMarks, streamSafe } from "../src/Marks.ts"

const marks = fc.string({ unit: fc.constantFrom("\u0301", "\u0323", "\u093c", "\u0940", "\ufe0f"), maxLength: 80 })

describe("streamSafe", () => {
  it("cuts off the marks of a character beyond thirty, whichever they are", () => {
    strictEqual(streamSafe(`a${"\u0301".repeat(500)}b`), `a${"\u0301".repeat(30)}b`)
    strictEqual(streamSafe(`a${"\u0301\u0323".repeat(500)}b`), `a${"\u0301\u0323".repeat(15)}b`)
    strictEqual(streamSafe("\u0301".repeat(31)), "\u0301".repeat(30))
  })

  it("changes no text that any language writes", () => {
    for (const text of ["Ménière", "Phạm Thị Hồng", "שָׁלוֹם", "क्ष्म्य", "Z̷͎̈́ẳ̵̱l̴͚̽g̸̰̎ö̴́ͅ", "กำลัง", `a${"\u0301".repeat(30)}`])
      strictEqual(streamSafe(text), text)
  })

  it("leaves at most thirty marks in a row in any text, and changes nothing again", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(marks, fc.string({ maxLength: 2 }))), (parts) => {
        const text = streamSafe(parts.flat().join(""))
        assertTrue((text.match(/\p{M}+/gu) ?? []).every((run) => Array.from(run).length <= maxMarks))
        strictEqual(streamSafe(text), text)
      })
    )
  })
})
