import { expect, it } from "@effect/vitest"
import { marked, markedAsBase } from "@rare-disease-community/messages/Translations"
import { withEnglishElements, withoutMarks } from "../../../../src/transport/web/texts/EnglishMarks.ts"

const english = (text: string) => `<span lang="en">${text}</span>`

const titled = `<title>${marked("News")} – Wir</title><a title="${marked("More")} > x">${marked("Read")}, bitte</a>`

it.each([
  ["a page without English is as it was", "<p>Hallo</p>", "<p>Hallo</p>"],
  ["a text is an element of its own", `<p>1 ${marked("reply")}</p>`, `<p>1 ${english("reply")}</p>`],
  [
    "titles and attributes lose the marks",
    titled,
    `<title>News – Wir</title><a title="More > x">${english("Read")}, bitte</a>`
  ],
  [
    "choices of a form and their texts lose the marks",
    `<select><option>${marked("All")}</option></select><textarea>${marked("x")}</textarea><b>${marked("y")}</b>`,
    `<select><option>All</option></select><textarea>x</textarea><b>${english("y")}</b>`
  ],
  ["a text within another is one too", `<p>${marked(`by ${marked("Ana")}`)}</p>`, english(`by ${english("Ana")}`)],
  [
    "a mark without its pair leaves no open element",
    "<p>\uFDD0one</p><p>two\uFDD1</p>",
    `<p>${english("one")}</p><p>two</p>`
  ]
])("withEnglishElements: %s", (_what, html, expected) => {
  expect(withEnglishElements(html, "de")).toBe(expected.startsWith("<span") ? `<p>${expected}</p>` : expected)
})

it("withEnglishElements names the base language of a variant, and the direction of English on pages from right to left", () => {
  const html = `<p>${marked("News")} ${markedAsBase("Notícias")}</p>`
  expect(withEnglishElements(html, "pt-BR")).toBe(`<p>${english("News")} <span lang="pt">Notícias</span></p>`)
  expect(withEnglishElements(`<p>${marked("News")}</p>`, "ar")).toBe('<p><span lang="en" dir="ltr">News</span></p>')
})

it("withoutMarks leaves the text", () => {
  expect(withoutMarks(`${marked("New")} ${markedAsBase("x")}`)).toBe("New x")
})
