import { readdirSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { type ArgumentKind, argumentsOf } from "@rare-disease-community/messages/MessageFormat"
import type { Texts } from "@rare-disease-community/messages/Translations"
import { shippedLanguages } from "../src/domain/Language.ts"
import type { LanguageFolder } from "../src/ports/LanguageFiles.ts"
import { faultsOfFolder, textsOf } from "../src/services/languages/LanguageFolders.ts"
import { sources } from "./architecture/rule.ts"
import { folderOf } from "./support/languages/Said.ts"

const english = folderOf("en")
const texts = textsOf(english) as Readonly<Record<string, Texts>>

/** What a translator is told of a folder. */
const told = (folder: LanguageFolder) =>
  faultsOfFolder(texts, english.files, folder).map(({ file, key, line, what }) => `${file}:${line} ${key}: ${what}`)

/** A copy of a folder with another text in place of one. */
const planted = (tag: string, file: string, from: string, to: string): LanguageFolder => {
  const folder = folderOf(tag)
  const text = folder.files[file] ?? ""
  expect(text).toContain(from)
  return { ...folder, files: { ...folder.files, [file]: text.replace(from, to) } }
}

const typeOf: Readonly<Record<ArgumentKind, string>> = {
  text: "string | number",
  number: "number",
  choice: "string | undefined",
  flag: "boolean"
}

/** The types of the arguments of all English messages below these keys. */
const argumentLines = (below: Texts, path: string): ReadonlyArray<string> => {
  if (typeof below !== "string") {
    return Object.entries(below).flatMap(([key, text]) => argumentLines(text, path === "" ? key : `${path}.${key}`))
  }
  const found = Array.from(argumentsOf(below), ([name, kind]) => `${name}: ${typeOf[kind]}`)
  return found.length === 0 ? [] : [`  readonly "${path}": { ${found.join("; ")} }`]
}

describe("The languages of content/", () => {
  it("are those that the program offers, a folder each", () =>
    expect(readdirSync(new URL("../content/languages", import.meta.url)).sort()).toEqual(shippedLanguages.toSorted()))

  for (const tag of shippedLanguages) {
    it(`have every text, argument and form of a plural, and nothing that English lacks: ${tag}`, () =>
      expect(told(folderOf(tag))).toEqual([]))
  }

  it("are refused with a missing key, an unknown one, another argument, a broken message, and a lacking form", () => {
    expect(told(planted("it", "home.json", '"hello": ', '"helo": '))).toEqual([
      "home.json:1 hello: is missing",
      "home.json:2 helo: is not in English"
    ])
    expect(told(planted("it", "home.json", "{name}", "{nome}"))).toEqual([
      "home.json:2 hello: it has an argument {nome} that English has not"
    ])
    expect(told(planted("it", "home.json", "{name}", "Ana"))).toEqual(["home.json:2 hello: lacks the argument {name}"])
    expect(told(planted("it", "home.json", "{name}", "{name"))).toEqual([
      "home.json:2 hello: it is no ICU message: EXPECT_ARGUMENT_CLOSING_BRACE"
    ])
    const many = /many \{[^}]*\} /.exec(folderOf("it").files["admin.json"] ?? "")?.[0] ?? "none"
    expect(told(planted("it", "admin.json", many, "")).join()).toMatch(/admin.json:\d+ failures: lacks the form "many"/)
    expect(told(planted("it", "home.json", "{", "[")).join()).toMatch(/^home.json:\d+ : is not valid JSON: /)
    expect(told(planted("it", "help.md", "## ", ""))).toEqual(["help.md:1 : has other headings than in English"])
  })

  it("have English arguments in the types that pages are checked with; -u records them", () => {
    const lines = argumentLines(texts, "")
    const head = "/** The arguments of the English messages that have some, as `npm run check` has recorded them. */"
    const file = `${head}\nexport interface MessageArguments {\n${lines.join("\n")}\n}\n`
    return expect(file).toMatchFileSnapshot("../src/services/languages/MessageArguments.ts")
  })

  it("have braces in English only around arguments: by them the program knows which messages are functions", () => {
    const plain = (below: Texts): ReadonlyArray<string> =>
      typeof below === "string"
        ? [below].filter((text) => text.includes("{") && argumentsOf(text).size === 0)
        : Object.values(below).flatMap(plain)
    expect(plain(texts)).toEqual([])
  })

  it("have no text that nothing shows", () => {
    const words = new Set(
      sources.filter(({ file }) => file.startsWith("src/")).flatMap(({ text }) => text.match(/\w+/g) ?? [])
    )
    const unused = Object.entries(texts)
      .filter(([file]) => file !== "faults")
      .flatMap(([file, below]) => Object.keys(below).map((key) => [file, key] as const))
      .filter(([, key]) => /^[a-z]\w*$/i.test(key) && !words.has(key))
    expect(unused).toEqual([])
  })
})
