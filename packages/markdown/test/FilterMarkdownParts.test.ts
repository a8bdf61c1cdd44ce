import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { filterMarkdown } from "../src/FilterMarkdown.ts"
import { hostileMarkdown } from "./hostileMarkdown.ts"

const filtered = (source: string) => Either.getOrThrow(filterMarkdown(source))
const lengthOf = (text: string) => Array.from(text).length

describe("The text of filterMarkdown", () => {
  it("puts one space between blocks, and none inside a word", () => {
    expect(filtered("# A **b**c\n\n- d\n- e\n\n|f|g|\n|-|-|\n|h|i|\n\n> j\\\n> k\n\n```\nl\n```").text).toBe(
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

describe("The excerpt of filterMarkdown", () => {
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

describe("The HTML of filterMarkdown", () => {
  it.each([
    [
      "links with rel=nofollow ugc noopener",
      "[a](https://x.y)",
      '<p><a href="https://x.y" rel="nofollow ugc noopener">a</a></p>'
    ],
    ["bare addresses as links", "www.x.y", '<p><a href="http://www.x.y" rel="nofollow ugc noopener">www.x.y</a></p>'],
    ["the language of code", "```ts\na < b\n```", '<pre><code class="language-ts">a &#x3C; b\n</code></pre>'],
    ["strikethrough", "~~a~~", "<p><del>a</del></p>"]
  ])("renders %s", (_, source, html) => {
    expect(filtered(source).html).toBe(html)
  })

  it("renders the columns of a table with their alignment", () => {
    expect(filtered("|a|b|\n|-|:-:|\n|1|").html).toContain('<tr>\n<td>1</td>\n<td align="center"></td>\n</tr>')
  })

  it("renders the boxes of a task list as disabled", () => {
    expect(filtered("- [x] a").html).toContain(
      '<li class="task-list-item"><input type="checkbox" checked disabled> a</li>'
    )
  })

  it("renders footnotes that link to one another", () => {
    const html = filtered("a[^1]\n\n[^1]: b").html
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    const targets = Array.from(html.matchAll(/href="#([^"]*)"/g), ([, target]) => target)
    expect(targets).toEqual(["user-content-fn-1", "user-content-fnref-1"])
    expect(ids).toEqual(expect.arrayContaining(targets))
  })

  it("fills the short rows of a table", () => {
    const html = filtered(`${"a|".repeat(10)}\n${"-|".repeat(10)}\n${"a\n".repeat(10)}`).html
    expect(html.match(/<td>/g)).toHaveLength(100)
  })
})
