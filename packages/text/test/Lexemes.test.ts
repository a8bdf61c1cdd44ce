import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { lexemePositions, lexemesOf, queryOf } from "../src/Lexemes.ts"

const words = (text: string) => lexemesOf(text).map(({ lexeme, position }) => `${lexeme}:${position}`)

const word = (stem: string, prefix?: string) => ({ _tag: "word", stem, prefix }) as const

describe("lexemesOf", () => {
  it("gives each word and its stem one position", () => {
    deepStrictEqual(words("Living with diseases"), ["living:1", "live:1", "with:2", "diseases:3", "diseas:3"])
    deepStrictEqual(words("Marfan's syndrome"), ["marfan:1", "syndrome:2", "syndrom:2"])
    deepStrictEqual(words("COL1A1, 2-p"), ["col1a1:1", "2:2", "p:3"])
    deepStrictEqual(words(" .,!? <> 🧬 "), [])
  })

  it("gives pairs of characters in scripts without spaces", () => {
    deepStrictEqual(words("希少疾患"), ["希少:1", "少疾:2", "疾患:3", "患:4"])
    deepStrictEqual(words("DNA患者"), ["dna:1", "患者:2", "者:3"])
  })

  it("keeps to the limits of a tsvector", () => {
    const many = lexemesOf("word ".repeat(20_000))
    strictEqual(many.at(-1)?.position, 16_383)
    const [long] = lexemesOf("x".repeat(5000))
    strictEqual(long?.lexeme.length, 60)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) =>
        lexemesOf(text).every(({ lexeme }) => lexeme !== "" && lexeme.isWellFormed() && !/[\s\0']/.test(lexeme))
      )
    )
  })
})

describe("lexemePositions", () => {
  const positions = (text: string) => Array.from(lexemePositions(text, "title"), ([lexeme, at]) => `${lexeme}:${at}`)

  it("has words with hyphens, and letters with points, as one word at the place of each, too", () => {
    deepStrictEqual(positions("NF-1"), ["nf1:1,2", "nf:1", "1:2"])
    deepStrictEqual(positions("A.L.S."), ["als:1,2,3", "al:1,2,3", "a:1", "l:2", "s:3"])
    deepStrictEqual(positions("DNA患 x-y"), ["dna:1", "患:2", "xy:3,4", "x:3", "y:4"])
    deepStrictEqual(positions("a-b-c"), ["ab:1,2", "abc:1,2,3", "a:1", "bc:2,3", "b:2", "c:3"])
  })

  it("joins no numbers, no words with a point between them, and no long rows of words", () => {
    for (const text of ["2-3", "example.org", "1.5", "a - b", "a-b-c-d-e-f-g"])
      deepStrictEqual(
        Array.from(lexemePositions(text, "title").keys()),
        Array.from(new Set(lexemesOf(text).map(({ lexeme }) => lexeme))),
        text
      )
  })
})

describe("queryOf", () => {
  it("gives the stem of each word; the last one may be half typed", () => {
    deepStrictEqual(queryOf("diagnosed children"), [word("diagnos"), word("children", "children")])
    deepStrictEqual(queryOf("synd"), [word("synd", "synd")])
    deepStrictEqual(queryOf("ÉPIDERMOLYSE"), [word("epidermolys", "epidermolyse")])
  })

  it("gives a phrase in scripts without spaces", () => {
    deepStrictEqual(queryOf("疾患"), [{ _tag: "phrase", lexemes: ["疾患"], prefix: false }])
    deepStrictEqual(queryOf("希少疾"), [{ _tag: "phrase", lexemes: ["希少", "少疾"], prefix: false }])
    deepStrictEqual(queryOf("患"), [{ _tag: "phrase", lexemes: ["患"], prefix: true }])
  })

  it("takes the first hundred characters of a part without spaces", () => {
    deepStrictEqual(queryOf("疾患".repeat(80)), queryOf("疾患".repeat(50)))
    strictEqual(queryOf("疾患".repeat(80)).flatMap((term) => (term._tag === "phrase" ? term.lexemes : [])).length, 99)
  })

  it("gives nothing for a text without words, with operators or not", () => {
    for (const text of ["", " ", "& | ! ( ) : *", "'", "%", "_", "<->", "🧬"]) deepStrictEqual(queryOf(text), [], text)
    deepStrictEqual(queryOf("a & !b:*"), [word("a"), word("b", "b")])
  })

  it("finds the text that it was taken from, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        const stored = new Set(lexemesOf(text).map(({ lexeme }) => lexeme))
        return queryOf(text).every((term) =>
          term._tag === "word" ? stored.has(term.stem) : term.lexemes.every((lexeme) => stored.has(lexeme))
        )
      })
    )
  })

  it("gives at most sixteen terms", () => {
    strictEqual(queryOf("word ".repeat(500)).length, 16)
  })
})
