import { at, last } from "@rare-disease-community/text/arrays/At"
import { packTexts } from "@rare-disease-community/text/arrays/PackedTexts"
import { bothOf, type FrequencyFact, percentOf } from "../Frequency.ts"
import type { Grammar, UnspacedDenials } from "../Grammar.ts"
import {
  type AnnotationData,
  type NameData,
  type NameKind,
  type NameStatus,
  nameKinds,
  nameStatuses,
  numberOf,
  type PhenotypeData,
  packFrequencies,
  packLong,
  packTermLists,
  packTerms,
  Term
} from "../PhenotypeData.ts"
import { alternatives, wordsOf } from "../PhenotypeWords.ts"
import { type Glossary, meaningsOf } from "./BuildMeanings.ts"
import {
  type Annotations,
  type Ontology,
  type OntologyTerm,
  readHpoAnnotations,
  readOntology,
  readOrphanetPhenotypes
} from "./HpoFiles.ts"
import { otherIds } from "./OtherIds.ts"
import { readBabelon, readSynonyms } from "./TranslationFiles.ts"

/** A file of a folder, unpacked. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Our own everyday words, by the id of a phenotype and by language. */
export type LayWords = Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>

/** The words that names lack: those by which languages deny, and everyday words that mean those of names. */
export interface WordFiles {
  readonly lay: LayWords
  readonly grammars: Readonly<Record<string, Partial<Grammar>>>
  readonly glossaries: Readonly<Record<string, Glossary>>
  readonly unspacedDenials: UnspacedDenials
}

interface Name {
  readonly term: Term
  readonly text: string
  readonly kind: NameKind
  readonly language: number
  readonly status: NameStatus
}

const kindOf = (type: string): NameKind =>
  type === "layperson" ? "lay" : type === "abbreviation" ? "abbreviation" : "synonym"

class Builder {
  readonly ontology: Ontology
  readonly #places: ReadonlyMap<number, Term>
  readonly languages: Array<string> = ["en"]
  readonly names: Array<Name> = []

  constructor(ontology: Ontology) {
    this.ontology = ontology
    this.#places = new Map(ontology.terms.map(({ id }, place) => [id, Term(place)]))
  }

  /** The phenotype of an id; of an obsolete one that which replaced it. */
  place(id: number): Term | undefined {
    return this.#places.get(id) ?? this.#places.get(this.ontology.aliases.get(id) ?? 0)
  }

  languageOf(code: string): number {
    const known = this.languages.indexOf(code)
    return known >= 0 ? known : this.languages.push(code) - 1
  }

  addOwnNames() {
    for (const [place, { label, synonyms }] of this.ontology.terms.entries()) {
      const term = Term(place)
      this.names.push({ term, text: label, kind: "name", language: 0, status: "official" })
      for (const { text, type } of synonyms)
        this.names.push({ term, text, kind: kindOf(type), language: 0, status: "official" })
    }
  }

  addTranslations({ name, text }: NamedText) {
    const [, code = "", form] = /^hp-([a-z]{2})\.(babelon|synonyms)\b/.exec(name) ?? []
    if (code === "") return
    const language = this.languageOf(code)
    for (const { term: id, ...name } of form === "babelon" ? readBabelon(text) : readSynonyms(text)) {
      const term = this.place(id)
      // One that was merged into another is a narrower sign: its name finds the other, and never names it.
      const kind = this.#places.has(id) || name.kind !== "name" ? name.kind : "synonym"
      if (term !== undefined) this.names.push({ ...name, kind, term, language })
    }
  }

