import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { editDistance } from "../src/EditDistance.ts"

/** The same by its definition, without any short cut. */
const plainDistance = (one: string, other: string): number => {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0))
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const exchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const values = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1),
        ...(row > 1 && column > 1 && exchanged ? [at(row - 2, column - 2) + 1] : [])
      ]
      rows[row]?.splice(column, 1, Math.min(...values))
    }
  }
  return at(one.length, other.length)
}

const word = FastCheck.string({ unit: FastCheck.constantFrom("a", "b", "c", "d"), maxLength: 12 })

describe("editDistance", () => {
  it("counts a letter wrong, missing or too many, and two exchanged, as one error", () => {
    expect(["marfen", "marfn", "marfaan", "mrafan"].map((typed) => editDistance(typed, "marfan", 2))).toEqual([
      1, 1, 1, 1
    ])
    expect(editDistance("", "ab", 2)).toBe(2)
  })

  it("returns one more than the limit for any greater distance", () => {
    FastCheck.assert(
      FastCheck.property(word, word, FastCheck.integer({ min: 0, max: 4 }), (one, other, most) => {
        expect(editDistance(one, other, most)).toBe(Math.min(plainDistance(one, other), most + 1))
      })
    )
  })

  it("of a prefix is the least distance to any beginning of the word", () => {
    FastCheck.assert(
      FastCheck.property(word, word, FastCheck.integer({ min: 0, max: 3 }), (typed, other, most) => {
        const all = Array.from({ length: other.length + 1 }, (_, end) => plainDistance(typed, other.slice(0, end)))
        expect(editDistance(typed, other, most, true)).toBe(Math.min(...all, most + 1))
      })
    )
  })
})
