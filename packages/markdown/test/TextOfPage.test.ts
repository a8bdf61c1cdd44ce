import { describe, expect, it } from "@effect/vitest"
import { filteredTree, htmlOfTree } from "@rare-disease-community/text/Html"
import { textOfPage } from "@rare-disease-community/text/TextOfPage"
import { Either } from "effect"
import { filterMarkdown } from "../src/FilterMarkdown.ts"

const how = {
  name: "comment-7",
  under: 2,
  keepsLines: true,
  footnotes: "Fußnoten",
  backToReference: (number: string) => `Zurück zur Stelle ${number}`
}

const shown = (markdown: string, other: Partial<typeof how> = {}) =>
  htmlOfTree(textOfPage(filteredTree(Either.getOrThrow(filterMarkdown(markdown)).html), { ...how, ...other }))

/** The elements of a text that have a direction. */
const directions = (markdown: string) =>
  Array.from(shown(markdown).matchAll(/<(\w+)[^>]* dir="(\w+)"/g), ([, name, direction]) => `${name} ${direction}`)

describe("textOfPage", () => {
  it.each([
    ["Monday: 5 mg\nTuesday: 10 mg", '<p dir="auto">Monday: 5 mg<br>\nTuesday: 10 mg</p>'],
    ["*Lundi :*\n**5 mg**", '<p dir="auto"><em>Lundi :</em><br>\n<strong>5 mg</strong></p>'],
    ["*uno\ndos*", '<p dir="auto"><em>uno<br>\ndos</em></p>'],
    ["月曜\r\n火曜\r\n\r\n水曜", '<p dir="auto">月曜<br>\n火曜</p>\n<p dir="auto">水曜</p>'],
    ["월\\\n화  \n수", '<p dir="auto">월<br>\n화<br>\n수</p>'],
    ["> a\n> b", '<blockquote dir="ltr">\n<p dir="auto">a<br>\nb</p>\n</blockquote>'],
    ["- a\n  b\n  - c", '<ul dir="ltr">\n<li>a<br>\nb\n<ul dir="ltr">\n<li>c</li>\n</ul>\n</li>\n</ul>'],
    ["- a\n\n- b", '<ul dir="ltr">\n<li>\n<p dir="auto">a</p>\n</li>\n<li>\n<p dir="auto">b</p>\n</li>\n</ul>'],
    ["```\na\nb\n```", '<pre tabindex="0" dir="auto"><code>a\nb\n</code></pre>']
  ])("keeps the line ends of %j", (markdown, html) => {
    expect(shown(markdown)).toBe(html)
  })

  it("joins the lines of a text whose line ends mean nothing", () => {
    expect(shown("a\nb", { keepsLines: false })).toBe('<p dir="auto">a\nb</p>')
  })

  it.each([
    ["# مرحبا\n\nنص\n\n- واحد\n- اثنان", ["h3 auto", "p auto", "ul rtl"]],
    ["> ציטוט\n>\n> English", ["blockquote rtl", "p auto", "p auto"]],
    ["1. אחת\n2. שתיים", ["ol rtl"]],
    ["- English\n- עברית", ["ul ltr"]],
    ["| دواء | جرعة |\n|-|-|\n| أ | 5 |", ["table rtl", "th auto", "th auto", "td auto", "td auto"]],
    ["- **5** — يوم", ["ul rtl"]],
    ["- 5\n- 6", []]
  ])("gives each block of %j its own direction", (markdown, found) => {
    expect(directions(markdown)).toEqual(found)
  })

  it.each([
    ["# a\n\n## b\n\n# c", 1, "h2 h3 h2"],
    ["#### a\n\n###### b\n\n##### c\n\n# d", 1, "h2 h3 h3 h2"],
    ["## a\n\n> ### b\n\n- # c", 2, "h3 h4 h3"],
    ["# a\n\n## b\n\n### c\n\n#### d\n\n##### e", 3, "h4 h5 h6 h6 h6"]
  ])("gives the headings of %j levels without gaps below the heading of level %i", (markdown, under, levels) => {
    const html = shown(markdown, { under })
    expect(Array.from(html.matchAll(/<(h\d)/g), ([, name]) => name).join(" ")).toBe(levels)
  })

  it("lets keys scroll code and tables", () => {
    const html = shown("```\na\n```\n\n| a |\n|-|\n| 1 |")
    expect(html).toMatch(/<pre tabindex="0".*<table tabindex="0"/s)
  })

  it("gives footnotes ids of the place, links between them, and the words of the reader", () => {
    const html = shown("a[^1] b[^x] c[^1]\n\n[^1]: one\n[^x]: two")
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    const targets = Array.from(html.matchAll(/ (?:href="#|aria-describedby=")([^"]*)"/g), ([, target]) => target)
    expect(ids.every((id) => id?.startsWith("comment-7-"))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(targets))
    expect(html).toContain(">Fußnoten</h3>")
    expect(html).toContain('aria-label="Zurück zur Stelle 1-2"')
    expect(html).not.toMatch(/Footnotes|Back to/)
  })

  it("changes no text that reads like its own words", () => {
    const markdown = 'Footnotes: ![aria-label="Back to reference 1" <p> id="footnote-label"](a.png)'
    expect(shown(markdown)).toContain(
      'alt="aria-label=&#x22;Back to reference 1&#x22; <p> id=&#x22;footnote-label&#x22;"'
    )
  })
})
