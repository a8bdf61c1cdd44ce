import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { searchQuery, wantedTerms, wholePhrase } from "../src/SearchQuery.ts"

const word = (stem: string, prefix?: string) => ({ _tag: "word", stem, prefix }) as const
const phrase = (lexemes: ReadonlyArray<string>, prefix = false) => ({ _tag: "phrase", lexemes, prefix }) as const

const wanted = (search: string) => wantedTerms(searchQuery(search))
const unwanted = (search: string) => searchQuery(search).unwanted

describe("searchQuery", () => {
  it("takes the last word and every word with a star as a beginning", () => {
    deepStrictEqual(wanted("sleep studies"), [word("sleep"), word("studi", "studies")])
    deepStrictEqual(wanted("neuro* sleep"), [word("neuro", "neuro"), word("sleep", "sleep")])
    deepStrictEqual(wanted("sleep !!"), [word("sleep", "sleep")])
    deepStrictEqual(wanted("sleep -apnea"), [word("sleep", "sleep")])
    deepStrictEqual(wanted('sleep "apnea"'), [word("sleep"), word("apnea")])
  })

  it("reads phrases in the quotation marks of any language; an open one may be half typed", () => {
    const studied = [phrase(["sleep", "studi"])]
    for (const typed of [
      '"sleep studies"',
      "“sleep studies”",
      "„sleep studies“",
      "«sleep studies»",
      '"sleep studies”'
    ]) {
      deepStrictEqual(wanted(typed), studied, typed)
    }
    deepStrictEqual(wanted('"sleep stud'), [phrase(["sleep", "stud"], true)])
    deepStrictEqual(wanted('"sleep" "" " '), [word("sleep")])
    deepStrictEqual(wanted('"罕见 dna 病"'), [phrase(["罕见", "见", "dna", "病"], true)])
  })

  it("excludes words and phrases with a minus, and not for a hyphen in a word or by itself", () => {
    deepStrictEqual(unwanted('sleep -studies -"sleep study" \u2212apnea'), [
      word("studi"),
      phrase(["sleep", "studi"]),
      word("apnea")
    ])
    deepStrictEqual(unwanted("-ehlers-danlos"), [phrase(["ehler", "danlo"]), word("ehlersdanlo")])
    deepStrictEqual(unwanted("a-b - c -- -! x-"), [])
    deepStrictEqual(wanted("a-b"), [word("a"), word("b", "b")])
    deepStrictEqual([wanted("-sleep"), unwanted("-slee*")], [[], [word("slee", "slee")]])
  })

  it("has the other ways to write a word beside it, and none beside a quoted phrase", () => {
    const forms = (search: string) => searchQuery(search).wanted.map(({ forms }) => forms)
    deepStrictEqual(forms("NF-1 x"), [[word("nf1")], []])
    deepStrictEqual(forms("follow-up"), [[word("followup", "followup")]])
    deepStrictEqual(forms("A.L.S. x"), [[word("al")], []])
    deepStrictEqual(forms("5mg x"), [[phrase(["5", "mg"])], []])
    deepStrictEqual(forms("5 mg x"), [[word("5mg")], [word("5mg")], []])
    deepStrictEqual(forms("Sjögren x"), [[word("sjoegren")], []])
    deepStrictEqual(forms("Sjoegren x"), [[word("sjogren")], []])
    deepStrictEqual(forms('"NF-1" "5" mg does example.org x'), [[], [], [], [], [], []])
    deepStrictEqual(unwanted("x -follow-up"), [phrase(["follow", "up"]), word("followup")])
  })

  it("has sixteen terms at most, wanted and unwanted", () => {
    const query = searchQuery("-no ".repeat(10) + "yes ".repeat(30))
    strictEqual(query.unwanted.length + wantedTerms(query).length, 16)
  })

  it("reads no word after the sixteenth term, so that names are looked for in few words", () => {
    strictEqual(searchQuery("yes ".repeat(100)).wanted.length, 16)
    strictEqual(searchQuery("yes ".repeat(15) + "-no ".repeat(50) + "yes").unwanted.length, 1)
  })

  it("is one whole phrase if it has more than one word", () => {
    deepStrictEqual(wholePhrase(searchQuery("sleep studies")), phrase(["sleep", "studies"], true))
    deepStrictEqual(wholePhrase(searchQuery('"sleep studies" -x')), phrase(["sleep", "studi"]))
    strictEqual(wholePhrase(searchQuery("sleep")), undefined)
    strictEqual(wholePhrase(searchQuery("-a -b")), undefined)
  })

  it("parses any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const { unwanted, wanted } = searchQuery(text)
        return [...unwanted, ...wanted.flatMap(({ terms }) => terms)].every(
          (term) => term._tag === "word" || term.lexemes.length > 0
        )
      })
    )
  })
})
