import { expect, it } from "@effect/vitest"
import { textOfHtml } from "../../src/domain/PlainText.ts"

it("The text of HTML is what is read of it: words of blocks stand apart, those of a line together", () => {
  expect(textOfHtml("<p>one <strong>two</strong>three</p>\n<ul>\n<li>four</li><li>five</li></ul>")).toBe(
    "one twothree four five"
  )
  expect(textOfHtml('a<br>b <a href="/x?a>b" title=\'>\'>c</a> <img src="x" alt="d > e">f')).toBe("a b c f")
})

it("The text of HTML has characters for their names and numbers, and keeps what is no tag", () => {
  expect(textOfHtml("a &#x3C;b&gt; &#60;c> &amp;lt; &quot;&apos;&nbsp;&unheardof; 5 < 6")).toBe(
    "a <b> <c> &lt; \"' &unheardof; 5 < 6"
  )
  expect(textOfHtml("&#x110000; &#99999999;")).toBe("&#x110000; &#99999999;")
})