  addLayWords(words: LayWords, grammars: WordFiles["grammars"]) {
    const stops = new Map(Object.entries(grammars).map(([code, { uncounted: stop = [] }]) => [code, new Set(stop)]))
    for (const [id, byLanguage] of Object.entries(words)) {
      const term = this.place(numberOf(id))
      if (term === undefined) continue
      for (const [code, wordings] of Object.entries(byLanguage)) {
        const language = this.languageOf(code)
        const isStop = (word: string) => stops.get(code)?.has(word.toLowerCase()) === true
        // Wordings that differ only in small words, or in order, are read alike.
        const counting = (text: string) => text.split(/[\s']+/).filter((word) => !isStop(word))
        // One word of several that is left where the others may be missing says too little.
        const isSaying = (text: string, wording: string) => counting(text).length > 1 || !/[\s)]\(|\)\s/.test(wording)
        const texts = wordings
          .flatMap((wording) => alternatives(wording).filter((text) => isSaying(text, wording)))
          .map((text) => [counting(text).sort().join(" ").toLowerCase(), text] as const)
        for (const text of new Map(texts.toReversed()).values())
          this.names.push({ term, text, kind: "ours", language, status: "official" })
      }
    }
  }

  ancestors(): ReadonlyArray<ReadonlyArray<Term>> {
    const { terms } = this.ontology
    const known: Array<ReadonlyArray<Term> | undefined> = []
    const of = (term: Term): ReadonlyArray<Term> => {
      const before = known[term]
      if (before !== undefined) return before
      const all = new Set([term])
      for (const parent of this.parentsOf(terms[term])) for (const above of of(parent)) all.add(above)
      const sorted = Array.from(all).sort((one, other) => one - other)
      known[term] = sorted
      return sorted
    }
    return terms.map((_, place) => of(Term(place)))
  }

  parentsOf(term: OntologyTerm | undefined): ReadonlyArray<Term> {
    return (term?.parents ?? []).flatMap((id) => this.place(id) ?? [])
  }
}

const nameData = (unsorted: ReadonlyArray<Name>, terms: number): NameData => {
  const names = unsorted.toSorted((one, other) => one.term - other.term)
  const offsets = new Uint32Array(terms + 1)
  for (const { term } of names) offsets[term + 1] = at(offsets, term + 1) + 1
  for (let term = 0; term < terms; term++) offsets[term + 1] = at(offsets, term + 1) + at(offsets, term)
  const numbers = new Map<string, number>()
  const words = names.map(({ text }) =>
    wordsOf(text).map((word) => {
      const known = numbers.get(word) ?? numbers.size
      numbers.set(word, known)
      return known
    })
  )
  const sorted = Array.from(numbers.keys()).sort()
  const places = new Uint32Array(sorted.length)
  for (const [place, word] of sorted.entries()) places[numbers.get(word) ?? 0] = place
  const byWord: Array<Array<number>> = sorted.map(() => [])
  const placed = words.map((list) => list.map((word) => at(places, word)))
  for (const [name, list] of placed.entries()) for (const word of list) at(byWord, word).push(name)
  return {
    texts: packTexts(names.map(({ text }) => text)),
    offsets,
    terms: packTerms(names.map(({ term }) => term)),
    kinds: Uint8Array.from(names, ({ kind }) => nameKinds.indexOf(kind)),
    languages: Uint8Array.from(names, ({ language }) => language),
    statuses: Uint8Array.from(names, ({ status }) => nameStatuses.indexOf(status)),
    words: packLong(placed),
    vocabulary: packTexts(sorted),
    namesOfWord: packLong(byWord)
  }
}

/** Adds the phenotypes above those of each entry: who has a kind of a sign has the sign. */
const closureOf = (
  present: ReadonlyArray<ReadonlyArray<readonly [Term, FrequencyFact]>>,
  ancestors: ReadonlyArray<ReadonlyArray<Term>>
) => {
  const greatest = new Uint8Array(ancestors.length)
  const forEach = (use: (term: Term, entry: number, percent: number) => void) => {
    for (const [entry, terms] of present.entries()) {
      const touched: Array<Term> = []
      for (const [term, fact] of terms) {
        const percent = Math.max(1, percentOf(fact))
        for (const above of at(ancestors, term)) {
          if ((greatest[above] ?? 0) === 0) touched.push(above)
          if ((greatest[above] ?? 0) < percent) greatest[above] = percent
        }
      }
      for (const term of touched) {
        use(term, entry, at(greatest, term))
        greatest[term] = 0
      }
    }
  }
  const offsets = new Uint32Array(ancestors.length + 1)
  forEach((term) => {
    offsets[term + 1] = at(offsets, term + 1) + 1
  })
  for (let term = 0; term < ancestors.length; term++) offsets[term + 1] = at(offsets, term + 1) + at(offsets, term)
  const [next, length] = [offsets.slice(), last(offsets)]
  const [items, entryPercents] = [new Uint16Array(length), new Uint8Array(length)]
  forEach((term, entry, percent) => {
    const place = at(next, term)
    items[place] = entry
    entryPercents[place] = percent
    next[term] = place + 1
  })
  return { entriesOfTerm: { offsets, items }, entryPercents }
}

const annotationData = (
  annotations: Annotations,
  builder: Builder,
  ancestors: ReadonlyArray<ReadonlyArray<Term>>
): AnnotationData => {
  const entries = Array.from(annotations)
    .filter(([, { present }]) => present.size > 0)
    .sort(([one], [other]) => Number(one.startsWith("ORPHA:")) - Number(other.startsWith("ORPHA:")))
  const placed = (facts: ReadonlyMap<number, FrequencyFact>) => {
    const byTerm = new Map<Term, FrequencyFact>()
    for (const [id, fact] of facts) {
      const term = builder.place(id)
      const before = term === undefined ? undefined : byTerm.get(term)
      if (term !== undefined) byTerm.set(term, before === undefined ? fact : bothOf(before, fact))
    }
    return byTerm
  }
  const present = entries.map(([, entry]) => Array.from(placed(entry.present)))
  const absent = entries.map(([, entry], nth) => {
    const occurring = new Set(at(present, nth).map(([term]) => term))
    return Array.from(placed(entry.absent)).filter(([term]) => !occurring.has(term))
  })
  const termsOf = (lists: typeof present) => packTermLists(lists.map((list) => list.map(([term]) => term)))
  const frequenciesOf = (lists: typeof present) => packFrequencies(lists.flat().map(([, fact]) => fact))
  return {
    codes: packTexts(entries.map(([code]) => code)),
    present: termsOf(present),
    presentFrequencies: frequenciesOf(present),
    absent: termsOf(absent),
    absentFrequencies: frequenciesOf(absent),
    publications: Uint16Array.from(entries, ([, { publications }]) => publications.size),
    ...closureOf(present, ancestors)
  }
}

/** The files that are read, by the beginnings of their names. */
const find = (files: ReadonlyArray<NamedText>, pattern: RegExp) => files.find(({ name }) => pattern.test(name))?.text

/** Is told the share that is done, from 0 to 1. */
export type Report = (share: number) => void

/** About the shares of the time after which names are there, annotations are read, and names are indexed. */
const [named, annotated, indexed] = [0.15, 0.25, 0.45]

/** Builds the data from the unmodified files; undefined where the ontology or its annotations are not among them. */
export const buildPhenotypes = (
  files: ReadonlyArray<NamedText>,
  { glossaries, grammars, lay, unspacedDenials }: WordFiles,
  orphanetVersion: string,
  report: Report = () => undefined
): PhenotypeData | undefined => {
  const [json, hpoa] = [find(files, /^hp\b.*\.json$/), find(files, /^phenotype\b.*\.hpoa$/)]
  if (json === undefined || hpoa === undefined) return undefined
  const builder = new Builder(readOntology(json))
  builder.addOwnNames()
  for (const file of files) builder.addTranslations(file)
  builder.addLayWords(lay, grammars)
  report(named)
  const annotations: Annotations = new Map()
  readHpoAnnotations(hpoa, annotations)
  const orphanet = find(files, /^orphanet-phenotypes\b/)
  if (orphanet !== undefined) readOrphanetPhenotypes(orphanet, annotations)
  report(annotated)
  const { terms, version } = builder.ontology
  const ancestors = builder.ancestors()
  const names = nameData(builder.names, terms.length)
  report(indexed)
  const reportMeanings: Report = (share) => report(indexed + share * (1 - indexed))
  return {
    versions: { hpo: version, orphanet: orphanet === undefined ? "none" : orphanetVersion },
    languages: builder.languages,
    ids: Uint32Array.from(terms, ({ id }) => id),
    ...otherIds(builder.ontology, (id) => builder.place(id)),
    parents: packTermLists(terms.map((term) => builder.parentsOf(term))),
    ancestors: packTermLists(ancestors),
    labels: packTexts(terms.map(({ label }) => label)),
    definitions: packTexts(terms.map(({ definition }) => definition)),
    names,
    meanings: meaningsOf(names, builder.languages, { glossaries, grammars, unspacedDenials }, reportMeanings),
    annotations: annotationData(annotations, builder, ancestors)
  }
}
