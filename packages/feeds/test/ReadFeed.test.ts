import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { type FeedItem, maxFeedBytes } from "../src/Feed.ts"
import { readFeed } from "../src/ReadFeed.ts"
import { atom, bytesOf, rdf, rss, rssItem } from "./Documents.ts"

const read = (text: string, url: string | null = null) => Either.getOrThrow(readFeed(bytesOf(text), url))
const items = (text: string, url: string | null = null) => read(text, url).items
const first = (text: string, url: string | null = null): Partial<FeedItem> => items(text, url)[0] ?? {}
const refusal = (text: string) => Either.getOrThrow(Either.flip(readFeed(bytesOf(text), null))).message

const inRss = (item: string, attributes = "") => first(rss(`<item>${item}</item>`, attributes))
const inAtom = (entry: string, attributes = "") => first(atom(`<entry>${entry}</entry>`, attributes))

describe("readFeed, of RSS 2.0", () => {
  it("reads title, summary, link, date and categories of an item", () => {
    const item = `<title>Living with Ehlers&#8211;Danlos</title><link>https://news.example/a?utm_source=rss&amp;id=1</link>
      <guid isPermaLink="false">https://news.example/?p=1</guid><pubDate>Thu, 5 Mar 26 08:30:00 EST</pubDate>
      <category><![CDATA[Patient Stories]]></category><category>Ehlers-Danlos &amp; co</category>
      <description>Short &amp;amp; &lt;b&gt;escaped&lt;/b&gt;.</description>
      <content:encoded><![CDATA[<p>Full <strong>text</strong> &amp; more.</p><script>alert(1)</script>]]></content:encoded>`
    expect(inRss(item)).toEqual({
      guid: "https://news.example/?p=1",
      title: "Living with Ehlers–Danlos",
      summary: "Short & escaped.",
      link: "https://news.example/a?id=1",
      publishedAt: Date.UTC(2026, 2, 5, 13, 30),
      hasUnreadableDate: false,
      categories: ["Patient Stories", "Ehlers-Danlos & co"]
    })
  })

  it("uses a guid as the link where it is an address and no other link is there", () => {
    const url = "https://news.example/a"
    expect(inRss(`<title>x</title><guid>${url}</guid>`).link).toBe(url)
    expect(inRss(`<title>x</title><guid isPermaLink="true">${url}</guid>`).link).toBe(url)
    expect(inRss(`<title>x</title><guid isPermaLink="false">${url}</guid>`).link).toBe(null)
    expect(inRss("<title>x</title><guid>tag:1</guid>").link).toBe(null)
    expect(inRss(`<title>x</title><link>https://b.example/</link><guid>${url}</guid>`).link).toBe("https://b.example/")
  })

  it("names an item by its guid, else by its link, else by its title and date or text", () => {
    expect(inRss("<title>x</title><link>https://a.example/?utm_source=z</link>").guid).toBe("https://a.example/")
    expect(inRss("<title>x</title><pubDate>Thu, 5 Mar 26 08:30:00 GMT</pubDate>").guid).toBe("x 1772699400000")
    expect(inRss("<title>x</title><description>y</description>").guid).toBe("x y")
  })

  it("resolves relative links by xml:base, by the channel's link, by the address of the document", () => {
    const link = (attributes: string, item = "") => inRss(`<title>x</title><link>/a</link>`, attributes + item).link
    expect(link('xml:base="https://base.example/b/"')).toBe("https://base.example/a")
    expect(link("")).toBe("https://news.example/a")
    const bare =
      "<rss version='2.0'><channel><title>t</title><item><title>x</title><link>a</link></item></channel></rss>"
    expect(first(bare, "https://found.example/feeds/rss").link).toBe("https://found.example/feeds/a")
    expect(first(bare).link).toBe(null)
    const own = '<item xml:base="sub/"><title>x</title><link>a</link></item>'
    expect(first(rss(own, 'xml:base="https://base.example/"')).link).toBe("https://base.example/sub/a")
  })

  it("drops links of other schemes than http and https", () => {
    for (const link of [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "ftp://a.example/",
      "",
      "//"
    ]) {
      expect(inRss(`<title>x</title><link><![CDATA[${link}]]></link>`).link).toBe(null)
    }
  })

  it("keeps the later of two items with one guid, with the categories of both", () => {
    const feed = read(
      rss(`${rssItem("1", "First", "<category>Stories</category><pubDate>5 Mar 2026 08:00 GMT</pubDate>")}
        ${rssItem("2", "Other")}${rssItem("1", "Updated", "<pubDate>6 Mar 2026 08:00 GMT</pubDate>")}
        ${rssItem("1", "Old", "<pubDate>1 Mar 2026 08:00 GMT</pubDate>")}`)
    )
    expect(feed.items.map(({ categories, guid, title }) => ({ guid, title, categories }))).toEqual([
      { guid: "1", title: "Updated", categories: ["Stories"] },
      { guid: "2", title: "Other", categories: [] }
    ])
  })

  it("keeps a sign of less in a title of RSS, which is no tag", () => {
    const titleOf = (written: string) => inRss(`<title>${written}</title><description>x</description>`).title
    expect(titleOf("C&lt;T variant found; p &lt; 0.05")).toBe("C<T variant found; p < 0.05")
    expect(titleOf("<![CDATA[p<a, and a <b>trial</b> of 1 &lt; 2<br/>]]>")).toBe("p<a, and a trial of 1 < 2")
  })

  it("skips an item without a text, and makes a title of a text", () => {
    const feed = read(
      rss(`<item><link>https://a.example/</link></item><item><title>&lt;br&gt;</title></item>
      <item><description>&lt;p&gt;Only a text, which goes on for longer than a title should do, and then some more.&lt;/p&gt;</description></item>`)
    )
    expect(feed.skipped).toBe(2)
    expect(feed.items.map(({ title }) => title)).toEqual([
      "Only a text, which goes on for longer than a title should do, and then some…"
    ])
  })

  it("cuts long texts after a word and removes invisible characters", () => {
    const item = inRss(`<title>${"word ".repeat(2_000)}</title><description>${"text ".repeat(2_000)}</description>`)
    expect(item.title).toMatch(/^(word ){30,}word…$/)
    expect(Array.from(item.title ?? "").length).toBeLessThanOrEqual(200)
    expect(Array.from(item.summary ?? "").length).toBeLessThanOrEqual(500)
    expect(inRss("<title>a&#x202e;b&#x200b;c&#0;d&#xd800;e &lt;b&gt;f&lt;/b&gt;\n g</title>").title).toMatch(
      /^abc.*d.*e f g$/
    )
  })

  it("reads the first 1,000 items and counts the rest", () => {
    const feed = read(rss(Array.from({ length: 1_234 }, (_, at) => rssItem(`${at}`, `n ${at}`)).join("")))
    expect([feed.items.length, feed.leftOff]).toEqual([1_000, 234])
  })
})

