import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { readConcepts, readDefinitions, readIdioms } from "@rare-disease-community/signs/build/GlossaryFiles"
import { readOntology } from "@rare-disease-community/signs/build/HpoFiles"
import { noGrammar } from "@rare-disease-community/signs/Grammar"
import { alternatives } from "@rare-disease-community/signs/PhenotypeWords"
import { SignWords } from "@rare-disease-community/signs/SignWords"

const glossary = (name: string) => readFileSync(`content/glossary/${name}`, "utf8")
const idOf = (number: number) => `HP:${String(number).padStart(7, "0")}`

const { terms } = readOntology(gunzipSync(readFileSync("content/hpo/hp.v2025-05-06.json.gz")).toString("utf8"))
const parents = new Map(terms.map(({ id, parents }) => [idOf(id), parents.map(idOf)]))

const ancestors = (id: string): ReadonlySet<string> =>
  new Set([id, ...(parents.get(id) ?? []).flatMap((parent) => Array.from(ancestors(parent)))])

/** True for two signs of which one is above the other, or which are of the same kind. */
const isRelated = (one: string, other: string) =>
  ancestors(one).has(other) ||
  ancestors(other).has(one) ||
  (parents.get(one) ?? []).some((parent) => parents.get(other)?.includes(parent))

/** A wording in the form in which it is compared: the stems of its words, in any order. */
const comparedIn = (language: string) => {
  const grammar = JSON.parse(glossary("grammar.json")).languages[language]
  const forms = JSON.parse(glossary("forms.json")).languages[language] ?? {}
  const reader = new SignWords(language, { ...noGrammar, ...grammar, forms })
  return (text: string) => {
    // One word counts with what is before it: "runs" are not "the runs".
    const keys = reader.words(text).flatMap(({ keys, written }) => keys[0] ?? reader.keysOf(written))
    return keys.length < 2 ? text.toLowerCase() : Array.from(new Set(keys)).sort().join(" ")
  }
}

/** A text with the sign that it is said of. */
type Said = readonly [id: string, text: string]

const lay: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = JSON.parse(
  readFileSync("content/lay-signs.json", "utf8")
).words

const everydayIn = (language: string): ReadonlyArray<Said> =>
  Object.entries(lay).flatMap(([id, texts]) =>
    (texts[language] ?? []).flatMap(alternatives).map((text) => [id, text] as const)
  )

const definitions: ReadonlyArray<Said> = Object.entries(readDefinitions(glossary("signs.tsv"))).flatMap(([id, texts]) =>
  texts.map((text) => [id, text] as const)
)

/** The definitions that say what an everyday wording says of another sign alone. */
export const misplacedDefinitions = () => {
  const compared = comparedIn("en")
  const everyday = everydayIn("en").map(([id, text]) => [id, compared(text)] as const)
  const signs = new Map<string, ReadonlyArray<string>>()
  for (const [id, form] of everyday) signs.set(form, [...(signs.get(form) ?? []), id])
  return definitions.filter(([id, text]) => signs.get(compared(text))?.includes(id) === false)
}

/** The names of signs that pages show. */
const labelsIn = (language: string): ReadonlyArray<Said> => {
  const labels: Readonly<Record<string, { readonly label?: string }>> = JSON.parse(
    readFileSync(`content/languages/${language}/signs.json`, "utf8")
  )
  return Object.entries(labels).flatMap(([id, { label }]) => (label === undefined ? [] : [[id, label] as const]))
}

/** The wordings that are read without the idioms: names in English, everyday wordings, and definitions. */
const restIn = (language: string): ReadonlyArray<Said> => {
  const everyday = everydayIn(language)
  if (language !== "en") return everyday
  const names = terms.flatMap(({ id, label, synonyms }) => [
    [idOf(id), label] as const,
    ...synonyms.filter(({ type }) => type !== "abbreviation").map(({ text }) => [idOf(id), text] as const)
  ])
  return [...everyday, ...names, ...definitions]
}

/**
 * The idioms that the rest, or another idiom, reads already, and those that two unrelated signs share. A name that pages
 * show may be one of several alternatives of an idiom.
 */
export const needlessIdioms = (language: string) => {
  const compared = comparedIn(language)
  const labels = new Set(labelsIn(language).map(([id, text]) => `${id} ${compared(text)}`))
  const read = new Set(restIn(language).map(([id, text]) => `${id} ${compared(text)}`))
  const signs = new Map<string, Array<string>>()
  const known: Array<string> = []
  for (const [id, wordings] of Object.entries(readIdioms(glossary(`idioms.${language}.tsv`)))) {
    const isLabel = (text: string) => labels.has(`${id} ${compared(text)}`)
    for (const text of wordings) if (alternatives(text).every(isLabel)) known.push(`${id} ${text}`)
    for (const text of wordings.flatMap(alternatives)) {
      const form = compared(text)
      if (read.has(`${id} ${form}`)) known.push(`${id} ${text}`)
      read.add(`${id} ${form}`)
      signs.set(form, [...(signs.get(form) ?? []), id])
    }
  }
  const shared = Array.from(signs).filter(([, ids]) =>
    ids.some((id, at) => ids.slice(at + 1).some((other) => !isRelated(id, other)))
  )
  return { known, shared: shared.map(([form, ids]) => `${form}: ${ids.join(" ")}`) }
}

/** The concepts of a language with their words. */
export const conceptsIn = (language: string) => readConcepts(glossary(`concepts.${language}.tsv`))
