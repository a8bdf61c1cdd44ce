import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { filterMarkdown } from "../../src/markdown/filterMarkdown.ts"

const isAccepted = (source: string) => Either.isRight(filterMarkdown(source))

/** Markdown of so many levels, one inside another. */
const nested: Readonly<Record<string, (levels: number) => string>> = {
  quotes: (levels) => ">".repeat(levels) + " a",
  "quotes with spaces": (levels) => "> ".repeat(levels) + "a",
  "lists on one line": (levels) => "- ".repeat(levels) + "a",
  "numbered lists": (levels) => "1. ".repeat(levels) + "a",
  "lists over many lines": (levels) => Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}- a`).join("\n"),
  "lists and quotes by turns": (levels) => "- > ".repeat(levels / 2) + (levels % 2 ? "- " : "") + "a",
  "emphasis by turns": (levels) =>
    Array.from({ length: levels }, (_, level) => (level % 2 ? "_" : "*")).join("") +
    "a" +
    Array.from({ length: levels }, (_, level) => ((levels - 1 - level) % 2 ? "_" : "*")).join(""),
  "emphasis in a list": (levels) => `- ${"*a **b ".repeat((levels - 1) / 2)}${(levels - 1) % 2 ? "*a " : ""}c${(levels - 1) % 2 ? "*" : ""}${"** *".repeat((levels - 1) / 2).replaceAll(" ", "")}`,
  footnotes: (levels) => "[^a]: ".repeat(levels) + "a"
}

describe("Nesting", () => {
  for (const [what, of] of Object.entries(nested).filter(([name]) => name !== "emphasis in a list")) {
    it(`of ${what} is accepted at 50 levels and refused at 51`, () => {
      expect([50, 51].map((levels) => isAccepted(of(levels)))).toEqual([true, false])
    })
  }

  it("counts a link as a level", () => {
    const inLink = (quotes: number) => `${"> ".repeat(quotes)}[a](b)`
    expect([49, 50].map((quotes) => isAccepted(inLink(quotes)))).toEqual([true, false])
  })

  it("is not what stands in code or side by side", () => {
    const fence = "```\n" + ">".repeat(19_000) + "\n```"
    expect([fence, "    " + ">".repeat(19_000), "> a\n\nb\n\n".repeat(2_000), "- a\n".repeat(5_000)].map(isAccepted)).toEqual([
      true, true, true, true
    ])
  })

  it("says what to change when it is refused", () => {
    expect(Either.flip(filterMarkdown(">".repeat(51))).pipe(Either.getOrThrow).message).toContain("deeper than 50 levels")
  })

  it.each([
    [">".repeat(20_000), false], ["> ".repeat(10_000), false], ["- ".repeat(10_000), true], ["1. ".repeat(6_600), false],
    ["* - + ".repeat(3_300), false], ["* _ ".repeat(5_000), false], ["- > ".repeat(5_000), false], ["[^a]: ".repeat(3_300), false],
    ["!["+"*_".repeat(4_000)+"a"+"_*".repeat(4_000)+"](b)", false],
    ["*_".repeat(4_000)+"a"+"_*".repeat(4_000), false], ["**a ".repeat(2_500)+"b** ".repeat(2_500), false],
    ["[".repeat(20_000), true], ["![".repeat(10_000), true], ["*".repeat(20_000), true], ["**a ".repeat(5_000), true],
    ["<".repeat(20_000), true], ["<a ".repeat(6_600), true], ["]".repeat(10_000), true], ["~~a ".repeat(5_000), true],
    [Array.from({ length: 190 }, (_, index) => `${"`".repeat(index + 1)} `).join(""), true], ["\\".repeat(20_000), true]
  ])("of %.12s… overflows no stack", (source, accepted) => {
    expect(isAccepted(source)).toBe(accepted)
  })
})
