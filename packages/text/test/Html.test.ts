import { describe, expect, it } from "@effect/vitest"
import { characterOf, referenceDecoder, textOfHtml } from "../src/Html.ts"

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

it("textOfHtml reads the beginning of HTML up to a length, and no part of a tag or of a character reference", () => {
  const html = '<p>one <a href="/x">two</a> &#x3C; three \u{1f600}</p>'
  const beginnings = Array.from({ length: html.length + 1 }, (_, most) => textOfHtml(html, most))
  expect(beginnings.filter((text) => !textOfHtml(html).startsWith(text.replace(/\ufffd$/u, "")))).toEqual([])
  expect([3, 7, 10, 30].map((most) => beginnings[most])).toEqual(["", "one", "one", "one two"])
  expect(beginnings.at(-1)).toBe("one two < three \u{1f600}")
})

const named = new Map(Object.entries({ amp: "&", colon: ":", sup2: "²" }))

describe("referenceDecoder", () => {
  it("decodes numbers with or without a semicolon, and known names with one, once", () => {
    expect(referenceDecoder({ named })("&#58;&#x3A &colon;&sup2; &amp;amp;")).toBe(":: :² &amp;")
  })

  it("leaves what means no character as it is written", () => {
    const text = "&#0;&#xD800;&#x110000;&#99999999; &colon &unheardof; &constructor; & &; &#;"
    expect(referenceDecoder({ named })(text)).toBe(text)
    expect([0, 0xdfff, 0x110000].map(characterOf)).toEqual([undefined, undefined, undefined])
  })

  it("reads names without a semicolon where these are open, and before digits that are not of the name", () => {
    expect(referenceDecoder({ named, openNames: true })("&colonx &colon. &amp1; &sup2; &sup2")).toBe(
      "&colonx :. &1; ² &sup2"
    )
  })

  it("gives numbers the text that the caller says", () => {
    expect(referenceDecoder({ named, numbered: (point) => (point === 0 ? "" : undefined) })("a&#0;b&#65;")).toBe(
      "ab&#65;"
    )
  })
})
