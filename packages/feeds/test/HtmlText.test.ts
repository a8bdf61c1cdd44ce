import { describe, expect, it } from "@effect/vitest"
import { textOfHtml } from "../src/HtmlText.ts"

describe("textOfHtml", () => {
  it.each([
    ["<p>One <strong>word </strong>more</p><p>Two</p>", "One word more Two"],
    ["<p>One<p>Two<div>Three</div>", "One Two Three"],
    ["One<br>two<br/><br>three", "One two three"],
    ["mid<b>dle</b> of a <a href='/x'>word</a>.", "middle of a word."],
    ["<ul><li>a<li>b<ol><li>c</ol></ul>", "a b c"],
    ["<table><tr><th>A<th>B<tr><td>1<td>2</table>", "A B 1 2"],
    ["10<sup>6</sup> Ca&sup2; &nbsp;x &#150; &#x2019; &eacute;&hellip; &bogus;", "106 Ca² x – ’ é… &bogus;"],
    ["a < b and <3 & AT&T", "a < b and <3 & AT&T"],
    ["&lt;p&gt;twice&lt;/p&gt;&lt;p&gt;escaped&lt;/p&gt;", "twice escaped"],
    ["<p>the tag &lt;p&gt;</p>", "the tag <p>"],
    ["One\n\nTwo\nlines", "One Two lines"],
    ["<p>x</p></div></b> y", "x y"],
    ['<a title="</a><img src=x>" href="/x">y</a>', "y"],
    ["<!-- a --><![CDATA[b]]><!doctype c>d<e", "bd"]
  ])("of %s", (html, text) => expect(textOfHtml(html)).toBe(text))

  it("leaves out what browsers do not show, to its end tag or to the end", () => {
    for (const [html, text] of [
      ["a<script>b</script>c<style>d</style>e", "ace"],
      ["a<svg><script>b</script></svg>c<button>d</button>", "ac"],
      ["a<textarea><script>b</script></textarea>c<noscript><img src=x></noscript>", "ac"],
      ["a<iframe src='b'/>c<video/>d", "acd"],
      ["a<title>b", "a"]
    ] as const) {
      expect(textOfHtml(html), html).toBe(text)
    }
  })

  it("takes linear time", () => {
    // In quadratic time each of these takes minutes.
    for (const piece of ["<a ", '<a href="', "<!--", "<script>", "<svg>", "<", "</a>", "<b></i>", "&", "<![CDATA["]) {
      textOfHtml(piece.repeat(100_000))
    }
  })
})
