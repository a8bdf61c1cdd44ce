import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Schema } from "effect"
import { Username, usernameKey } from "../../src/domain/Username.ts"
import { refusal } from "./refusal.ts"

const characters = "must be letters, digits, punctuation, symbols and single spaces, without < or >"

describe("A username", () => {
  it("may be a name in any script, with digits, punctuation, symbols and emoji", () => {
    for (const name of [
      ...[
        "maria_zebra",
        "Dr. O'Neil-Smith",
        "José",
        "Ελένη",
        "محمد",
        "李小龍",
        "सीता",
        "🧬 gene",
        "a",
        "42",
        "#1!",
        "❤\ufe0f"
      ],
      ...["a b c", "x".repeat(64), "🧬".repeat(64)]
    ]) {
      strictEqual(refusal(Username, name), undefined, name)
    }
  })

  it("is stored trimmed and composed", () => {
    strictEqual(Schema.decodeSync(Username)("  Jose\u0301 "), "José")
  })

  it("has 1 to 64 code points", () => {
    strictEqual(refusal(Username, "x".repeat(65)), "must be 1 to 64 characters, not 65")
    strictEqual(refusal(Username, "🧬".repeat(65)), "must be 1 to 64 characters, not 65")
    strictEqual(refusal(Username, "   "), "must not be blank")
  })

  it("holds nothing that a page could run, that reorders it, or that is not seen", () => {
    for (const name of [
      ...["<b>", "a<b", "a>b", "a  b", "a\u00a0b", "a\u3000b"],
      ...["a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "a\u2060b", "a\u00adb", "a\ufeffb", "\u{e0041}a", "a\u180eb"],
      ...["a\u3164b", "\u115f\u1160", "a\uffa0", "a\u034fb", "\u0301", "❤\ufe0f\u200d", "a\u2800"]
    ]) {
      strictEqual(refusal(Username, name), characters, JSON.stringify(name))
    }
    for (const name of ["a\nb", "a\tb", "a\u2028b"]) {
      strictEqual(refusal(Username, name), "must be one line without control characters", JSON.stringify(name))
    }
  })

  it("is the same in any case and width", () => {
    strictEqual(usernameKey("Maria_Zebra"), usernameKey("ＭＡＲＩＡ＿ＺＥＢＲＡ"))
    assertTrue(usernameKey("maria") !== usernameKey("maría"))
  })

  it("is the same with and without a character that only chooses how an emoji looks", () => {
    strictEqual(usernameKey("maria\ufe0f"), usernameKey("maria"))
    strictEqual(usernameKey("❤\ufe0f"), usernameKey("❤\ufe0e"))
  })
})
