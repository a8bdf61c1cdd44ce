import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { highlight, highlighter } from "../src/Highlight.ts"
import { lexemesOf, phraseOf, queryOf } from "../src/Lexemes.ts"
import { wordPlaces } from "../src/WordPositions.ts"

const shown = (text: string, search: string, maxCharacters = 160) => highlight(text, queryOf(search), maxCharacters)

const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }

/** The text that a snippet shows, without what says that it was cut. */
const textOf = (html: string, text: string) => {
  const bare = Object.entries(entities)
    .reverse()
    .reduce((done, [entity, character]) => done.replaceAll(entity, character), html.replace(/<\/?mark>/g, ""))
  return text.includes(bare) ? bare : bare.replace(/^…/, "").replace(/…$/, "")
}

const marksOf = (html = "") => Array.from(html.matchAll(/<mark>(.*?)<\/mark>/gs), ([, marked]) => marked)

/** Texts of people, and texts that break a naive folding: marks, ligatures, letter-like symbols, jamo, half width. */
const odd = [
  "İ",
  "ß",
  "ﬁ",
  "™",
  "½",
  "㈱",
  "e\u0301",
  "\u0301",
  "ﾊﾟ",
  "각",
  "\u1100\u1161",
  "ΟΔΟΣ",
  "马凡",
  "กำ",
  "’s",
  "𝔐",
  "\u00ad",
  "\u200b",
  "œ",
  "β",
  "μg",
  "أَعْ",
  "مـ",
  "ﳲ",
  "שָׁ",
  "カ",
  "ʼs"
]
const texts = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...odd, " ", "<", "&", '"', "'s", "Marfan", "eyes")))
  .map((parts) => parts.join(""))

