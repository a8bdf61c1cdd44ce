import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { filterMarkdown } from "../../src/markdown/filterMarkdown.ts"
import { soup } from "./soup.ts"

const filtered = (source: string) => Either.getOrThrow(filterMarkdown(source))
const lengthOf = (text: string) => Array.from(text).length

describe("The plain text of Markdown", () => {
  it("has one space between blocks, and none within a word", () => {
    expect(filtered("# A *b*c\n\n- d\n- e\n\n|f|g|\n|-|-|\n|h|i|\n\n> j\\\n> k\n\n```\nl\n```").text).toBe(
      "A bc d e f g h i j k l"
    )
  })

  it("has the description of an image, and the words of a link without its URL", () => {
    expect(filtered("![a cat](x.png) and [a link](https://x.y) and `code`").text).toBe("a cat and a link and code")
  })

  it("is whole, however long", () => {
    expect(filtered("word ".repeat(1_000)).text).toHaveLength(4_999)
  })
})

describe("An excerpt", () => {
  it("is the whole of a short text", () => {
    expect(filtered("*Hello*\n\nworld").excerpt).toBe("Hello world")
    expect(filtered("x".repeat(280)).excerpt).toBe("x".repeat(280))
  })

  it("ends in an ellipsis after a whole word", () => {
    expect(filtered("word ".repeat(100)).excerpt).toBe(`${"word ".repeat(55)}word…`)
  })

  it("cuts through a word that has no end near", () => {
    expect(filtered("x".repeat(281)).excerpt).toBe(`${"x".repeat(279)}…`)
  })

  it("counts an emoji once, and cuts none in two", () => {
    expect(filtered("😀".repeat(280)).excerpt).toBe("😀".repeat(280))
    expect(filtered("😀".repeat(2_000)).excerpt).toBe(`${"😀".repeat(279)}…`)
  })

  it("begins no tag in a page that shows it as it is, and leaves generics alone", () => {
    expect(filtered("`<script>` and List<String>").excerpt).toBe("< script> and List<String>")
  })

  it.prop(
    "has at most 280 code points, no half of one and no line end",
    { source: soup },
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
