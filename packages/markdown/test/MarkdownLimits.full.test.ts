import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { filterMarkdown } from "../src/FilterMarkdown.ts"
import { benignMarkdown } from "./benignMarkdown.ts"

const filled = (pattern: string, length = 20_000, beginning = "") =>
  `${beginning}${pattern.repeat(Math.ceil(length / pattern.length))}`.slice(0, length)

/** The error that refuses a text; empty for one that is accepted. */
const refusal = (source: string) =>
  Either.match(filterMarkdown(source), { onLeft: ({ _tag, message }) => `${_tag}: ${message}`, onRight: () => "" })

const columns = (count: number, rows: number) => `${"|a".repeat(count)}\n${"|-".repeat(count)}\n${"a\n".repeat(rows)}`

describe("The limits of a Markdown text", () => {
  it.each([
    ["*_", filled("*_"), "emphasis marks"],
    ["*a_", filled("*a_"), "emphasis marks"],
    ["a*_", filled("a*_"), "emphasis marks"],
    ["**a_", filled("**a_ "), "emphasis marks"],
    ["a*", filled("a* "), "emphasis marks"],
    ["a~~", filled("a~~ "), "emphasis marks"],
    ["brackets in brackets", "[".repeat(10_000) + "]".repeat(10_000), "brackets"],
    ["images in images", `${"![".repeat(1_500)}${"](a)".repeat(1_500)}`, "brackets"],
    ["code that is never closed", filled("\\```\n"), "backticks"],
    ["comments that are never closed", filled("<!--a"), "HTML comments"],
    ["instructions that are never closed", filled("<?"), "HTML comments"],
    ["empty list items", filled("-\n"), "list items and quotes"],
    ["quotes of lists", filled("> - a\n\n"), "list items and quotes"],
    ["lists in lists", filled("-\n+ "), "list items and quotes"],
    ["lists between tables", filled("*\r:-\r"), "list items and quotes"],
    ["lists, quotes and text by turns", filled("-|-\n- a\n> b\n*c*\n\n"), "list items and quotes"],
    ["narrow rows", "-|-\n".repeat(5_000), "table"],
    ["tables of two cells", filled("a|b\n-|-\n\n"), "table"],
    ["short rows of a wide table", columns(1_000, 7_900), "table"],
    ["a wide table in a short text", columns(100, 400), "table"],
    ["calls of one footnote", `[^a]: x\n\n${"[^a]".repeat(4_995)}`, "footnote"]
  ])("refuse %s before the parser, and name the excess and a remedy", (_, source, word) => {
    const refused = refusal(source)
    expect(refused).toMatch(/^TooCostly: the Markdown has .*: .*(split|remove|smaller)/)
    expect(refused).toContain(word)
  })

  it.each(["*_", "*a_", "a*_", "**a_ ", "~~a~ ", "]", "[](a (", "> - a\n\n", "*\r:-\r", "-\n", "-|-\n"])(
    "accept 1,000 characters of %j",
    (pattern) => {
      expect(refusal(filled(pattern, 1_000))).toBe("")
    }
  )

  it.each([
    ["words", filled("A word and another sentence here. ")],
    ["snake_case in emphasis", filled("*see the snake_case names* ")],
    ["closing brackets", filled("]")],
    ["opening brackets", filled("[")],
    ["links", filled("[a](b) ")],
    ["emphasis", filled("*a* **b** _c_ ")],
    ["every inline mark", filled("**a** _b_ [c](d) ~~e~~ `f` <b>g</b> &amp; www.h.i ")],
    ["tasks", filled("- [ ] a\n")],
    ["lists", filled("1. a\n2. **b**\n")],
    ["items", filled("- a\n")],
    ["a table", filled("|a|b|c|\n", 20_000, "|a|b|c|\n|-|-|-|\n")],
    ["definitions", filled("[a]: b\n")],
    ["headings", filled("# a\n")],
    ["paragraphs", filled("*a*\n\n")],
    ["addresses", filled("a@b.c www.a.b ")],
    [
      "footnotes",
      Array.from({ length: 300 }, (_, at) => `Words with a source[^${at}].\n\n[^${at}]: Its title.\n`).join("\n")
    ]
  ])("accept 20,000 characters of %s", (_, source) => {
    expect(refusal(source)).toBe("")
  })

  it("accept honest texts of every construct", () => {
    const texts = FastCheck.sample(benignMarkdown, { numRuns: 400, seed: 5 })
    for (const between of ["\n\n", "\n"]) {
      for (let at = 0; at < texts.length; at += 100) {
        const refused = refusal(
          texts
            .slice(at, at + 100)
            .join(between)
            .slice(0, 20_000)
        )
        expect(["", "NestedTooDeep"]).toContain(refused.split(":", 1)[0])
      }
    }
  })
})

describe("The limit of the HTML of a Markdown text", () => {
  it.each([
    ["footnotes", `[^a]: x\n\n${"[^a]".repeat(1_900)}`],
    ["references to a long URL", `[a]: ${"b".repeat(10_000)}\n\n${"[a]".repeat(3_300)}`]
  ])("refuses a text whose %s make it longer than ten times the text plus 20 kB", (_, source) => {
    expect(refusal(source)).toMatch(/^TooCostly: the HTML .* longer than ten times the text plus 20 kB: /)
  })

  it("counts bytes of UTF-8", () => {
    const calls = (name: string) => `[^${name}]: x\n\n${`[^${name}]`.repeat(300)}`
    for (const source of [calls("a"), calls("\u6f22")]) {
      const html = Either.match(filterMarkdown(source), { onLeft: () => "", onRight: ({ html }) => html })
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(10 * source.length + 20_000)
    }
  })
})
