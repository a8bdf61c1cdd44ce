import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { jsonWithoutInvisible, withoutFormats, withoutInvisible } from "../src/Invisible.ts"

const tags = (letters: string) =>
  Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("")
const flag = (region: string) => `\u{1f3f4}${tags(region)}\u{e007f}`

describe("withoutInvisible", () => {
  it("removes tag characters, bidi controls and C0 and C1 controls, and keeps tab and line ends", () => {
    for (const gone of [
      "\u202a",
      "\u202e",
      "\u2066",
      "\u2069",
      "\u{e0001}",
      "\u{e007f}",
      "\u001b",
      "\b",
      "\u007f",
      "\u009b"
    ]) {
      strictEqual(withoutInvisible(`a${gone}b`), "ab", JSON.stringify(gone))
    }
    for (const kept of ["\t", "\n", "\r\n", "\u200e", "\u200f", "\u200d", "\u00ad", "\ufeff", "\u{e0100}"]) {
      strictEqual(withoutInvisible(`a${kept}b`), `a${kept}b`, JSON.stringify(kept))
    }
  })

  it("keeps flags of regions, and no sequence that only looks like one", () => {
    for (const region of ["gbeng", "gbsct", "usca", "fr2a"]) strictEqual(withoutInvisible(flag(region)), flag(region))
    for (const no of ["a", "gb", "gbengx", "ignore all", "12345"])
      strictEqual(withoutInvisible(flag(no)), "\u{1f3f4}", no)
    strictEqual(withoutInvisible(`\u{1f3f4}${tags("gbeng")}`), "\u{1f3f4}")
    strictEqual(withoutInvisible(`${flag("gbeng")}${tags("hidden")}`), flag("gbeng"))
  })

  it("removes control characters, which withoutFormats keeps", () => {
    strictEqual(withoutFormats("a\u001b\u202eb"), "a\u001bb")
  })
})

describe("jsonWithoutInvisible", () => {
  it("cleans every text of a JSON value, and returns the same object if there is nothing to clean", () => {
    deepStrictEqual(jsonWithoutInvisible({ a: ["\u202eb", { c: "\u001bd" }], e: 1, f: null, g: true }), {
      a: ["b", { c: "d" }],
      e: 1,
      f: null,
      g: true
    })
    const clean = { a: ["b"], c: { d: "e" } }
    strictEqual(jsonWithoutInvisible(clean), clean)
  })
})
