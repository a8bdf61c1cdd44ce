import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { Random } from "../driver/Random.ts"
import { commonWord } from "./Community.ts"

const content = (path: string): string =>
  gunzipSync(readFileSync(new URL(`../../content/${path}`, import.meta.url))).toString("utf8")

const sortedByCount = (items: Iterable<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return Array.from(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([item]) => item)
}

const catalogue: ReadonlyArray<{ readonly name?: string; readonly synonyms?: ReadonlyArray<string> }> = content(
  "catalogue.ndjson.gz"
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

const diseaseNames = catalogue.flatMap(({ name, synonyms = [] }) => (name === undefined ? [] : [name, ...synonyms]))

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** The words of names of diseases, the commonest first. */
const nameWords = sortedByCount(diseaseNames.flatMap(wordsIn))

/** The phenotypes of the annotations, the commonest first. */
export const commonPhenotypes = sortedByCount(content("hpo/phenotype.v2025-05-06.hpoa.gz").match(/HP:\d{7}/g) ?? [])

/** The labels of phenotypes, and their words, the commonest first. */
const labels = (content("hpo/hp.v2025-05-06.json.gz").match(/"(?:lbl|val)" ?: ?"[^"]{4,60}"/g) ?? []).map((text) =>
  text.replace(/^.*?: ?"|"$/g, "")
)
const signWords = sortedByCount(labels.flatMap(wordsIn))
const unspaced = content("hpo/hp-zh.babelon.tsv.gz").match(/\p{Script=Han}{4,}/gu) ?? []
const japanese = content("hpo/hp-ja.babelon.tsv.gz").match(/[\p{Script=Han}\p{Script=Katakana}]{4,}/gu) ?? []

/** Words up to a number of characters, others for each number. */
const joined = (words: ReadonlyArray<string>, most: number, number: number, separator = " "): string => {
  const random = new Random(number + 11)
  let text = ""
  for (const word of random.shuffled(words)) {
    if (text.length + word.length + separator.length > most) continue
    text += (text === "" ? "" : separator) + word
    if (most - text.length < 4) break
  }
  return text
}

/** A word with one letter left out of its middle. */
const mistyped = (word: string) => word.slice(0, word.length >> 1) + word.slice((word.length >> 1) + 1)

/** With two letters exchanged. */
const exchanged = (word: string) => {
  const at = word.length >> 1
  return word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1)
}

const letters = "abcdefghijklmnopqrstuvwxyz"

const random = new Random(5)
const made = (length: number) => Array.from({ length }, () => random.pick(Array.from(letters))).join("")
const madeWords = Array.from({ length: 4_000 }, (_, at) => made(5 + (at % 8)))
const shortWords = Array.from(letters).flatMap((one) => Array.from(letters, (other) => one + other))

type Text = readonly [name: string, of: (number: number) => string]

const repeated = (letter: string, most: number): Text => [
  `repeated ${JSON.stringify(letter)}`,
  (number) => letter.repeat(Math.floor((most - 6) / letter.length)) + number
]

const odd = [
  "a",
  "a ",
  "\u0301",
  "a\u0301",
  "ﷺ",
  "가",
  "𝔘 ",
  "-",
  '"',
  "-a ",
  '"a b" ',
  "ά",
  "1 ",
  "症",
  "'",
  "l'",
  "(",
  "II ",
  "."
]

const textsOf = (common: ReadonlyArray<string>, whole: ReadonlyArray<string>, most: number): ReadonlyArray<Text> => [
  ["common words", (number) => joined(common.slice(0, 80 + number), most, number)],
  ["fewer common words", (number) => joined(common.slice(0, 80 + number), most / 8, number)],
  ["one common word", (number) => common[number] ?? ""],
  ["two common words", (number) => `${common[number]} ${common[number + 1]}`],
  ["a common word and a beginning", (number) => `${common[number]} ${letters.charAt(number)}`],
  ["one letter", (number) => letters.charAt(number)],
  ["frequent words", (number) => joined(common.slice(50, 600 + number), most, number)],
  [
    "long words",
    (number) =>
      joined(
        common.slice(0, 4_000).filter(({ length }) => length > 8),
        most,
        number
      )
  ],
  [
    "common words, mistyped",
    (number) =>
      joined(
        common
          .slice(0, 300)
          .filter(({ length }) => length > 5)
          .map(mistyped),
        most,
        number
      )
  ],
  [
    "words, mistyped",
    (number) =>
      joined(
        common
          .slice(0, 6_000)
          .filter(({ length }) => length > 5)
          .map(exchanged),
        most,
        number
      )
  ],
  [
    "long words, mistyped",
    (number) =>
      joined(
        common
          .slice(0, 6_000)
          .filter(({ length }) => length > 9)
          .map(exchanged),
        most,
        number
      )
  ],
  [
    "words of eight letters, mistyped",
    (number) =>
      joined(
        common
          .slice(0, 9_000)
          .filter(({ length }) => length === 9)
          .map(mistyped),
        most,
        number
      )
  ],
  ["words of no language", (number) => joined(madeWords, most, number)],
  [
    "words of no language, five letters",
    (number) =>
      joined(
        madeWords.filter(({ length }) => length === 5),
        most,
        number
      )
  ],
  ["words of two letters", (number) => joined(shortWords, most, number)],
  ["words of one letter", (number) => joined(Array.from(letters.repeat(20)), most, number)],
  ["whole names", (number) => joined(whole, most, number)],
  ["whole names with commas", (number) => joined(whole, most, number, ", ")],
  [
    "short whole names",
    (number) =>
      joined(
        whole.filter(({ length }) => length < 12),
        most,
        number
      )
  ],
  ["Chinese", (number) => joined(unspaced, most, number, "")],
  ["Chinese words", (number) => joined(unspaced, most, number)],
  ["Japanese", (number) => joined(japanese, most, number, "")],
  [
    "codes",
    (number) =>
      joined(
        Array.from({ length: 900 }, (_, at) => `ORPHA:${at}`),
        most,
        number
      )
  ],
  [
    "numbers",
    (number) =>
      joined(
        Array.from({ length: 900 }, (_, at) => String(at)),
        most,
        number
      )
  ],
  [
    "phrases",
    (number) =>
      joined(
        common.slice(0, 200).map((word) => `"${word}"`),
        most,
        number
      )
  ],
  [
    "excluded words",
    (number) =>
      `${common[number]} ${joined(
        common.slice(0, 200).map((word) => `-${word}`),
        most - 30,
        number
      )}`
  ],
  ...odd.map((letter) => repeated(letter, most))
]

/** Searches by names, of 500 characters where that costs more. */
export const searches: ReadonlyArray<Text> = [
  ...textsOf(nameWords, diseaseNames, 490),
  ["the word of every post", (number) => `${commonWord} ${nameWords[number % 3]}`],
  ["the word of every post alone", () => commonWord],
  ["the words of every post", (number) => `${commonWord} the and of to ${number}`]
]

/** Descriptions of signs, of 2,000 characters where that costs more. */
export const descriptions: ReadonlyArray<Text> = [
  ...textsOf(signWords, labels, 1_990),
  [
    "a negated list",
    (number) =>
      joined(
        labels.slice(0, 4_000).map((label) => `no ${label}`),
        1_990,
        number
      )
  ],
  [
    "common signs",
    (number) =>
      joined(
        labels.filter(({ length }) => length < 20),
        1_990,
        number,
        " and "
      )
  ],
  ["names of diseases", (number) => joined(diseaseNames, 1_990, number)]
]

export { nameWords }
