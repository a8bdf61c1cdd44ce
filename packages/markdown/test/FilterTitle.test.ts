import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { filterTitle } from "../src/FilterTitle.ts"
import { hostileMarkdown } from "./hostileMarkdown.ts"

describe("filterTitle", () => {
  it.each([
    ["How <b>are</b> you?", "How are you?"],
    ["<script>alert(1)</script>", "alert(1)"],
    ['<img alt="a>b" src=x onerror=alert(1)>x', "x"],
    ["a <!-- b > c --> d", "a  d"],
    ["a <?php b ?> c <!DOCTYPE d> e", "a  c  e"],
    ["<<b>script>alert(1)<</b>/script>", "alert(1)"],
    ["<scr<b>ipt>x", "x"],
    ["<td>5 mg</td><td>10 mg</td>", "5 mg 10 mg"],
    ["<p>Fieber<br>seit Mai</p>", "Fieber seit Mai"],
    ["10<sup>9</sup>/l<o:p></o:p> le 1<sup>er</sup> mai", "10^9/l le 1er mai"]
  ])("removes the tags of %s", (source, title) => {
    expect(filterTitle(source)).toBe(title)
  })

  it.each([
    ["<img src=x onerror=alert(1)", "< img src=x onerror=alert(1)"],
    ['<a title="x>y', '< a title="x>y'],
    ["<!-- x", "< !-- x"],
    ["</", "< /"],
    ["<?", "< ?"],
    ["i<n", "i< n"]
  ])("puts a space after the < of the unclosed %s", (source, title) => {
    expect(filterTitle(source)).toBe(title)
  })

  it.each([["a < b"], ["I <3 you"], ["AT&T"], ["x > y"], ["<"], ["<<"], ["*a* [b](c) `d`"], ["病気 😀"]])(
    "keeps %s",
    (title) => {
      expect(filterTitle(title)).toBe(title)
    }
  )

  it("leaves at most thirty marks on a character", () => {
    expect(filterTitle(`a${"\u0301".repeat(20)}<b>${"\u0301".repeat(20)}`)).toBe(`a${"\u0301".repeat(30)}`)
  })

  it.prop(
    "leaves no start of a tag for innerHTML, and nothing for a second run",
    { source: FastCheck.oneof(hostileMarkdown, FastCheck.string()) },
    ({ source }) => {
      const title = filterTitle(source)
      expect(title).not.toMatch(/<[a-z/!?]/i)
      expect(filterTitle(title)).toBe(title)
    },
    { fastCheck: { numRuns: 2_000 } }
  )
})
