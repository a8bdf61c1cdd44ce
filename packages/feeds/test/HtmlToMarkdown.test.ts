import { describe, expect, it } from "@effect/vitest"
import { filterMarkdown } from "@rare-disease-community/markdown/FilterMarkdown"
import { Either } from "effect"
import { activeContent } from "../../markdown/test/activeContent.ts"
import { feedHtml, htmlToMarkdown, textToMarkdown } from "../src/HtmlToMarkdown.ts"
import { textOfHtml } from "../src/HtmlTree.ts"

const markdown = (html: string) => htmlToMarkdown(feedHtml(html), "https://b.example/c/")
const rendered = (text: string) => Either.getOrThrow(filterMarkdown(text)).html.replace(/\n/g, "")

describe("htmlToMarkdown", () => {
  it.each([
    ["<p>One <strong>word </strong>more</p><p>Two</p>", "One **word** more\n\nTwo"],
    ["<p>One<p>Two<div>Three</div>", "One\n\nTwo\n\nThree"],
    ["One<br>two<br/><br>three", "One  \ntwo  \nthree"],
    ['<a href="/x?utm_source=rss&amp;b=1&amp;fbclid=z#utm_medium=x">here</a>', "[here](https://b.example/x?b=1)"],
    ['<a href="d/(e)">here</a>', "[here](https://b.example/c/d/%28e%29)"],
    ['<a href="https://user:pass@e.example/">here</a>', "[here](https://e.example/)"],
    ["<h1>Title</h1><h4>Part</h4>", "## Title\n\n#### Part"],
    ["<ul><li>a<li>b<ol><li>c</ol></ul>", "- a\n- b\n\n  1. c"],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b"],
    ["<table><tr><th>A<th>B<tr><td>1<td>2</table>", "A · B\n\n1 · 2"],
    ["<pre>a\n  b</pre><hr>c", "a  \nb\n\n---\n\nc"],
    ["<b id=doc><p>One</p><p>Two</p></b>", "One\n\nTwo"],
    ["10<sup>6</sup> Ca&sup2; &nbsp;x &#150; &#x2019; &eacute;&hellip; &bogus;", "10^6 Ca² x – ’ é… &amp;bogus;"],
    ["a < b and <3 & AT&T", "a < b and <3 & AT&T"],
    ["see https://a.example/~x?utm_source=q&y=1, ok", "see <https://a.example/~x?y=1>, ok"],
    ["&lt;p&gt;twice&lt;/p&gt;&lt;p&gt;escaped&lt;/p&gt;", "twice\n\nescaped"],
    ["One\n\nTwo\nlines", "One\n\nTwo lines"],
    ["<p>x</p></div></b> y", "x\n\ny"]
  ])("converts %s", (html, text) => expect(markdown(html)).toBe(text))

  it.each([
    "# no heading",
    "1. no list",
    "- no list",
    "> no quote",
    "=== no underline",
    "*no* _no_ ~no~ `no` [no](http://no.example/x) ![no](http://no.example/y) [no]: http://no.example/z",
    "|no|table|",
    "\\*",
    "&amp;lt;b&amp;gt;",
    "snake_case _edge_ 2*3*4"
  ])("escapes %s, so that it reads the same", (text) => {
    const html = rendered(textToMarkdown(text))
    expect(textOfHtml(feedHtml(html.replaceAll(/<a [^>]*>|<\/a>/g, "")))).toBe(text)
    expect(html).not.toMatch(/<(?!\/?(?:p|a)\b)/)
  })

  it("drops pictures, which would reveal readers to their host", () => {
    const text = markdown('<p>a <img src="https://t.example/1.gif" alt="A chart"> b!<a href="/c">c</a></p>')
    expect(text).toBe("a A chart b\\![c](https://b.example/c)")
    expect(rendered(text)).not.toContain("<img")
  })

  it("leaves no active content, however it is written", () => {
    for (const html of [
      "<script>alert(1)</script><p onclick=alert(1)>x</p><img src=x onerror=alert(1)>",
      '<a href="javascript:alert(1)">a</a><a href=" java\nscript:alert(1)">b</a><a href="data:text/html,x">c</a>',
      '<a href="vbscript:x">a</a><a href="https://e.example/&quot;onclick=&quot;alert(1)">b</a>',
      "<scr<script>ipt>alert(1)</script>",
      "&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;script&amp;gt;alert(1)",
      "<svg><script>alert(1)</script></svg><math><a xlink:href=javascript:alert(1)>x</a></math>",
      "<style>@import 'x'</style><iframe srcdoc='<script>alert(1)</script>'></iframe><object data=x></object>",
      "<![CDATA[<script>alert(1)</script>]]><!--><script>alert(1)</script>-->",
      "<p>[x](javascript:alert(1)) <javascript:alert(1)> ![x](data:text/html,x)</p>",
      "```<script>alert(1)</script>```",
      '<a title="</a><img src=x onerror=alert(1)>" href="/x">y</a>',
      "<p>a</p><base href='javascript:'><form action=javascript:alert(1)><button>x</button></form>",
      "<textarea><script>alert(1)</script></textarea><noscript><img src=x onerror=alert(1)></noscript>",
      "x<"
    ]) {
      const filtered = Either.getOrThrow(filterMarkdown(markdown(html)))
      expect(activeContent(filtered.html), html).toEqual([])
      expect(filtered.html, html).not.toMatch(/href="(?!https?:|mailto:)/)
    }
  })

  it("never nests too deep for the filter, and limits its length", () => {
    for (const html of ["<ul><li>", "<blockquote>", "<div>", "<b>", "<ol><li><blockquote><p>"]) {
      expect(Either.isRight(filterMarkdown(markdown(`${html.repeat(2_000)}x`)))).toBe(true)
    }
    const long = markdown("<p>word</p>".repeat(20_000))
    expect(long.length).toBeLessThan(30_100)
    expect(long.endsWith("\n\n…")).toBe(true)
    expect(markdown(`<p>${"word ".repeat(20_000)}</p>`).length).toBeLessThanOrEqual(30_000)
  })

  it("takes linear time", () => {
    // In quadratic time each of these takes minutes.
    for (const piece of [
      "<a ",
      '<a href="',
      "<!--",
      "<script>",
      "<",
      "</a>",
      "<b></i>",
      "&",
      "<p",
      "<li>",
      "<![CDATA["
    ]) {
      markdown(piece.repeat(100_000))
    }
  })
})
