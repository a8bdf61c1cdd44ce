import { describe, it, vi } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, FastCheck as fc, Schema } from "effect"
import { foldKey, hasLength, isBlank, lengthOf, line, requiredText, text } from "../../src/domain/Text.ts"
import { refusal } from "./refusal.ts"

const family = "👩‍👩‍👧" // five code points
const scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
const nothings = [
  "",
  " ",
  "\t\n",
  "\u00a0",
  "\u2003",
  "\u200b",
  "\u2060\u200d",
  "\ufeff",
  "\u00ad",
  "\u3164",
  "\u2800",
  "\u034f"
]

describe("lengthOf and hasLength", () => {
  it("count code points, neither bytes nor UTF-16 units", () => {
    for (const [text, length] of [
      ["", 0],
      ["é", 1],
      ["e\u0301", 2],
      ["🧬", 1],
      [family, 5],
      ["a🧬b", 3]
    ] as const) {
      strictEqual(lengthOf(text), length)
    }
  })

  it("count the code points of any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => lengthOf(text) === Array.from(text).length))
  })

  it("name the limits and the length of a text that does not fit", () => {
    const short = Schema.String.pipe(hasLength(1, 3))
    const long = Schema.String.pipe(hasLength(8, 256))
    strictEqual(refusal(short, "abc"), undefined)
    strictEqual(refusal(short, "🧬🧬🧬"), undefined)
    strictEqual(refusal(short, "🧬🧬🧬🧬"), "must be 1 to 3 characters, not 4")
    strictEqual(refusal(short, ""), "must be 1 to 3 characters, not 0")
    strictEqual(refusal(long, "🧬🧬🧬🧬"), "must be 8 to 256 characters, not 4")
    strictEqual(refusal(long, "🧬".repeat(8)), undefined)
  })
})

describe("isBlank", () => {
  it("is true for texts of only spaces, controls and format characters", () => {
    for (const nothing of nothings) assertTrue(isBlank(nothing), JSON.stringify(nothing))
    for (const something of ["a", ".", "🧬", " a ", "\u0301"])
      assertTrue(!isBlank(something), JSON.stringify(something))
  })
})

const refusedBy = (schema: Schema.Schema<string, string>) => (value: unknown) => refusal(schema, value)

describe("text", () => {
  const decode = Schema.decodeUnknownEither(text(5))
  const refused = refusedBy(text(5))

  it("keeps every byte, without trimming or normalising", () => {
    for (const typed of ["", " a ", "e\u0301", "a\r\nb", "\t", "🧬🧬🧬🧬🧬", "\ufb01"]) {
      deepStrictEqual(decode(typed), Either.right(typed))
    }
  })

  it("refuses a value that is too long, no text or cannot be stored, and does not repeat it", () => {
    strictEqual(refused("🧬🧬🧬🧬🧬🧬"), "must be 0 to 5 characters, not 6")
    for (const no of [5, null, true, [], {}, undefined]) strictEqual(refused(no), "must be text")
    for (const broken of ["a\0", "\ud800", "\udc00a"])
      strictEqual(refused(broken), "must be well-formed Unicode without NUL")
  })
})

describe("requiredText", () => {
  const refused = refusedBy(requiredText(5))

  it("keeps text as typed, and refuses blank text", () => {
    strictEqual(refused(" a\n"), undefined)
    strictEqual(Schema.decodeUnknownSync(requiredText(5))(" a\n"), " a\n")
    for (const nothing of nothings) strictEqual(refused(nothing), "must not be blank", JSON.stringify(nothing))
    strictEqual(refused("abcdef"), "must be 1 to 5 characters, not 6")
  })
})

describe("line", () => {
  const decode = Schema.decodeUnknownEither(line(5))
  const refused = refusedBy(line(5))

  it("trims and composes before it counts", () => {
    deepStrictEqual(decode("  abc \n"), Either.right("abc"))
    deepStrictEqual(decode("e\u0301".repeat(5)), Either.right("é".repeat(5)))
    deepStrictEqual(decode(" 🧬🧬🧬🧬🧬 "), Either.right("🧬🧬🧬🧬🧬"))
    strictEqual(refused("abcdef"), "must be 1 to 5 characters, not 6")
  })

  it("cuts off the marks of a character beyond thirty before it composes, which takes seconds of many", () => {
    const normalize = vi.spyOn(String.prototype, "normalize")
    try {
      deepStrictEqual(
        Schema.decodeUnknownEither(line(40))(`a${"\u0323\u0301".repeat(60_000)}`),
        Either.right(`ạ${"\u0323".repeat(14)}${"\u0301".repeat(15)}`)
      )
      for (const text of normalize.mock.contexts) assertTrue(String(text).length <= 31)
    } finally {
      normalize.mockRestore()
    }
    deepStrictEqual(decode(` ${" ".repeat(100_000)}abc${" ".repeat(100_000)}`), Either.right("abc"))
  })

  it("refuses control characters", () => {
    for (const inner of ["\n", "\r", "\t", "\u0085", "\u2028", "\u2029", "\u001b", "\u007f"]) {
      strictEqual(refused(`a${inner}b`), "must be one line without control characters", JSON.stringify(inner))
    }
    strictEqual(refused("a\0b"), "must be well-formed Unicode without NUL")
  })

  it("removes bidi controls and tag characters, except in flag emoji", () => {
    deepStrictEqual(decode("\u202ea\u2066b\u2069\u202c"), Either.right("ab"))
    deepStrictEqual(decode("a\u{e0001}\u{e0061}\u{e007f}"), Either.right("a"))
    deepStrictEqual(Schema.decodeUnknownEither(line(10))(`a ${scotland}`), Either.right(`a ${scotland}`))
    strictEqual(refused("\u202e\u2069"), "must not be blank")
  })

  it("refuses blank text", () => {
    for (const nothing of nothings) strictEqual(refused(nothing), "must not be blank", JSON.stringify(nothing))
  })

  it("decodes its own result to the same text", () => {
    const decode = Schema.decodeUnknownEither(line(200))
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        const once = decode(typed)
        return Either.isLeft(once) || Either.getOrUndefined(decode(once.right)) === once.right
      })
    )
  })
})

describe("foldKey", () => {
  it("folds case and width in any script", () => {
    for (const [one, other] of [
      ["MARIA", "maria"],
      ["É", "é"],
      ["E\u0301", "é"],
      ["ＭＡＲＩＡ", "maria"],
      ["Straße", "STRASSE"],
      ["STRAẞE", "straße"],
      ["ΣΊΣΥΦΟΣ", "σίσυφος"],
      ["ﬁ", "FI"],
      ["Ⅷ", "viii"]
    ] as const) {
      strictEqual(foldKey(one), foldKey(other), `${one} ${other}`)
    }
    for (const [one, other] of [
      ["maria", "mária"],
      ["a", "b"],
      ["ı", "l"]
    ] as const) {
      assertTrue(foldKey(one) !== foldKey(other))
    }
  })

  it("changes no key", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => foldKey(foldKey(text)) === foldKey(text)))
  })
})
