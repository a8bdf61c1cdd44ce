import { expect, it } from "@effect/vitest"
import { textOfHtml } from "../src/Html.ts"

it("textOfHtml separates the words of blocks, and not those within a line", () => {
  expect(textOfHtml("<p>one <strong>two</strong>three</p>\n<ul>\n<li>four</li><li>five</li></ul>")).toBe(
    "one twothree four five"
  )
  expect(textOfHtml('a<br>b <a href="/x?a>b" title=\'>\'>c</a> <img src="x" alt="d > e">f')).toBe("a b c f")
})

it("textOfHtml decodes character references, and keeps text that is not a tag", () => {
  expect(textOfHtml("a &#x3C;b&gt; &#60;c> &amp;lt; &quot;&apos;&nbsp;&unheardof; 5 < 6")).toBe(
    "a <b> <c> &lt; \"' &unheardof; 5 < 6"
  )
  expect(textOfHtml("&#x110000; &#99999999;")).toBe("&#x110000; &#99999999;")
})
