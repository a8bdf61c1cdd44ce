import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"
import { type NameRow, readNames } from "@rare-disease-community/catalogue/LocalNameFiles"
import { textOfFile } from "../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import { Random } from "../driver/Random.ts"
import { say } from "../driver/Report.ts"
import { onFullCatalogue } from "./FullCatalogue.ts"
import { isComplete } from "./symptoms/Complete.ts"

/**
 * Measures the search by names in other languages through the real server, over the catalogue that ships: `npm run
 * quality -- local-names [--url http://127.0.0.1:3000] [--seed 1] [--failures]`.
 *
 * Of each language 200 names of a class are taken at random, by the seed. Those close to the English ones and
 * everyday ones, and sentences with a name, were written by hand. `--url` asks a server that runs without limits.
 */
const { values } = parseArgs({
  options: {
    url: { type: "string" },
    seed: { type: "string", default: "1" },
    failures: { type: "boolean", default: false }
  }
})

interface Query {
  readonly search: string
  /** Codes, or names in small letters, of which any is right. */
  readonly right: ReadonlySet<string>
}

const perClass = 200

/** The share of a half-typed name. */
const prefixShare = 0.6
const random = new Random(Number(values.seed))
const content = new URL("../../content/", import.meta.url)
const languages = [
  ["fr", "orphanet/orphanet-names.fr.tsv.gz"],
  ["es", "names/doid-names.es.tsv.gz"],
  ["ja", "names/nando-names.ja.tsv.gz"]
] as const

const sentences: Readonly<Record<string, ReadonlyArray<string>>> = {
  fr: [
    "ma fille a été diagnostiquée avec {}",
    "Qu'est-ce que {} ?",
    "y a-t-il un traitement pour {} ?",
    "mon fils est atteint de {}",
    "quels sont les symptômes de {}"
  ],
  es: [
    "a mi hija le diagnosticaron {}",
    "¿Qué es {}?",
    "¿hay tratamiento para {}?",
    "vivir con {}",
    "asociación de pacientes con {}"
  ],
  ja: ["{}の治療法はありますか", "娘が{}と診断されました", "{}とは", "{}の症状", "息子は{}です"]
}

const plain = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("œ", "oe").replaceAll("æ", "ae").toLowerCase()

const katakana = (kana: string) =>
  kana.replace(/[\u3041-\u3096]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))

/** One letter is missing, doubled, another one, or exchanged with the letter before. */
const mistyped = (name: string): string => {
  const at = random.pick([...name.matchAll(/(?<=\p{L})\p{L}/gu)]).index
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
  const ways = [before + after, before + letter + letter + after, before + random.pick([..."aeiorstln"]) + after]
  return random.pick([...ways, before.slice(0, -1) + letter + before.slice(-1) + after])
}

const classesOf = (lang: string, { names: [label = "", ...others] }: NameRow): Readonly<Record<string, string>> => {
  const asked = random.pick(sentences[lang] ?? []).replace("{}", label)
  const [kana] = others.filter((name) => /^[\p{Script=Hiragana}ー・]+$/u.test(name))
  const synonyms = others.filter((name) => name.length > 4)
  return {
    label,
    ...(synonyms.length === 0 ? {} : { synonym: random.pick(synonyms) }),
    ...(plain(label) === label.toLowerCase() || lang === "ja" ? {} : { "without accents": plain(label) }),
    ...(/\p{L}{4}/u.test(label) && label.length > 8 && lang !== "ja" ? { mistyped: mistyped(label) } : {}),
    ...(label.length > 12 ? { prefix: label.slice(0, Math.ceil(label.length * prefixShare)).trim() } : {}),
    sentence: asked,
    ...(kana === undefined ? {} : { kana: random.pick([kana, katakana(kana)]) })
  }
}

const queriesOf = async (lang: string, path: string, codes: ReadonlySet<string>) => {
  const name = path.replace(/^.*\//, "").replace(/\.gz$/, "")
  const file = await readNames(name, textOfFile(new URL(path, content).pathname))
  const rows = (file?.rows ?? []).filter(({ code }) => codes.has(code))
  const bearers = new Map<string, Set<string>>()
  for (const { code, names } of rows)
    for (const key of names.map(plain)) bearers.set(key, (bearers.get(key) ?? new Set()).add(code))
  const beginning = (typed: string) =>
    new Set(Array.from(bearers).flatMap(([key, codes]) => (key.startsWith(typed) ? Array.from(codes) : [])))
  const classes = new Map<string, Array<Query>>()
  for (const row of random.shuffled(rows)) {
    for (const [name, search] of Object.entries(classesOf(lang, row))) {
      const queries = classes.get(name) ?? []
      const right =
        (name === "prefix" ? beginning(plain(search)) : bearers.get(plain(search))) ??
        bearers.get(plain(row.names[0] ?? "")) ??
        new Set([row.code])
      if (queries.length < perClass) classes.set(name, [...queries, { search, right }])
    }
  }
  return Array.from(classes, ([name, queries]) => ({ name: `${lang} ${name}`, queries }))
}

/** A class that was written by hand: each search with a name or a code of its disease. */
const writtenNames = (name: string, file: string) => {
  const { names }: { readonly names: ReadonlyArray<readonly [lang: string, search: string, ...right: string[]]> } =
    JSON.parse(readFileSync(new URL(`../../packages/names/quality/local-names-${file}`, import.meta.url), "utf8"))
  const keyOf = (one: string) => (one.startsWith("MONDO:") ? one : one.toLowerCase())
  return { name, queries: names.map(([, search, ...right]) => ({ search, right: new Set(right.map(keyOf)) })) }
}

interface Hit {
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
}

const keysOf = ({ codes, name, synonyms }: Hit) => [
  ...Object.values(codes).flat(),
  ...[name, ...synonyms].map((text) => text.toLowerCase())
]

const measure = async (url: string) => {
  const lines = gunzipSync(readFileSync(new URL("catalogue.ndjson.gz", content)))
    .toString("utf8")
    .trim()
    .split("\n")
  const codes = new Set(lines.slice(1).flatMap((line) => Object.values<Array<string>>(JSON.parse(line).codes).flat()))
  const classes = await Promise.all(languages.map(([lang, path]) => queriesOf(lang, path, codes)))
  const written = [
    writtenNames("close to English", "close.json"),
    writtenNames("everyday names", "everyday.json"),
    writtenNames("in sentences", "sentences.json"),
    writtenNames("questions", "questions.json")
  ]
  await isComplete(url) // last: a connection that is idle for a minute is closed
  for (const { name, queries } of [...classes.flat(), ...written]) {
    const places: Array<number> = []
    for (const { right, search } of queries) {
      const answer = await fetch(`${url}/api/diseases?limit=5&${new URLSearchParams({ search })}`)
      const { data }: { readonly data: ReadonlyArray<Hit> } = JSON.parse(await answer.text())
      const place = data.findIndex((hit) => keysOf(hit).some((key) => right.has(key)))
      places.push(place)
      if (values.failures && place !== 0) say(`${name}: "${search}" found ${data[0]?.name ?? "nothing"}`)
    }
    const share = (most: number) => (places.filter((at) => at >= 0 && at < most).length / places.length).toFixed(3)
    say(`${name.padEnd(20)} ${String(places.length).padStart(4)}  first ${share(1)}  top 5 ${share(5)}`)
  }
}

await onFullCatalogue(values.url, measure)
