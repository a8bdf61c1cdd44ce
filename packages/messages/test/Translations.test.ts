import { describe, expect, it } from "@effect/vitest"
import {
  faultsOfTexts,
  isSame,
  lineOf,
  marked,
  markedAsBase,
  messagesIn,
  parsedFile,
  sizeOf,
  type Texts
} from "../src/Translations.ts"

const english = {
  home: { hello: "Hello {name}", about: ["One", "Two"], title: "Home" },
  found: "{count, plural, one {# result} other {# results}}"
}

/** The English texts between their marks. */
const markedEnglish = { locale: "en-GB", texts: english, write: marked }

/** The messages, as their type would say it. */
const messages = (...translations: ReadonlyArray<unknown>) =>
  messagesIn(
    english,
    translations.map((texts) => ({ locale: "de", texts }))
  ) as {
    readonly home: {
      readonly hello: (given: { readonly name: string }) => string
      readonly about: ReadonlyArray<string>
      readonly title: string
    }
    readonly found: (given: { readonly count: number }) => string
  }

describe("messagesIn", () => {
  it("takes each text from the first translation that has it, else from English", () => {
    const { found, home } = messages({ home: { title: "Start" } }, { home: { title: "Anfang", hello: "Hallo {name}" } })
    expect([home.title, home.hello({ name: "Ana" }), home.about]).toEqual(["Start", "Hallo Ana", ["One", "Two"]])
    expect(found({ count: 1234 })).toBe("1,234 results")
  })

  it("puts marks around what is English in another language, and around nothing else", () => {
    const texts = messagesIn(english, [{ locale: "de", texts: { home: { title: "Start" } } }, markedEnglish])
    const british = messagesIn(english, [{ locale: "de", texts: { home: { title: "Start" } } }])
    const shown = (all: unknown) => {
      const { found, home } = all as ReturnType<typeof messages>
      return [home.title, home.hello({ name: "Ana" }), found({ count: 1 })]
    }
    expect(shown(texts)).toEqual(["Start", "\uFDD0Hello Ana\uFDD1", "\uFDD01 result\uFDD1"])
    expect(shown(british)).toEqual(["Start", "Hello Ana", "1 result"])
  })

  it("makes a function of a translation whose argument is lacking, since pages call it", () => {
    expect(messages({ home: { hello: "Hallo" } }).home.hello({ name: "Ana" })).toBe("Hallo")
  })

  it("takes nothing that is no text, and nothing from prototypes", () => {
    const hostile = JSON.parse(
      `{"__proto__": {"found": "x"}, "home": {"title": 1, "about": "One", "hello": {"a": "b"}}}`
    )
    const { found, home } = messages(hostile)
    expect([home.title, home.about, home.hello({ name: "A" }), found({ count: 1 })]).toEqual([
      "Home",
      ["One", "Two"],
      "Hello A",
      "1 result"
    ])
  })
})

describe("faultsOfTexts", () => {
  it("names missing, unknown, broken and misplaced texts by their keys", () => {
    const texts = { home: { hello: "Hallo {wer}", about: ["Eins"], extra: "x", title: "" }, found: 1 }
    expect(
      faultsOfTexts(english, texts, "de").map(({ isBroken, path, what }) => [path.join("."), what, isBroken])
    ).toEqual([
      ["home.hello", "it has an argument {wer} that English has not", true],
      ["home.about.1", "is missing", false],
      ["home.title", "is missing", false],
      ["home.extra", "is not in English", false],
      ["found", "must be a text", true]
    ])
    expect(faultsOfTexts(english, [], "de")).toMatchObject([{ what: "must be an object of texts", isBroken: true }])
    expect(faultsOfTexts(english, { home: { about: {} } }, "de")[1]).toMatchObject({ what: "must be a list of texts" })
  })
})

