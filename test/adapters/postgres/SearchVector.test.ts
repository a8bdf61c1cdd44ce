import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { lexemesOf, queryOf } from "@rare-disease-community/text/Lexemes"
import { Array, FastCheck } from "effect"
import { contentVector, termQuery, titleVector } from "../../../src/adapters/postgres/SearchVector.ts"

const queries = (search: string) => queryOf(search).map((term) => termQuery(term))

describe("SearchVector", () => {
  it("titleVector has each word once, with its stem, its positions and weight A", () => {
    strictEqual(titleVector("Running, and running on"), "'running':1A,3A 'run':1A,3A 'and':2A 'on':4A")
    strictEqual(titleVector("!!"), "")
  })

  it("contentVector begins after the longest title, with the default weight", () => {
    strictEqual(contentVector("我们 run"), "'我们':256 '们':257 'run':258")
    const end = titleVector("a b ".repeat(200))
    strictEqual(end.endsWith(",252A,254A"), true)
  })

  it("contentVector has the first 255 positions of a word, and none beyond the greatest position of a tsvector", () => {
    const [often = ""] = contentVector("a ".repeat(300)).split(" ")
    deepStrictEqual(often, `'a':${Array.range(256, 510).join()}`)
    strictEqual(contentVector(`${"a b ".repeat(10_000)} end`).endsWith("'end':16383"), true)
  })

  it("termQuery matches a word by its stem, and the last one also by its prefix", () => {
    deepStrictEqual(queries("Marfan running"), ["'marfan'", "'run' | 'running':*"])
  })

  it("termQuery matches a text without spaces by consecutive pairs, and one character by the prefix of a pair", () => {
    deepStrictEqual(queries("罕见病 病"), ["'罕见' <-> '见病'", "'病':*"])
  })

  it("termQuery and titleVector quote every character", () => {
    strictEqual(termQuery({ _tag: "word", stem: "o'\\", prefix: undefined }), "'o''\\\\'")
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
        const lexemes = new Set(lexemesOf(text).map(({ lexeme }) => lexeme))
        const written = titleVector(text).matchAll(/'((?:[^'\\]|''|\\\\)*)':\d+A(?:,\d+A)*(?: |$)/g)
        deepStrictEqual(new Set(Array.fromIterable(written).map(([, lexeme]) => lexeme)), lexemes)
      })
    )
  })

  it("contentVector stays below PostgreSQL's 1 MiB for the longest content of any script", () => {
    const texts = {
      han: Array.makeBy(20_000, (index) => String.fromCodePoint(0x4e00 + index)).join(""),
      rareHan: Array.makeBy(20_000, (index) => String.fromCodePoint(0x20000 + index)).join(""),
      squared: Array.makeBy(20_000, (index) => "㌖" + String.fromCodePoint(0x4e00 + index))
        .join("")
        .slice(0, 20_000),
      ligatures: Array.makeBy(1_250, (index) => "ﷴ".repeat(14) + String.fromCodePoint(0x4e00 + index) + " ").join(""),
      words: Array.makeBy(4_000, (index) => (index + 46_656).toString(36)).join(" "),
      syllables: Array.makeBy(10_000, (index) => String.fromCodePoint(0xac00 + index)).join(" ")
    }
    for (const [name, text] of Object.entries(texts)) {
      const bytes = Buffer.byteLength(contentVector(text))
      strictEqual(bytes < 600_000, true, `${name} takes ${bytes} bytes`)
    }
  })
})
