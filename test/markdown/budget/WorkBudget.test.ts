import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { unitsSpent } from "../../../src/markdown/budget/WorkBudget.ts"
import { filterMarkdown } from "../../../src/markdown/FilterMarkdown.ts"
import { benignMarkdown } from "../benignMarkdown.ts"
import { hostileMarkdown } from "../hostileMarkdown.ts"

const filled = (pattern: string, length = 20_000, beginning = "") =>
  `${beginning}${pattern.repeat(Math.ceil(length / pattern.length))}`.slice(0, length)

/** The error that refuses a text; empty for one that is accepted. */
const refusal = (source: string) =>
  Either.match(filterMarkdown(source), { onLeft: ({ _tag, message }) => `${_tag}: ${message}`, onRight: () => "" })

describe("The work budget of a Markdown text", () => {
  it.each([
    ["*_", filled("*_"), "emphasis"],
    ["*a_", filled("*a_"), "emphasis"],
    ["a*_", filled("a*_"), "emphasis"],
    ["**a_", filled("**a_ "), "emphasis"],
    ["~~a~", filled("~~a~ "), "strikethrough"],
    ["a\\n=", filled("a\n=\n"), "headings"],
    ["=", filled("=\n"), "headings"],
    ["a\\n---", filled("a\n---\n\n"), "headings"],
    ["brackets in brackets", "[".repeat(10_000) + "]".repeat(10_000), "brackets"],
    ["] after an image of a footnote", filled("]", 20_000, "![^a]"), "brackets"],
    ["titles that are never closed", filled("[](a ("), "marks"],
    ["code that is never closed", filled("\\```\n"), "marks"],
    ["lazy lines of a quote", filled("a\n", 20_000, "> a\n"), "marks"],
    ["quotes of lists", filled("> - a\n\n"), "marks"],
    ["lists in lists", filled("-\n+ "), "marks"],
    ["lists between tables", filled("*\r:-\r"), "marks"],
    ["images in images", `${"![".repeat(1_500)}${"](a)".repeat(1_500)}`, "marks"]
  ])("refuses 20,000 characters of %s, whose parsing is quadratic, and names the remedy", (_, source, word) => {
    const refused = refusal(source)
    expect(refused).toMatch(/^TooCostly: the Markdown has .* too long to read: .*(split|remove|instead)/)
    expect(refused).toContain(word)
  })

  it.each(["*_", "*a_", "a*_", "**a_ ", "~~a~ ", "a\n=\n", "]", "[](a (", "\\```\n", "> - a\n\n", "*\r:-\r"])(
    "accepts 1,000 characters of %j",
    (pattern) => {
      expect(refusal(filled(pattern, 1_000))).toBe("")
    }
  )

  it.each([
    ["words", filled("A word and another sentence here. ")],
    ["closing brackets", filled("]")],
    ["closing brackets after a footnote", filled("]", 20_000, "[^1]: a\n\n")],
    ["opening brackets", filled("[")],
    ["links", filled("[a](b) ")],
    ["emphasis", filled("*a* **b** _c_ ")],
    ["every inline mark", filled("**a** _b_ [c](d) ~~e~~ `f` <b>g</b> &amp; www.h.i ")],
    ["tasks", filled("- [ ] a\n")],
    ["lists", filled("1. a\n2. **b**\n")],
    ["empty items", filled("-\n")],
    ["a table", filled("|a|b|c|\n", 20_000, "|a|b|c|\n|-|-|-|\n")],
    ["definitions", filled("[a]: b\n")],
    ["headings", filled("# a\n")],
    ["paragraphs", filled("*a*\n\n")],
    ["addresses", filled("a@b.c www.a.b ")]
  ])("accepts 20,000 characters of %s", (_, source) => {
    expect(refusal(source)).toBe("")
  })

  it("is at most half used by honest texts of every construct", () => {
    const texts = FastCheck.sample(benignMarkdown, { numRuns: 400, seed: 5 })
    for (const between of ["\n\n", "\n"]) {
      const source = texts.join(between).slice(0, 20_000)
      if (Either.isRight(filterMarkdown(source))) expect(unitsSpent()).toBeLessThan(60_000_000 / 2)
      else expect(refusal(source)).toContain("50 levels")
    }
  })

  it.prop(
    "counts the same units for the same text each time",
    { source: hostileMarkdown },
    ({ source }) => {
      filterMarkdown(source)
      const spent = unitsSpent()
      filterMarkdown(source)
      expect(unitsSpent()).toBe(spent)
    },
    { fastCheck: { numRuns: 100 } }
  )
})
