import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { xmlText } from "@rare-disease-community/text/XmlText"
import { parseAtomFeed } from "feedsmith"
import { atomFeed } from "../src/AtomFeed.ts"

describe("xmlText", () => {
  it("leaves out what is no character of XML 1.0, and nothing else", () => {
    for (const code of [0, 1, 8, 0xb, 0xc, 0x1f, 0x7f, 0x9f, 0xfdd0, 0xfffe, 0xffff, 0x1fffe, 0x10ffff])
      strictEqual(xmlText(`a${String.fromCodePoint(code)}b`), "ab", code.toString(16))
    strictEqual(xmlText("a\ud800b\udfff"), "ab")
    const kept = "a\t\r\n\u0085 é 語 \u{1f98b} \ufffd \u2028 \u00a0"
    strictEqual(xmlText(kept), kept)
  })
})

describe("atomFeed", () => {
  it("stays well-formed whatever characters the texts of its entries have", () => {
    const hostile = "one\uffff two\u0000 three\ufffe <&]]> four"
    const entry = {
      url: "https://example.org/posts/1",
      title: hostile,
      author: hostile,
      category: hostile,
      published: new Date(0),
      updated: new Date(0)
    }
    const links = { self: "https://example.org/feeds/posts.xml", site: "https://example.org/posts", title: hostile }
    const xml = atomFeed({
      ...links,
      entries: [
        { ...entry, summary: hostile },
        { ...entry, html: `<p>${hostile}</p>` }
      ]
    })
    assertTrue(!/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml), xml)
    strictEqual(parseAtomFeed(xml).entries?.[0]?.title?.value, "one two three <&]]> four")
  })

  it("is in English, and adds no line breaks to a text with characters of XML", () => {
    const links = { self: "https://example.org/feeds/posts.xml", site: "https://example.org/posts" }
    const times = { published: new Date(0), updated: new Date(0) }
    const html = "<pre>\n<![CDATA[ a ]]> & b\n</pre>"
    const entry = { ...times, url: "https://example.org/posts/1", title: "Ana & Eva", author: "A & B", html }
    const xml = atomFeed({ ...links, title: "Q & A", entries: [entry] })
    assertTrue(/^<\?xml[^>]*\?>\s*<feed [^>]*xml:lang="en"/.test(xml), xml)
    for (const text of ["title><![CDATA[Q & A]]></title", "title><![CDATA[Ana & Eva]]></title", "<![CDATA[A & B]]>"])
      assertTrue(xml.includes(text), xml)
    assertTrue(
      xml.includes('<content type="html"><![CDATA[<pre>\n<![CDATA[ a ]]]]><![CDATA[> & b\n</pre>]]></content>'),
      xml
    )
  })

  it("was updated when what it is about was, where its entries are older", () => {
    const feed = { self: "https://example.org/feed", site: "https://example.org/", title: "Of a post", entries: [] }
    const updated = new Date("2026-03-01T10:00:00Z")
    strictEqual(parseAtomFeed(atomFeed({ ...feed, updated })).updated, updated.toISOString())
  })
})
