import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import remarkParse from "remark-parse"
import { type Processor, unified } from "unified"
import { filterMarkdown } from "../src/FilterMarkdown.ts"
import { limitNesting } from "../src/ParseMarkdown.ts"

const isAccepted = (source: string) => Either.isRight(filterMarkdown(source))

/** Emphasis nested this deep: stars and underscores alternate, since equal ones close one another. */
const emphasised = (levels: number): string => {
  const marks = Array.from({ length: levels }, (_, level) => (level % 2 ? "_" : "*"))
  return `${marks.map((mark) => `${mark}a`).join(" ")} ${marks
    .toReversed()
    .map((mark) => `a${mark}`)
    .join(" ")}`
}

const nested: Readonly<Record<string, (levels: number) => string>> = {
  quotes: (levels) => ">".repeat(levels) + " a",
  "quotes with spaces": (levels) => "> ".repeat(levels) + "a",
  "lists on one line": (levels) => "- ".repeat(levels) + "a",
  "numbered lists": (levels) => "1. ".repeat(levels) + "a",
  "lists over many lines": (levels) =>
    Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}- a`).join("\n"),
  "alternating lists and quotes": (levels) => "- > ".repeat(levels / 2) + (levels % 2 ? "- " : "") + "a",
  emphasis: (levels) => emphasised(levels),
  footnotes: (levels) => "[^a]: ".repeat(levels) + "a"
}

describe("limitNesting", () => {
  for (const [what, of] of Object.entries(nested)) {
    it(`accepts ${what} at 50 levels and refuses them at 51`, () => {
      expect([50, 51].map((levels) => isAccepted(of(levels)))).toEqual([true, false])
    })
  }

  it("counts a link as a level", () => {
    const inLink = (quotes: number) => `${"> ".repeat(quotes)}[a](b)`
    expect([49, 50].map((quotes) => isAccepted(inLink(quotes)))).toEqual([true, false])
  })

  it("does not count markers in code, nor blocks side by side", () => {
    const fence = "```\n" + ">".repeat(19_000) + "\n```"
    expect(
      [fence, "    " + ">".repeat(19_000), "> a\n\nb\n\n".repeat(2_000), "- a\n".repeat(5_000)].map(isAccepted)
    ).toEqual([true, true, true, true])
  })

  it("refuses too many levels on one line before any tree is built", () => {
    let built = 0
    function countQuotes(this: Processor): undefined {
      const enter = { blockQuoteMarker: () => void built++ }
      this.data().fromMarkdownExtensions = [{ enter }]
    }
    const parse = (source: string) => unified().use(remarkParse).use(countQuotes).use(limitNesting).parse(source)
    expect(parse("> a").children).toHaveLength(1)
    expect(built).toBe(1)
    expect(() => parse(">".repeat(60))).toThrow()
    expect(built).toBe(1)
  })

  it("names the limit in its error", () => {
    expect(Either.flip(filterMarkdown(">".repeat(51))).pipe(Either.getOrThrow).message).toContain(
      "deeper than 50 levels"
    )
  })

  it.each([
    ["quotes", ">".repeat(20_000), false],
    ["quotes with spaces", "> ".repeat(10_000), false],
    ["lists", "* - + ".repeat(3_300), false],
    ["numbered lists", "1. ".repeat(6_600), false],
    ["lists and quotes", "- > ".repeat(5_000), false],
    ["footnotes", "[^a]: ".repeat(3_300), false],
    ["emphasis", emphasised(1_500), false],
    ["emphasis in the description of an image", `![${emphasised(1_500)}](b)`, false],
    ["thematic breaks", "- ".repeat(10_000), true],
    ["stars and underscores", "* _ ".repeat(5_000), true],
    ["brackets", "[".repeat(20_000), true],
    ["closing brackets", "]".repeat(10_000), true],
    ["descriptions", "![".repeat(10_000), true],
    ["images in images", `${"![".repeat(1_500)}${"](a)".repeat(1_500)}`, false],
    ["stars", "*".repeat(20_000), true],
    ["emphasis that is never closed", "**a ".repeat(5_000), true],
    ["strikethrough that is never closed", "~~a ".repeat(5_000), true],
    ["angle brackets", "<".repeat(20_000), true],
    ["tags that are never closed", "<a ".repeat(6_600), true],
    ["backticks", Array.from({ length: 190 }, (_, index) => `${"`".repeat(index + 1)} `).join(""), true],
    ["backslashes", "\\".repeat(20_000), true]
  ])("saves the stack from thousands of %s", (_, source, isLegal) => {
    expect(isAccepted(source)).toBe(isLegal)
  })
})
