import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { filterMarkdown } from "../../src/markdown/FilterMarkdown.ts"

const htmlOf = (source: string) => Either.getOrThrow(filterMarkdown(source)).html

describe("renderHtml", () => {
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
    expect(htmlOf(source)).toBe(html)
  })

  it("renders the columns of a table with their alignment", () => {
    expect(htmlOf("|a|b|\n|-|:-:|\n|1|")).toContain('<tr>\n<td>1</td>\n<td align="center"></td>\n</tr>')
  })

  it("renders the boxes of a task list as disabled", () => {
    expect(htmlOf("- [x] a")).toContain('<li class="task-list-item"><input type="checkbox" checked disabled> a</li>')
  })

  it("renders footnotes that link to one another", () => {
    const html = htmlOf("a[^1]\n\n[^1]: b")
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    const targets = Array.from(html.matchAll(/href="#([^"]*)"/g), ([, target]) => target)
    expect(targets).toEqual(["user-content-fn-1", "user-content-fnref-1"])
    expect(ids).toEqual(expect.arrayContaining(targets))
  })

  it("fills the short rows of a table", () => {
    const html = htmlOf(`${"a|".repeat(10)}\n${"-|".repeat(10)}\n${"a\n".repeat(10)}`)
    expect(html.match(/<td>/g)).toHaveLength(100)
  })
})
