import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { filterMarkdown } from "../src/FilterMarkdown.ts"
import { textPieces } from "../src/TextPieces.ts"

const filtered = (source: string) => Either.getOrThrow(filterMarkdown(source))

/** A link makes the parser read the whole of a block, and a code fence that of the text around it. */
const waysOf = (source: string) => [source, `${source}\n\n\`\`\`\nx\n\`\`\``, `${source} <https://a.b>`]

describe("filterMarkdown, of signs at the beginning of lines,", () => {
  it.each([
    ["> 38.5 °C for two days: call the doctor"],
    ["> 38,5 °C seit zwei Tagen: in die Klinik"],
    ["> 120 battements par minute au repos"],
    ["> 3 crisis en una hora: llame al 112"],
    ["> 38 °C per più di tre giorni"],
    ["> 2 convulsões por dia"],
    [">= 3 seizures a day"],
    [">=3 Anfälle am Tag"],
    [">38,5"],
    ["> .5 mg"],
    ["> -2 SD"],
    ["> ½ tablet"],
    ["> **38.5** °C"],
    ["> 38.5 °C\n> 120 beats a minute"],
    ["> 38.5 °C\nfor two days"],
    ["> 3 years ago we found\n> a doctor"],
    ["+ 5 kg since May"],
    ["+ 2 cm in sechs Monaten"],
    ["- 2 SD for height"],
    ["- 3 DS pour la taille"],
    ["- 4 kg desde mayo"],
    ["- 1,5 gradi"],
    ["+ .5 mg por dia"]
  ])("keeps the sign of %j, in the HTML and in the words", (source) => {
    for (const way of waysOf(source)) {
      const { content, excerpt, html } = filtered(way)
      expect(content).toBe(way)
      expect(html.replace(/<\/?strong>/g, "").startsWith(`<p>${source.replaceAll("*", "")}`)).toBe(true)
      expect(excerpt.startsWith(source.replaceAll("*", "").replaceAll("\n", " "))).toBe(true)
    }
  })

  it.each([
    ["Call us if:\n> 38.5 °C\n> 120 beats a minute", "<p>Call us if:</p>\n<p>> 38.5 °C\n> 120 beats a minute</p>"],
    ["Gewicht:\n+ 5 kg seit Mai", "<p>Gewicht:</p>\n<p>+ 5 kg seit Mai</p>"],
    ["- >= 3 seizures a day", "<ul>\n<li>>= 3 seizures a day</li>\n</ul>"],
    ["- fever\n- > 3 crises par jour", "<ul>\n<li>fever</li>\n<li>> 3 crises par jour</li>\n</ul>"],
    ["- weight:\n  + 5 kg\n- height", "<ul>\n<li>weight:\n+ 5 kg</li>\n<li>height</li>\n</ul>"],
    ["> She wrote:\n> > 38 °C", "<blockquote>\n<p>She wrote:</p>\n<p>> 38 °C</p>\n</blockquote>"]
  ])("keeps the signs in %j", (source, html) => {
    expect(filtered(source).html).toBe(html)
  })

  it.each([
    ["> he said so", "<blockquote>\n<p>he said so</p>\n</blockquote>"],
    ["> elle a dit\n> 38 °C", "<blockquote>\n<p>elle a dit\n38 °C</p>\n</blockquote>"],
    ["> 1. eins\n> 2. zwei", "<blockquote>\n<ol>\n<li>eins</li>\n<li>zwei</li>\n</ol>\n</blockquote>"],
    ["- milk", "<ul>\n<li>milk</li>\n</ul>"],
    ["+ pan\n+ leche", "<ul>\n<li>pan</li>\n<li>leche</li>\n</ul>"],
    ["- 5 mele\n- 3 pere", "<ul>\n<li>5 mele</li>\n<li>3 pere</li>\n</ul>"],
    ["- **5** Tage", "<ul>\n<li><strong>5</strong> Tage</li>\n</ul>"],
    ["* 5 comprimidos", "<ul>\n<li>5 comprimidos</li>\n</ul>"]
  ])("sees the quotation or the list in %j", (source, html) => {
    expect(filtered(source).html).toBe(html)
    expect(filtered(`${source}\n\n\`\`\`\nx\n\`\`\``).html.startsWith(html)).toBe(true)
  })

  it("leaves the words behind a sign to be translated", () => {
    expect(Either.getOrThrow(textPieces("> 38.5 °C: call")).map(({ text }) => text)).toEqual(["38.5 °C: call"])
  })
})

describe("filterMarkdown, of a line of dashes or equals signs below words,", () => {
  it.each([
    ["Dear all,\nmy son is ill\n---\nAnna", "<p>Dear all,\nmy son is ill</p>\n<hr>\n<p>Anna</p>"],
    ["Viele Grüße\n-- \nAnna", "<p>Viele Grüße\n--</p>\n<p>Anna</p>"],
    ["Merci\n-\nAnna", "<p>Merci\n-</p>\n<p>Anna</p>"],
    ["Gracias\n=====\nAna", "<p>Gracias\n=====</p>\n<p>Ana</p>"],
    ["- una lista\n  ---\n  Anna", "<ul>\n<li>una lista<hr>Anna</li>\n</ul>"],
    ["Obrigada\n\n---\n\nAna", "<p>Obrigada</p>\n<hr>\n<p>Ana</p>"],
    ["# Title", "<h1>Title</h1>"]
  ])("makes no heading of %j", (source, html) => {
    expect(filtered(source).html.replace(/\n?<hr>\n?(?=Anna<\/li>)/, "<hr>")).toBe(html)
  })
})

describe("The words of filterMarkdown", () => {
  it("have no byte order mark, in a word or beside one", () => {
    for (const way of ["scol\ufeffiosis", "a \ufeff b *scol\ufeffiosis*"]) {
      expect(filtered(way).text).toBe(way.replace(/\ufeff|\*/g, "").replace("  ", " "))
      expect(filtered(way).excerpt).toBe(filtered(way).text)
    }
  })
})