describe("wordPlaces", () => {
  it("gives the words that lexemesOf gives, for any text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const placed = Array.from(wordPlaces(text)).flatMap(({ spaced, word }) =>
          spaced ? lexemesOf(word).map(({ lexeme }) => lexeme) : [word]
        )
        deepStrictEqual(
          placed,
          lexemesOf(text).map(({ lexeme }) => lexeme)
        )
      }),
      { numRuns: 1_000 }
    )
  })

  it("gives rising places whose text folds to the word", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0
        for (const { firstTo, from, to } of wordPlaces(text)) {
          assertTrue(from >= last && from < to && from < firstTo && firstTo <= to && to <= text.length)
          last = from
        }
      })
    )
  })

  it("gives words that begin as their lexemes do, but for the last letter of these", () => {
    const endings = [
      "",
      "s",
      "ies",
      "ied",
      "ying",
      "eed",
      "ational",
      "biliti",
      "bility",
      "ization",
      "logi",
      "ement",
      "ll"
    ]
    const word = fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.constantFrom(...endings), fc.constantFrom(...endings))
    fc.assert(
      fc.property(word, (parts) => {
        const text = parts.join("")
        const lexemes = lexemesOf(text).map(({ lexeme }) => lexeme)
        assertTrue(lexemes.every((lexeme) => text.startsWith(lexeme.slice(0, Math.max(1, lexeme.length - 1)))))
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("highlight", () => {
  it("marks all of a word that the text has in parts, in the order of the text", () => {
    strictEqual(shown("A follow-up, then Re\u2011Test.", "followup"), "A <mark>follow-up</mark>, then Re\u2011Test.")
    strictEqual(shown("Nach dem Re\u2011Test", "retest"), "Nach dem <mark>Re\u2011Test</mark>")
    strictEqual(shown("He has A.L.S. now", "ALS"), "He has <mark>A.L.S</mark>. now")
    strictEqual(shown("Anti-NF-1 was new", "nf1 new"), "Anti-<mark>NF-1</mark> was <mark>new</mark>")
    strictEqual(shown("a long-term plan", "long terms"), "a <mark>long</mark>-<mark>term</mark> plan")
  })

  it("marks stems, a half-typed last word, folded letters and possessives", () => {
    strictEqual(shown("Her seizures began.", "seizure"), "Her <mark>seizures</mark> began.")
    strictEqual(shown("Ménière’s disease", "MENIERE disease"), "<mark>Ménière</mark>’s <mark>disease</mark>")
    strictEqual(shown("A cardiologist", "cardi"), "A <mark>cardiologist</mark>")
    strictEqual(
      shown("Straße, İzmir, ﬁbrosis", "strasse izmir fibrosis"),
      "<mark>Straße</mark>, <mark>İzmir</mark>, <mark>ﬁbrosis</mark>"
    )
    strictEqual(shown("nai\u0308ve", "naive"), "<mark>nai\u0308ve</mark>")
  })

  it("marks parts of a text without spaces", () => {
    strictEqual(
      shown("我的女儿患有马凡综合征，今年三岁", "马凡综合征"),
      "我的女儿患有<mark>马凡综合征</mark>，今年三岁"
    )
    strictEqual(shown("我的女儿患有", "患"), "我的女儿<mark>患</mark>有")
    strictEqual(shown("ｶﾞﾝの治療", "ガン"), "<mark>ｶﾞﾝ</mark>の治療")
  })

  it("marks a phrase as one, and not its words elsewhere", () => {
    const phrase = (text: string, words: string) => highlight(text, phraseOf(words, false), 160)
    strictEqual(
      phrase("A lens, lens surgeries, surgery", "lens surgery"),
      "A lens, <mark>lens surgeries</mark>, surgery"
    )
    strictEqual(phrase("Is it Marfan’s syndrome?", "marfan syndrome"), "Is it <mark>Marfan’s syndrome</mark>?")
    strictEqual(phrase("surgery of a lens", "lens surgery"), undefined)
  })

  it("returns undefined without a match", () => {
    strictEqual(shown("Nothing here", "seizure"), undefined)
    strictEqual(shown("", "seizure"), undefined)
    strictEqual(shown("Nothing here", ""), undefined)
  })

  it("shows the earliest place with the most different terms, cut between words", () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(20)
    const text = `lens ${filler}a lens surgery was planned${filler}lens surgery`
    const html = shown(text, "lens surgery", 80)
    deepStrictEqual(marksOf(html), ["lens", "surgery"])
    assertTrue(
      html?.startsWith("…") &&
        html.endsWith("…") &&
        html.includes("a <mark>lens</mark> <mark>surgery</mark> was planned")
    )
    assertTrue(/^…(?:lorem|ipsum|dolor|sit|amet) .* (?:lorem|ipsum|dolor|sit|amet)…$/s.test(html ?? ""))
  })

  it("writes … only where the text goes on", () => {
    const text = `seizures ${"and so on ".repeat(30)}`
    assertTrue(/^<mark>seizures<\/mark> .*…$/.test(shown(text, "seizure", 50) ?? ""))
    assertTrue(/^….* <mark>seizures<\/mark>$/.test(shown(`${"and so on ".repeat(30)}seizures`, "seizure", 50) ?? ""))
  })

  it("marks the first of many different terms, each once however often it is given", () => {
    const words = Array.from(
      { length: 40 },
      (_, at) => `w${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`
    )
    const html = highlight(
      words.join(" "),
      words.flatMap((word) => queryOf(`${word} ${word}`, false)),
      400
    )
    deepStrictEqual(marksOf(html), words.slice(0, 32))
  })

  it("reads a text up to its thousandth word of a term", () => {
    const text = (before: number) => `${"lens ".repeat(before)}${"lorem ".repeat(60)}a lens surgery`
    deepStrictEqual(marksOf(shown(text(900), "lens surgery")), ["lens", "surgery"])
    deepStrictEqual(new Set(marksOf(shown(text(1_000), "lens surgery"))), new Set(["lens"]))
  })

  it("marks a long part of a text without spaces as one, however much alike its characters are", () => {
    const [part, text] = ["あ".repeat(60), `いあい${"あ".repeat(60)}い`]
    strictEqual(shown(text, part), `いあい<mark>${part}</mark>い`)
    strictEqual(shown(text, `${part}あ`), undefined)
  })

  it("writes … behind the beginning of a text that goes on", () => {
    const mark = highlighter(queryOf("seizure"))
    strictEqual(mark("seizures began", 160, true), "<mark>seizures</mark> began…")
    strictEqual(mark("seizures began", 160), "<mark>seizures</mark> began")
  })

  it("escapes all text", () => {
    strictEqual(
      shown(`<img src=x onerror="alert('1')"> & eyes`, "eye img"),
      "&lt;<mark>img</mark> src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; <mark>eyes</mark>"
    )
  })

  it("shows a part of the text as written with no element but <mark>, for any text and search", () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(200), (text, search, from) => {
        const searched = `${search} ${text.slice(from, from + 8)}`
        const html = highlight(text, queryOf(searched), 60)
        if (html === undefined) return
        assertTrue(!/[<>"']/.test(html.replace(/<\/?mark>/g, "")))
        assertTrue(/^(?:[^<]|<mark>[^<]+<\/mark>)*$/u.test(html))
        assertTrue(marksOf(html).length > 0)
        const plain = textOf(html, text)
        assertTrue(text.includes(plain) && plain.length <= 60, JSON.stringify([text, html]))
      }),
      { numRuns: 2_000 }
    )
  })
})