describe("lineOf", () => {
  it("finds a key below its parent, where others have its name", () => {
    const file = `{\n  "a": {\n    "title": "1"\n  },\n  "b": {\n    "title": "2"\n  }\n}`
    expect([lineOf(file, ["b", "title"]), lineOf(file, ["a", "title"]), lineOf(file, ["c"])]).toEqual([6, 3, 1])
    const spaced = file.replaceAll(":", " :")
    expect([lineOf(spaced, ["b", "title"]), lineOf(spaced, ["a", "title"])]).toEqual([6, 3])
  })
})

describe("parsedFile", () => {
  it("tells the line where a file is not valid JSON", () => {
    expect(parsedFile(`{"a": 1}`)).toEqual({ texts: { a: 1 } })
    expect(parsedFile(`{\n  "a": "x",\n  b\n}`)).toMatchObject({ line: 3 })
    expect(parsedFile("{")).toMatchObject({ line: 1 })
    const quotes = parsedFile(`{\n  "a": "x",\n  "b": „y“,\n  "c": "z",\n  "d": "a longer text"\n}`)
    expect(quotes).toMatchObject({ line: 3 })
    expect("why" in quotes && quotes.why.includes("\n")).toBe(false)
  })
})

describe("parsedFile, with a key that an object has twice,", () => {
  it("tells the key and its second line, but not a key that two objects have, or a text that looks like one", () => {
    const file = `{\n  "a": {"x": "\\"b\\": {", "y": ["x"]},\n  "b": [{"x": 1}, {"x": 2}],\n  "c": {\n    "b": "1",\n    "\\u0062" : "2"\n  }\n}`
    expect(parsedFile(file)).toMatchObject({ line: 6, path: ["c", "b"] })
    expect(parsedFile(file.replace("u0062", "u0063"))).toHaveProperty("texts")
  })
})

describe("sizeOf", () => {
  it("counts texts, those of lists too", () => expect(sizeOf(english)).toBe(5))
})

describe("messagesIn, with an empty text,", () => {
  it("has that of the next translation, else English", () => {
    const empty = { locale: "pl", texts: { home: { title: "", about: [" "], hello: "" } } }
    const base = { locale: "pt", texts: { home: { title: "Início" } } }
    const { home } = messagesIn(english, [empty, base]) as ReturnType<typeof messages>
    expect([home.title, home.about[0], home.hello({ name: "A" })]).toEqual(["Início", "One", "Hello A"])
  })
})

describe("messagesIn, with how a translation is written,", () => {
  it("writes its texts so, and those of the others as they are", () => {
    const portuguese = { locale: "pt", texts: { home: { title: "Início" } }, write: markedAsBase }
    const variant = { locale: "pt-BR", texts: { found: "{count} achados" } }
    const texts = messagesIn(english, [variant, portuguese, markedEnglish])
    const { found, home } = texts as ReturnType<typeof messages>
    expect([found({ count: 2 }), home.title, home.about[0]]).toEqual([
      "2 achados",
      "\uFDD2Início\uFDD1",
      "\uFDD0One\uFDD1"
    ])
  })
})

describe("faultsOfTexts", () => {
  it("says how many texts a missing key holds", () => {
    expect(faultsOfTexts(english, { found: "x {count}" }, "de")).toMatchObject([{ path: ["home"], texts: 4 }])
  })
})

describe("faultsOfTexts", () => {
  const same = (texts: Texts, translated: unknown, locale: string) =>
    faultsOfTexts(texts, translated, locale)
      .filter(({ what }) => what === isSame)
      .map(({ path }) => path)

  it("finds the texts of more than two words that are still English, but in English", () => {
    const texts = { a: "Join the community", b: ["Find a disease", "Home"], c: { d: "See all posts" } }
    expect(same(texts, { ...texts, c: { d: "Zobacz wpisy" } }, "pl")).toEqual([["a"], ["b", "0"]])
    expect(same(texts, {}, "pl")).toEqual([])
    expect(same(texts, texts, "en-US")).toEqual([])
  })
})
