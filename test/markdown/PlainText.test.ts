import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { filterMarkdown } from "../../src/markdown/FilterMarkdown.ts"
import { hostileMarkdown } from "./hostileMarkdown.ts"

const filtered = (source: string) => Either.getOrThrow(filterMarkdown(source))
const lengthOf = (text: string) => Array.from(text).length

describe("plainText", () => {
  it("puts one space between blocks, and none inside a word", () => {
    expect(filtered("# A *b*c\n\n- d\n- e\n\n|f|g|\n|-|-|\n|h|i|\n\n> j\\\n> k\n\n```\nl\n```").text).toBe(
      "A bc d e f g h i j k l"
    )
  })

  it("includes the description of an image, and the words of a link without its URL", () => {
    expect(filtered("![a cat](x.png) and [a link](https://x.y) and `code`").text).toBe("a cat and a link and code")
  })

  it("includes all of a long text", () => {
    expect(filtered("word ".repeat(1_000)).text).toHaveLength(4_999)
  })
})

describe("excerptOf", () => {
  it("returns the whole of a short text", () => {
    expect(filtered("*Hello*\n\nworld").excerpt).toBe("Hello world")
    expect(filtered("x".repeat(280)).excerpt).toBe("x".repeat(280))
  })

  it("ends a cut text in an ellipsis after a whole word", () => {
    expect(filtered("word ".repeat(100)).excerpt).toBe(`${"word ".repeat(55)}word…`)
  })

  it("cuts through a long word", () => {
    expect(filtered("x".repeat(281)).excerpt).toBe(`${"x".repeat(279)}…`)
  })

  it("counts an emoji once and never cuts through one", () => {
    expect(filtered("😀".repeat(280)).excerpt).toBe("😀".repeat(280))
    expect(filtered("😀".repeat(2_000)).excerpt).toBe(`${"😀".repeat(279)}…`)
  })

  it("separates tags from their names and keeps generics", () => {
    expect(filtered("`<script>` and List<String>").excerpt).toBe("< script> and List<String>")
  })

  it.prop(
    "returns at most 280 code points, no half of one and no line end",
    { source: hostileMarkdown },
    ({ source }) => {
      const outcome = filterMarkdown(source.repeat(20))
      FastCheck.pre(Either.isRight(outcome)) // twenty times a deep text may be refused as too deep
      const { excerpt } = Either.getOrThrow(outcome)
      expect(lengthOf(excerpt)).toBeLessThanOrEqual(280)
      expect(excerpt.isWellFormed() && !/[\n\r]/.test(excerpt)).toBe(true)
    },
    { fastCheck: { numRuns: 200 } }
  )
})