describe("readFeed, of Atom 1.0", () => {
  it("distinguishes text, HTML and XHTML", () => {
    const item = inAtom(
      `<id>1</id><title type="html">A &lt;i&gt;trial&lt;/i&gt; of 1 &amp;lt; 2</title>
      <summary type="text">1 &lt; 2 &amp;amp; &lt;b&gt;</summary><content>More</content>`
    )
    expect(item.title).toBe("A trial of 1 < 2")
    expect(item.summary).toBe("1 < 2 &amp; <b>")
    const content = `<div xmlns="http://www.w3.org/1999/xhtml"><p>Full <b>text</b> &lt;3</p><p>and more</p></div>`
    expect(inAtom(`<id>1</id><title>x</title><content type="xhtml">${content}</content>`).summary).toBe(
      "Full text <3 and more"
    )
  })

  it("uses the link to the page rather than to a file or the feed, and skips content that is not text", () => {
    const item = inAtom(`<id>1</id><title>x</title><link rel="enclosure" href="/a.pdf"/><link rel="self" href="/self"/>
      <link rel="alternate" type="text/html" href="/page"/><content type="application/pdf" src="a.pdf"/>`)
    expect([item.link, item.summary]).toEqual(["https://atom.example/page", ""])
    expect(inAtom('<id>1</id><title>x</title><content type="image/png">iVBORw0</content>').summary).toBe("")
  })

  it("prefers the date of publication to that of the update", () => {
    const entry = "<id>1</id><title>x</title><updated>2026-03-02T00:00:00+01:00</updated>"
    expect(inAtom(entry).publishedAt).toBe(Date.UTC(2026, 2, 1, 23))
    expect(inAtom(`${entry}<published>2026-03-01T00:00:00Z</published>`).publishedAt).toBe(Date.UTC(2026, 2, 1))
  })

  it("reads the address of the feed and of its site", () => {
    const { self, site, title } = read(atom(""))
    expect({ self, site, title }).toEqual({
      self: "https://atom.example/feed.atom",
      site: "https://atom.example/",
      title: "Invented & Sons"
    })
  })

  it("accepts any namespace prefix", () => {
    const text = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>t</a:title><a:entry><a:id>1</a:id><a:title>x</a:title></a:entry></a:feed>`
    expect(first(text).title).toBe("x")
  })
})

describe("readFeed, of RSS 1.0", () => {
  it("reads items beside the channel, and dates without a time", () => {
    const feed = read(
      rdf(`<item rdf:about="https://index.example/a/1"><title>Cohort</title><link>https://index.example/a/1</link>
      <description>Abstract.</description><dc:date>2026-02-28</dc:date><dc:subject>Genetics</dc:subject></item>`)
    )
    expect(feed.title).toBe("Invented index")
    expect(feed.items).toEqual([
      {
        guid: "https://index.example/a/1",
        title: "Cohort",
        summary: "Abstract.",
        link: "https://index.example/a/1",
        publishedAt: Date.UTC(2026, 1, 28),
        hasUnreadableDate: false,
        categories: ["Genetics"]
      }
    ])
  })
})

describe("readFeed, of a document that was cut off", () => {
  const whole = rss(rssItem("1", "One") + rssItem("2", "Two"))

  it("reads the complete items and reports the cut, wherever it is", () => {
    const firstEnd = whole.indexOf("</item>") + 7
    const secondEnd = whole.lastIndexOf("</item>") + 7
    for (let end = 0; end < whole.length; end++) {
      const result = readFeed(bytesOf(whole.slice(0, end)), null)
      if (end < firstEnd) expect(Either.isLeft(result), whole.slice(0, end)).toBe(true)
      else {
        const { isWhole, items } = Either.getOrThrow(result)
        expect(items.length).toBe(end < secondEnd ? 1 : 2)
        if (end < whole.indexOf("</rss")) expect(isWhole).toBe(false)
      }
    }
    expect(read(whole).isWhole).toBe(true)
    expect(read(rss("")).items).toEqual([])
  })

  it("reads the complete items of Atom and RSS 1.0 too", () => {
    expect(
      items(atom("<entry><id>1</id><title>x</title></entry><entry><id>2</id><title>y").split("</feed>")[0] ?? "").length
    ).toBe(1)
    expect(
      items(rdf('<item rdf:about="1"><title>x</title></item><item><title>').split("</rdf:RDF>")[0] ?? "").length
    ).toBe(1)
  })
})

describe("readFeed, of a document that is not a feed", () => {
  it.each([
    ["", "it is empty"],
    ["  \n", "it is empty"],
    ["<!doctype html><html><body>503</body></html>", "it is an HTML page, not a feed"],
    ["<!-- x --><HTML><rss version='2.0'>", "it is an HTML page, not a feed"],
    ['{"version": "https://jsonfeed.org/version/1"}', "it is not XML: RSS 2.0, RSS 1.0 and Atom 1.0 are read"],
    ["<opml><body/></opml>", "its root element is not that of RSS 2.0, RSS 1.0 or Atom 1.0"],
    [`${"<".repeat(1_000)}`, "it is not XML: RSS 2.0, RSS 1.0 and Atom 1.0 are read"],
    ["<rss version='2.0'><channel><item><title>x</channel></rss>", "its XML is broken"],
    ["x".repeat(maxFeedBytes + 1), "it is larger than 5 MiB"]
  ])("refuses %.60s with the reason", (text, why) => expect(refusal(text)).toBe(why))

  it("refuses a document that declares entities, and reads no file for it", () => {
    const item = rssItem("1", "&x;&b;")
    for (const subset of [
      '<!ENTITY x SYSTEM "file:///etc/hostname">',
      '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
      '<!ENTITY % remote SYSTEM "http://127.0.0.1/x.dtd"> %remote;',
      "<!ENTITY x ']>'>"
    ]) {
      for (const doctype of [
        `<!DOCTYPE rss [${subset}]>`,
        `<!doctype rss PUBLIC "a>b" "c" [ ${subset} ] >`,
        `<!DOCTYPE rss [${subset}`
      ]) {
        expect(refusal(rss(item, "", doctype))).toMatch(/it declares entities of its own/)
      }
    }
    expect(first(rss(item)).title).toBe("&x;&b;")
    const harmless =
      '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/rss.dtd">'
    expect(first(rss(rssItem("1", "x"), "", harmless)).title).toBe("x")
    expect(first(rss(rssItem("1", "x", "<description>&lt;!ENTITY a 'b'&gt;</description>"))).title).toBe("x")
  })
})
