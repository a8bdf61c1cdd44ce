import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { PackedVocabulary } from "../src/PackedVocabulary.ts"
import { data, readerOf } from "./SmallOntology.ts"

const read = readerOf(data)

/** The words that are compared with all others while `texts` are read in a language. */
const corrected = (text: string, lang: string, reading = read): ReadonlyArray<string> => {
  const similar = vi.spyOn(PackedVocabulary.prototype, "similar")
  reading(text, lang)
  return similar.mock.calls.map(([typed]) => typed)
}

/** Different words that no name has. */
const unknownWords = (count: number) =>
  Array.from({ length: count }, (_, at) => `qwert${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}zuiop`)

describe("SignReader.read, of long texts", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("corrects at most twenty words, in however many clauses", () => {
    for (const separator of [" ", ", ", ". "])
      for (const lang of ["en", "de"]) {
        expect(corrected(unknownWords(200).join(separator), lang).length).toBe(20)
        vi.restoreAllMocks()
      }
  })

  it("corrects a word once, and understands it wherever it is", () => {
    const text = "micrcephaly, and the micrcephaly; micrcephaly too. ".repeat(20)
    expect(corrected(text, "en")).toEqual(["micrcephaly"])
    expect(read(text).recognised).toEqual(["HP:0000252"])
  })

  it("corrects no word that is longer than any of a sign", () => {
    expect(corrected("micrcephaly".repeat(6), "en")).toEqual([])
  })

  it("corrects words with the first letter of a sign that it is read for alone, until one may be of it", () => {
    const readMicrocephaly = readerOf(data, new Set(["HP:0000252"]))
    const text = `${unknownWords(200).join(" ")} mxyzzy`
    expect(corrected(text, "en", readMicrocephaly)).toEqual(["mxyzzy"])
    expect(readMicrocephaly(`${unknownWords(200).join(", ")}, micrcephaly`).recognised).toEqual([])
    expect(readMicrocephaly("qwertyuiop, micrcephaly").recognised).toEqual(["HP:0000252"])
  })
})
